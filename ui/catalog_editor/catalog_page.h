// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/catalog_editor/parts_page.h"
#include "ui/catalog_editor/prices_page.h"
#include "ui/controls/card.h"

#include <QTabWidget>
#include <QWidget>

namespace rigwright {

/// The user's parts library: own parts and prices next to those of the database, with a separate undo history.
class CatalogPage : public QWidget {
    Q_OBJECT

public:
    CatalogPage(HardwareData& hardware, const Localization& words, QWidget* parent);

    void import_file(const QString& path);
    /// Asks for a price list.
    void import_prices();
    /// Reads prices from the clipboard.
    void paste_prices();

signals:
    void several_chosen(const QStringList& files);

private:
    void build_foot();
    void follow();
    void retranslate();

    HardwareData& data_;
    const Localization& words_;
    QTabWidget* tabs_;
    PartsPage* parts_;
    PricesPage* prices_;
    QLabel* intro_;
    TroubleLabel* error_banner_;
    QLabel* issues_;
    QPushButton* undo_;
    QPushButton* redo_;
};

} // namespace rigwright

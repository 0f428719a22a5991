// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/prices/price_import.h"
#include "ui/catalog_editor/own_price_model.h"
#include "ui/controls/card.h"
#include "ui/document/hardware_data.h"
#include "ui/format/words.h"
#include "ui/panels/part_entries.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>

#include <functional>

class QBoxLayout;

namespace rigwright {

/// The user's own prices by list, the import of price lists, and the price date; in their place, if asked, the offers
/// of all sellers for the machine in front beside each other.
class PricesPage : public QWidget {
    Q_OBJECT

public:
    PricesPage(HardwareData& hardware, const Localization& words, QWidget* parent = nullptr);

    /// One file is previewed, several are listed.
    void ask_and_import();
    void import_files(const QStringList& paths);
    /// Opens the dialog for the bytes of a file or of the clipboard.
    void import_bytes(const QByteArray& bytes, const QString& name);
    void import_file(const QString& path);
    void paste();
    void ask_and_save_template();
    /// One row per part of the current build, to be filled in by a seller.
    void save_template(const QString& path);
    void retranslate();

signals:
    void several_chosen(const QStringList& files);

private:
    QBoxLayout* build_list_row();
    QBoxLayout* build_date_row();
    QBoxLayout* build_edit_row();
    QPushButton& button(const char* name) const { return *findChild<QPushButton*>(QLatin1String(name)); }
    void build_table();
    void build_offers();
    void show_offers(bool shown);
    void follow();
    void fill_lists();
    void fill_dates();
    void use_date(const QString& typed);
    void remove_list();
    void remove_selected();
    void add_price();

    HardwareData& data_;
    const Localization& words_;
    OwnPriceModel* model_;
    QSortFilterProxyModel* found_;
    QComboBox* lists_;
    QComboBox* dates_;
    QLineEdit* search_;
    QTableView* table_;
    OfferModel* offers_;
    QTableView* offer_table_;
    QLabel* offer_note_;
    QLabel* empty_;
    TroubleLabel* error_banner_;
};

/// A picker of all parts that can have a price.
PartPicker* priced_part_picker(HardwareData& hardware, const Localization& words, QWidget* parent);

} // namespace rigwright

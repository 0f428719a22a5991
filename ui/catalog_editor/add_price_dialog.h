// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/prices/part_index.h"
#include "ui/document/hardware_data.h"
#include "ui/format/words.h"

#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>

namespace rigwright {

/// Asks for one price of one part.
class AddPriceDialog : public QDialog {
    Q_OBJECT

public:
    AddPriceDialog(HardwareData& hardware, const Words& words, QWidget* parent);

    std::string part() const { return part_->currentData().toString().toStdString(); }
    Price price() const;

    QComboBox& parts() { return *part_; }
    QLineEdit& amount_field() { return *amount_; }
    QDialogButtonBox& buttons() { return *buttons_; }

private:
    void judge();
    QString trouble() const;

    const Words& words_;
    QComboBox* part_;
    QLineEdit* amount_;
    QComboBox* currency_;
    QComboBox* kind_;
    QLineEdit* date_;
    QLineEdit* supplier_;
    QLineEdit* source_;
    QLineEdit* valid_until_;
    QLabel* trouble_;
    QDialogButtonBox* buttons_;
};

/// Fills a box with all parts that can have a price, by name; typing searches.
void fill_with_parts(QComboBox& box, const Catalog& catalog);

} // namespace rigwright

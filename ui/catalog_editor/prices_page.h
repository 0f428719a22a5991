// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/catalog_editor/own_price_model.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>

class QBoxLayout;

namespace rigwright {

/// The person's own prices by list, the import of price lists, and the day up to which prices count.
class PricesPage : public QWidget {
    Q_OBJECT

public:
    PricesPage(HardwareData& hardware, const Words& words, QWidget* parent = nullptr);

    QTableView& table() { return *table_; }
    OwnPriceModel& model() { return *model_; }
    QComboBox& lists() { return *lists_; }
    QComboBox& dates() { return *dates_; }
    QString trouble() const { return trouble_->text(); }
    QPushButton& button(const char* name) const { return *findChild<QPushButton*>(QLatin1String(name)); }

    void ask_and_import();
    /// Opens the dialog on the bytes of a file, or of the clipboard.
    void import_bytes(const QByteArray& bytes, const QString& name);
    void import_file(const QString& path);
    void paste();
    void ask_and_save_template();
    /// A row for each part of the present build, to be filled in by a seller.
    void save_template(const QString& path);
    void retranslate();

private:
    QBoxLayout* build_list_row();
    QBoxLayout* build_date_row();
    QBoxLayout* build_edit_row();
    QPushButton* add_button(QBoxLayout* row, const char* name);
    void build_table();
    void follow();
    void fill_lists();
    void fill_dates();
    void use_date(const QString& typed);
    void remove_list();
    void remove_selected();
    void add_price();
    void show_trouble(const QString& text);

    HardwareData& data_;
    const Words& words_;
    OwnPriceModel* model_;
    QSortFilterProxyModel* found_;
    QLabel* lists_label_;
    QComboBox* lists_;
    QLabel* dates_label_;
    QComboBox* dates_;
    QLineEdit* search_;
    QTableView* table_;
    QLabel* empty_;
    QLabel* trouble_;
};

} // namespace rigwright

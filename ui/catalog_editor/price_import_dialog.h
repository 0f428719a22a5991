// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/prices/price_import.h"
#include "ui/controls/card.h"
#include "ui/document/hardware_data.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"
#include "ui/panels/part_entries.h"

#include <QByteArray>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QList>
#include <QString>
#include <QStringList>
#include <QTableView>
#include <QTableWidget>

#include <optional>

class QBoxLayout;
class QFormLayout;
class QPushButton;

namespace rigwright {

/// Preview of a price list import, row by row.
class ImportRowModel : public TableModel {
    Q_OBJECT

public:
    enum Column { line_column, fate_column, part_column, price_column, before_column, reason_column, column_count };

    explicit ImportRowModel(const Localization& words, QObject* parent = nullptr);

    void show(PriceImport import);
    /// Only rows of one fate, or all.
    void show_fate(std::optional<RowFate> fate);
    const PriceImport& import() const { return import_; }
    const ImportRow& row_at(int row) const { return import_.rows[shown_[static_cast<std::size_t>(row)]]; }

private:
    int row_count() const override { return static_cast<int>(shown_.size()); }
    QVariant special(int row, int column, int role) const override;
    void select();

    const Localization& words_;
    PriceImport import_;
    std::optional<RowFate> fate_;
    std::vector<std::size_t> shown_;
};

/// Shows how a price list is read, lets the user correct it, and previews the import. Accepting it adds the new prices
/// as a dated list to the parts library, as one undo step.
class PriceImportDialog : public QDialog {
    Q_OBJECT

public:
    /// `name` is the file's name, or the name of a pasted table.
    PriceImportDialog(HardwareData& hardware, const Localization& words, QByteArray bytes, const QString& name,
                      QWidget* parent);

    /// The chosen meaning of a column; null beyond the last one.
    QComboBox* column_box(int column) const;

    void accept() override;

private:
    void build_choices(QFormLayout* left, QFormLayout* right);
    void build_preview(QBoxLayout* column);
    void build_rows(QBoxLayout* column);
    /// Reads and checks again with the current choices.
    void read();
    void show_table(const PriceTable& table);
    void fill_column_boxes(const PriceTable& table);
    /// Applies the choices of an earlier list with the same headings, if there was one.
    void remember(const PriceTable& table);
    void keep_choices() const;
    void show_counts();
    void accept_suggestions();
    /// The names of the selected rows mean the chosen part.
    void match_selected();
    /// Of a field that may be empty; nothing, and `sound` false, where it holds no amount.
    std::optional<double> amount_in(const QLineEdit& field, bool& sound) const;
    /// The currency of shipping and other costs: the one where none is given, else that of the first price.
    std::string currency_of_costs() const;
    PriceListChoices choices() const;

    HardwareData& data_;
    const Localization& words_;
    QByteArray bytes_;
    QString file_;
    QComboBox* encoding_;
    QComboBox* delimiter_;
    QComboBox* decimal_;
    QComboBox* currency_;
    QComboBox* kind_;
    QLineEdit* date_;
    QLineEdit* supplier_;
    QLineEdit* name_;
    QLineEdit* shipping_;
    QLineEdit* other_costs_;
    QLineEdit* delivery_;
    TroubleLabel* problem_;
    /// Note that the columns are read as last time; empty if they are not.
    QLabel* remembered_;
    QTableWidget* preview_;
    QComboBox* fates_;
    QPushButton* suggestions_;
    ImportRowModel* model_;
    QTableView* rows_;
    PartPicker* part_;
    QPushButton* match_;
    QDialogButtonBox* buttons_;
    /// Set once the user has chosen a column's meaning.
    bool columns_chosen_ = false;
    /// Headings of the list at the last reading.
    QStringList headings_;
    bool filling_ = false;
    std::map<std::string, std::string> matched_;
};

/// A price list as it is read without a person's corrections: like the last one with the same headings.
struct ReadPriceList {
    PriceImport import;
    /// Sentences with their lines; of many the first.
    QStringList wrong;
};
ReadPriceList read_price_list(const QString& path, const Catalog& catalog, const Localization& words);

/// Adds the new prices as a list of today's, as one undo step; false where it could not be kept.
bool add_price_list(HardwareData& hardware, const PriceImport& import, const QString& name, const QString& file);

/// How an imported price list was read: the meaning of each column, as indices in the dialog's lists (-1: not read, or
/// as detected), and the defaults for rows without a value.
struct ImportMemory {
    QList<int> columns;
    int decimal = -1;
    QString currency;
    int kind = 0;
};

/// How the last list with the same headings, in the same order, was read; stored in the window's settings.
std::optional<ImportMemory> import_memory(const QStringList& headings);
void keep_import_memory(const QStringList& headings, const ImportMemory& memory);

} // namespace rigwright

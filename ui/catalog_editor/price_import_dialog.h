// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/catalog_editor/import_row_model.h"
#include "ui/document/hardware_data.h"

#include <QByteArray>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTableWidget>

class QBoxLayout;
class QFormLayout;
class QPushButton;

namespace rigwright {

/// Shows how a price list is read, lets a person correct that, and what taking it over would do. Accepting it makes the
/// new prices a dated list of the person's catalogue, as one undo step.
class PriceImportDialog : public QDialog {
    Q_OBJECT

public:
    /// `name` is that of the file, or what a pasted table is called.
    PriceImportDialog(HardwareData& hardware, const Words& words, QByteArray bytes, const QString& name,
                      QWidget* parent);

    QComboBox& encoding() { return *encoding_; }
    QComboBox& delimiter() { return *delimiter_; }
    QComboBox& decimal() { return *decimal_; }
    QComboBox& currency() { return *currency_; }
    QComboBox& kind() { return *kind_; }
    QComboBox& fates() { return *fates_; }
    QLineEdit& date_field() { return *date_; }
    QLineEdit& supplier_field() { return *supplier_; }
    QLineEdit& name_field() { return *name_; }
    /// Says that the columns are read as they were the last time; empty where they are not.
    QString remembered() const { return remembered_->text(); }
    /// What a column is taken for; null beyond the last one.
    QComboBox* column_box(int column) const;
    QTableView& rows() { return *rows_; }
    ImportRowModel& model() { return *model_; }
    QDialogButtonBox& buttons() { return *buttons_; }
    QString problem() const { return problem_->text(); }

    void accept() override;

private:
    void build_choices(QFormLayout* left, QFormLayout* right);
    void build_preview(QBoxLayout* column);
    void build_rows(QBoxLayout* column);
    /// Reads and judges again with what is chosen.
    void read();
    void show_table(const PriceTable& table);
    void fill_column_boxes(const PriceTable& table);
    /// Reads the list as another one with the same headings was read, where there was one.
    void remember(const PriceTable& table);
    void keep_choices() const;
    void show_counts();
    void accept_suggestions();
    PriceListChoices choices() const;

    HardwareData& data_;
    const Words& words_;
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
    QLabel* problem_;
    QLabel* remembered_;
    QTableWidget* preview_;
    QComboBox* fates_;
    QPushButton* suggestions_;
    ImportRowModel* model_;
    QTableView* rows_;
    QDialogButtonBox* buttons_;
    /// Set once a person has said what a column is.
    bool columns_chosen_ = false;
    /// Headings of the list as they were read last.
    QStringList headings_;
    bool filling_ = false;
    std::map<std::string, std::string> matched_;
};

} // namespace rigwright

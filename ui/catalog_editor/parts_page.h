// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/catalog_editor/record_field_model.h"
#include "ui/controls/card.h"
#include "ui/document/hardware_data.h"
#include "ui/format/words.h"
#include "ui/panels/part_entries.h"

#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>

class QFormLayout;

namespace rigwright {

/// The user's own parts and own values of database parts: a searchable list, and the fields of the selected record.
class PartsPage : public QWidget {
    Q_OBJECT

public:
    PartsPage(HardwareData& hardware, const Localization& words, QWidget* parent = nullptr);

    /// Opens the dialog and adds the accepted record.
    void ask_and_add();
    void add(const OwnRecordFile& file, const nlohmann::json& record);
    void choose(RecordKind kind, const std::string& id);
    void retranslate();

private:
    QWidget* build_list();
    QWidget* build_fields();
    void follow();
    void show_chosen();
    void remove_chosen();
    void revert_chosen();
    /// The selected row in the list's model; -1 for none.
    int chosen() const;

    HardwareData& data_;
    const Localization& words_;
    OwnPartsModel* parts_model_;
    QSortFilterProxyModel* found_;
    RecordFieldModel* field_model_;
    QLineEdit* search_;
    QTableView* list_;
    QTableView* fields_;
    QLabel* heading_;
    TroubleLabel* error_banner_;
    QLabel* empty_;
    QPushButton* remove_ = nullptr;
    QPushButton* revert_ = nullptr;
};

/// Dialog for adding to the parts library: other values for a database part, a copy of one, or a new one.
class AddPartDialog : public QDialog {
    Q_OBJECT

public:
    AddPartDialog(HardwareData& hardware, const Localization& words, QWidget* parent);

    /// The requested record, as the change that creates its file.
    OwnRecordFile wanted() const { return {kind(), id_->text().trimmed().toStdString()}; }
    nlohmann::json record() const;

private:
    void build_choices(QFormLayout* form);
    void fill_parts();
    void suggest_id();
    /// Shows missing input; the dialog can be accepted if there is none.
    void judge();
    QString trouble() const;
    RecordKind kind() const { return static_cast<RecordKind>(kind_->currentIndex()); }

    HardwareData& data_;
    QComboBox* kind_;
    QRadioButton* override_;
    QRadioButton* copy_;
    QRadioButton* new_;
    PartPicker* part_;
    QLineEdit* id_;
    QLineEdit* name_;
    TroubleLabel* error_banner_;
    QDialogButtonBox* buttons_;
};

} // namespace rigwright

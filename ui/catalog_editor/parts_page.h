// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/catalog_editor/record_field_model.h"
#include "ui/controls/card.h"
#include "ui/document/hardware_data.h"
#include "ui/format/words.h"
#include "ui/panels/part_entries.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>

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

} // namespace rigwright

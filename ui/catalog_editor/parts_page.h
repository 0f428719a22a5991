// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/catalog_editor/own_parts_model.h"
#include "ui/catalog_editor/record_field_model.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>

namespace rigwright {

class AddPartDialog;

/// The person's own parts and own values of shipped ones: a list to search, and the fields of the chosen record.
class PartsPage : public QWidget {
    Q_OBJECT

public:
    PartsPage(HardwareData& hardware, const Words& words, QWidget* parent = nullptr);

    QTableView& list() { return *list_; }
    QTableView& fields() { return *fields_; }
    QLineEdit& search() { return *search_; }
    RecordFieldModel& field_model() { return *field_model_; }
    OwnPartsModel& parts_model() { return *parts_model_; }
    QString trouble() const { return trouble_->text(); }
    /// Opens the dialog; what it is accepted with is added.
    void ask_and_add();
    void add(const OwnRecordFile& file, const nlohmann::json& record);
    void choose(RecordKind kind, const std::string& id);
    void retranslate();

private:
    QWidget* build_list();
    QWidget* build_fields();
    QPushButton* add_button(const char* name);
    QPushButton& button(const char* name) const { return *findChild<QPushButton*>(QLatin1String(name)); }
    void follow();
    void show_chosen();
    void remove_chosen();
    void revert_chosen();
    /// The row of the list in its model; -1 for none.
    int chosen() const;
    void show_trouble(const QString& text);

    HardwareData& data_;
    const Words& words_;
    OwnPartsModel* parts_model_;
    QSortFilterProxyModel* found_;
    RecordFieldModel* field_model_;
    QLineEdit* search_;
    QTableView* list_;
    QTableView* fields_;
    QLabel* heading_;
    QLabel* trouble_;
    QLabel* empty_;
};

} // namespace rigwright

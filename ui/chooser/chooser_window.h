// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/chooser/model_comparison_source.h"
#include "ui/chooser/model_comparison_table.h"
#include "ui/controls/picker_control.h"

#include <QLabel>
#include <QPushButton>
#include <QTableView>

class QBoxLayout;

namespace rigwright {

/// Which model fits the task, and what does each cost? Several models on the plan's data set and machine, in a window
/// of its own beside the plan; one of them can be taken over.
class ChooserWindow : public QWidget {
    Q_OBJECT

public:
    ChooserWindow(Document& document, const Words& words, QWidget* parent);

    QTableView& view() const { return *view_; }
    const ModelComparisonTable& table() const { return *table_; }
    ModelComparisonSource& source() const { return *source_; }
    PickerControl* picker() const { return picker_; }
    QComboBox* lists() const { return lists_; }
    QPushButton* use_button() const { return use_; }
    QPushButton* remove_button() const { return remove_; }
    QPushButton* copy_button() const { return copy_; }
    QString caption() const { return caption_->text(); }
    void copy_table() const;
    void copy_selected() const;

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build_table();
    QBoxLayout* build_choice();
    QBoxLayout* build_buttons();
    template <typename Action>
    void add_key(const QKeySequence& key, Action action);
    void follow();
    void follow_selection();
    void span_reasons();
    void show_caption();
    void show_arrived();
    void select(const QStringList& presets);
    QList<int> selected_rows() const;
    QStringList selected_presets() const;
    void add_model(const QString& preset);
    void use_list(int row);
    void use_selected();
    void remove_selected();
    void fill_lists();
    void retranslate();

    Document& document_;
    const Words& words_;
    ModelComparisonSource* source_;
    ModelComparisonTable* table_;
    QTableView* view_;
    QLabel* caption_;
    QLabel* lists_label_;
    QComboBox* lists_;
    PickerControl* picker_;
    QPushButton* use_ = nullptr;
    QPushButton* remove_ = nullptr;
    QPushButton* copy_ = nullptr;
    /// The model that was added last, to be selected as soon as its row is there.
    QString arriving_;
};

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/format/words.h"
#include "ui/panels/field_form.h"
#include "ui/panels/layer_model.h"

#include <QAction>
#include <QLabel>
#include <QMenu>

#include <functional>
#include <utility>

namespace rigwright {

/// The editor of a network that is a list of layers: the table of layers with what each costs, buttons and keys that
/// add, copy, remove and move them, and the options of the layer in focus. Every edit is one undo step.
class LayerEditor : public QWidget {
    Q_OBJECT

public:
    LayerEditor(Document& document, const Localization& words, QWidget* parent = nullptr);

    LayerListView* table() const { return table_; }
    /// Puts a layer and one of its options in focus.
    bool focus_field(const QString& path);
    /// The model is a list of layers.
    static bool applies(const Document& document);

private:
    void build_table();
    QBoxLayout* build_buttons();
    QWidget* build_message();
    QWidget* build_form();
    QAction* add_action(const char* name, const QKeySequence& keys, std::function<void()> work);
    void fill_menus();
    void connect_model();

    /// The button or key action of that name: "duplicate", "delete", "up", "down".
    QAction* action(const QString& name) const { return findChild<QAction*>(name); }
    int current_row() const { return table_->currentIndex().row(); }
    void select(int row);
    void edit(LayerSpecs layers, int row, const QString& description);
    void add(std::string_view type);
    void move(int row, int to);
    void start_from(const LayerSpecs& layers, const ModelInput& input);

    void follow();
    void show_rows();
    void show_message();
    void show_options();
    FormRow type_row(std::size_t row) const;
    FormRow option_row(std::size_t row, const Hyperparameter& option) const;
    void retranslate();
    void paint_symbols();

    Document& document_;
    const Localization& words_;
    LayerModel* model_;
    LayerListView* table_;
    FieldForm* form_;
    QLabel* form_title_ = nullptr;
    QMenu* add_menu_;
    QMenu* start_menu_;
    std::vector<std::pair<QAction*, const char*>> action_texts_;
    QWidget* message_row_ = nullptr;
    QLabel* message_sign_ = nullptr;
    QLabel* message_text_ = nullptr;
    /// What the form shows: the row and the type of its layer.
    std::pair<int, std::string> shown_options_{-1, ""};
    /// The row that an edit under way wants in focus afterwards.
    int wanted_row_ = -1;
};

} // namespace rigwright

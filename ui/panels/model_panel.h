// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/card.h"
#include "ui/controls/picker_control.h"
#include "ui/document/document.h"
#include "ui/format/words.h"
#include "ui/panels/field_form.h"

namespace rigwright {

/// The document's model. Choosing another replaces shape and input, as one undo step.
class ModelPicker : public PickerControl {
    Q_OBJECT

public:
    ModelPicker(Document& document, const Localization& words, QWidget* parent = nullptr);

    /// Lists the presets of one group ("detection") and own networks; all models if it is empty.
    void show_group(const QString& group);
    /// The name of the document's model.
    QString model_name() const;

signals:
    /// The user wants to import a model file.
    void import_requested();

private:
    void choose(const FieldValue& id);
    void show_choice();
    void fill_picker();

    Document& document_;
    const Localization& words_;
    QString group_;
    QString shown_file_;
    bool choosing_ = false;
};

/// The model: the picker, then the size of its input and the hyperparameters of its family.
class ModelPanel : public QWidget {
    Q_OBJECT

public:
    ModelPanel(Document& document, const Localization& words, QWidget* parent = nullptr);

    ModelPicker* picker() const { return picker_; }
    FieldForm* input_form() const { return input_; }
    FieldForm* shape_form() const { return shape_; }
    PlainButton* layers_button() const { return layers_; }
    /// Whether the model is a list of layers that can be edited.
    bool has_layers() const { return has_layers_; }

signals:
    /// The controls changed.
    void rows_changed();
    /// The user wants to see the layers of a custom network.
    void layers_requested();
    /// The user wants to import a model file.
    void import_requested();

private:
    /// Shows the hyperparameters that apply to the current model.
    void follow();

    Document& document_;
    const Localization& words_;
    ModelPicker* picker_;
    FieldForm* input_;
    FieldForm* shape_;
    PlainButton* layers_;
    const Family* shown_family_ = nullptr;
    std::int64_t shown_side_step_ = 1;
    std::vector<const Hyperparameter*> shown_;
    bool has_layers_ = false;
    bool filled_ = false;
};

} // namespace rigwright

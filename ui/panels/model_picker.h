// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/picker_control.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

namespace rigwright {

/// Which model the document has. Another model brings its own shape and input, as one undo step.
class ModelPicker : public PickerControl {
    Q_OBJECT

public:
    ModelPicker(Document& document, const Localization& words, QWidget* parent = nullptr);

    /// Lists the presets of one group ("detection") and own networks; all models if it is empty.
    void show_group(const QString& group);

signals:
    /// The person wants to bring a model file.
    void import_requested();

private:
    void choose(const FieldValue& id);
    void show_choice();
    void fill_picker();
    void retranslate();

    Document& document_;
    const Localization& words_;
    QString group_;
    QString shown_file_;
    bool choosing_ = false;
};

} // namespace rigwright

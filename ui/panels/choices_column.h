// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/section.h"
#include "ui/panels/model_panel.h"

#include <QScrollArea>

namespace rigwright {

/// The left column, "what you choose": build, model, training, data set.
class ChoicesColumn : public QScrollArea {
    Q_OBJECT

public:
    ChoicesColumn(Document& document, const Words& words, QWidget* parent = nullptr);

    /// Opens the section of the field's control, scrolls to it and gives it the keyboard. False when no control shows it.
    bool focus_field(const QString& path);
    /// Nested ones last.
    std::vector<Section*> sections() const;
    void reset_sections();
    std::vector<FieldControl*> controls() const;
    /// Null when no control shows the field.
    FieldControl* control(const QString& path) const;
    ModelPanel* model() const { return model_; }
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    Section* add_section(const char* id, const char* title);
    void add_form(Section* section, std::span<const FieldRow> rows);
    void add_model(Section* section);
    /// Sizes of stored images are asked for where the samples are images.
    void fill_dataset();
    void retranslate();
    void align_labels();
    void order_tabs();

    Document& document_;
    const Words& words_;
    QVBoxLayout* column_;
    std::vector<Section*> sections_;
    std::vector<const char*> titles_;
    std::vector<FieldForm*> forms_;
    ModelPanel* model_ = nullptr;
    FieldForm* dataset_ = nullptr;
    bool dataset_has_images_ = false;
    Section* nested_ = nullptr;
};

} // namespace rigwright

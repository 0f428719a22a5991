// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/card.h"
#include "ui/controls/quantity_label.h"
#include "ui/document/document.h"
#include "ui/format/words.h"
#include "ui/panels/model_panel.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

namespace rigwright {

/// Beside the controls that a figure follows from: the figure, and how it comes about or what it is held against.
class PlanNote : public QWidget {
    Q_OBJECT

public:
    enum class Kind {
        /// Samples between two optimizer steps.
        global_batch,
        /// GPUs that hold a copy of the model each.
        replicas,
        /// What one machine needs beside the memory of its GPUs, and what it has.
        host_memory
    };

    PlanNote(Kind kind, Document& document, const Localization& words, QWidget* parent = nullptr);

    QuantityLabel* number() const { return number_; }

signals:
    void working_requested(const QString& quantity);

private:
    void follow();
    void show_global_batch();
    void show_replicas();
    void show_host_memory();

    Kind kind_;
    Document& document_;
    const Localization& words_;
    QuantityLabel* number_;
    QLabel* product_;
};

struct LegalDegrees;

/// The left column, "what you choose": build, model, training, data set, and folded away what only experts set. What
/// means nothing for the present plan is not offered.
class ChoicesColumn : public QScrollArea {
    Q_OBJECT

public:
    ChoicesColumn(Document& document, const Localization& words, QWidget* parent = nullptr);

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

signals:
    /// The figures of the build's card are wanted.
    void card_requested();
    void working_requested(const QString& quantity);

private:
    void build_sections();
    Section* add_section(const char* id, const char* title);
    /// One that is closed at first, and gone while nothing in it is offered.
    Section* add_expert_section(const char* id, const char* title);
    PlanNote* add_note(Section* section, PlanNote::Kind kind);
    void add_form(Section* section, std::span<const FieldRow> rows);
    void add_model(Section* section);
    void follow();
    /// Sliders of degrees stop at what divides.
    void show_degrees(const LegalDegrees& legal);
    void retranslate();
    void align_labels();
    void order_tabs();

    Document& document_;
    const Localization& words_;
    QVBoxLayout* column_;
    std::vector<Section*> sections_;
    std::vector<const char*> titles_;
    std::vector<FieldForm*> forms_;
    ModelPanel* model_ = nullptr;
    QPushButton* card_ = nullptr;
    PlanNote* batch_note_ = nullptr;
    PlanNote* replicas_note_ = nullptr;
    PlanNote* host_memory_note_ = nullptr;
    std::vector<Section*> expert_sections_;
    Section* nested_ = nullptr;
};

} // namespace rigwright

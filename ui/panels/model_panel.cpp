// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/model_panel.h"

#include "ui/document/field_access.h"
#include "ui/panels/catalog_entries.h"

#include <QEvent>

namespace rigwright {

namespace {

constexpr QLatin1String family_mark("family:");

std::span<const FieldRow> input_rows(Family::InputKind kind)
{
    switch (kind) {
    case Family::InputKind::image:
    case Family::InputKind::volume: return image_rows();
    case Family::InputKind::features: return {};
    case Family::InputKind::sequence: return sequence_rows();
    case Family::InputKind::sequence_pair: return sequence_pair_rows();
    case Family::InputKind::image_and_text: return image_and_text_rows();
    }
    return {};
}

/// Another model brings its own shape and input.
Scenario with_model(const Scenario& scenario, const QString& id)
{
    Scenario next = scenario;
    next.model = ModelChoice();
    next.input = ModelInput();
    if (id.startsWith(family_mark)) {
        next.model.family = id.mid(family_mark.size()).toStdString();
    } else {
        next.model.preset = id.toStdString();
    }
    return next;
}

} // namespace

ModelPanel::ModelPanel(Document& document, const Words& words, QWidget* parent)
    : QWidget(parent),
      document_(document),
      words_(words),
      picker_(new PickerControl(QStringLiteral("model.preset"), PickerControl::Kind::searchable, this)),
      input_(new FieldForm(document, words, this)),
      shape_(new FieldForm(document, words, this)),
      shape_section_(new Section(QStringLiteral("section.shape"), Section::Rank::nested, this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(picker_);
    column->addWidget(input_);
    column->addWidget(shape_section_);
    shape_section_->add(shape_);
    // Most plans take a model as it was published.
    shape_section_->set_open(false);
    connect(picker_, &FieldControl::edited, this, [this](const QString&, const FieldValue& id) { choose(id); });
    connect(&document_, &Document::changed, this, &ModelPanel::follow);
    connect(&document_, &Document::rejected, this, [this](const QString&, const std::vector<Finding>& errors) {
        if (!choosing_ || errors.empty()) return;
        picker_->mark([this, error = errors.front()] { return words_.text(error); });
    });
    retranslate();
    follow();
}

void ModelPanel::choose(const FieldValue& id)
{
    const auto* word = std::get_if<std::string>(&id);
    if (!word) return;
    choosing_ = true;
    document_.set_scenario(with_model(document_.scenario(), from_utf8(*word)), tr("choose a model"));
    choosing_ = false;
}

void ModelPanel::follow()
{
    const ModelChoice& model = document_.scenario().model;
    const QString id = model.preset.empty() ? family_mark + from_utf8(model.family) : from_utf8(model.preset);
    picker_->show_value(FieldValue(id.toStdString()), true);
    const Family* family = family_of_model(document_.scenario(), *document_.data());
    if (family == shown_family_ || !family) return;
    shown_family_ = family;
    std::vector<FormRow> input;
    for (const FieldRow& row : input_rows(family->input_kind)) input.push_back(form_row(row, words_));
    input_->set_rows(std::move(input));
    std::vector<FormRow> shape;
    for (const Hyperparameter& hyperparameter : family->hyperparameters) shape.push_back(form_row(hyperparameter));
    shape_->set_rows(std::move(shape));
    emit rows_changed();
}

void ModelPanel::retranslate()
{
    shape_section_->set_title(tr("Shape of the model"));
    picker_->set_texts({tr("Mo&del"), QString(),
                        tr("A published model, or a family whose shape you choose. Type any part of its name."),
                        QString()});
    picker_->set_entries(model_entries(*document_.data()));
}

void ModelPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

} // namespace rigwright

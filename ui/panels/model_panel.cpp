// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/model_panel.h"

#include "core/estimate/field_access.h"
#include "core/scenario/resolved_model.h"
#include "core/zoo/build.h"
#include "ui/format/on_change.h"

#include <QEvent>

#include <algorithm>

namespace rigwright {

ModelPanel::ModelPanel(Document& document, const Localization& words, QWidget* parent)
    : QWidget(parent),
      document_(document),
      words_(words),
      picker_(new ModelPicker(document, words, this)),
      input_(new FieldForm(document, words, this)),
      shape_(new FieldForm(document, words, this)),
      layers_(new PlainButton(PlainButton::Look::link, this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(picker_);
    column->addWidget(input_);
    column->addLayout(indented_line(layers_, FieldControl::margin - 2));
    column->addWidget(shape_);
    layers_->setObjectName(QStringLiteral("edit_layers"));
    connect(layers_, &QAbstractButton::clicked, this, &ModelPanel::layers_requested);
    connect(picker_, &ModelPicker::import_requested, this, &ModelPanel::import_requested);
    connect(&document_, &Document::changed, this, &ModelPanel::follow);
    const auto retranslate = [this] { layers_->show_text(tr("Edit the layers")); };
    retranslate();
    follow();
    on_change(this, QEvent::LanguageChange, retranslate);
}

std::vector<const Hyperparameter*> ModelPanel::read_hyperparameters(const Family* family) const
{
    std::vector<const Hyperparameter*> read;
    if (!family) return read;
    const ModelShape shape = resolve_model(document_.scenario(), document_.data()->presets).shape;
    for (const Hyperparameter& hyperparameter : family->hyperparameters) {
        // A list of layers has an editor of its own.
        const bool is_list = hyperparameter.type == HyperparameterType::layers;
        if (!is_list && reads_hyperparameter(*family, shape, hyperparameter.key)) read.push_back(&hyperparameter);
    }
    return read;
}

void ModelPanel::follow()
{
    const Family* family = family_of_model(document_.scenario(), *document_.data());
    std::vector<const Hyperparameter*> read = read_hyperparameters(family);
    const bool other_family = family != shown_family_ || !filled_;
    if (!other_family && read == shown_) return;
    if (other_family) {
        std::vector<FormRow> input;
        if (family)
            for (const FieldRow& row : input_rows(family->input_kind)) input.push_back(form_row(row, words_));
        input_->set_rows(std::move(input));
    }
    std::vector<FormRow> shape;
    shape.reserve(read.size());
    for (const Hyperparameter* hyperparameter : read) shape.push_back(form_row(*hyperparameter, words_));
    shape_->set_rows(std::move(shape));
    has_layers_ = family && std::ranges::any_of(family->hyperparameters, [](const Hyperparameter& h) {
                      return h.type == HyperparameterType::layers;
                  });
    shown_family_ = family;
    shown_ = std::move(read);
    filled_ = true;
    emit rows_changed();
}

} // namespace rigwright

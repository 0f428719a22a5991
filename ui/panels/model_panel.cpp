// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/model_panel.h"

#include "core/estimate/field_access.h"
#include "core/estimate/model_comparison.h"
#include "core/scenario/resolved_model.h"
#include "core/scenario/validate.h"
#include "core/zoo/build.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/panels/input_rows.h"
#include "ui/panels/part_entries.h"

#include <QEvent>

#include <algorithm>

namespace rigwright {

namespace {

/// Another model has a different shape and input.
Scenario with_model(const Scenario& scenario, const QString& id)
{
    if (!id.startsWith(family_mark)) return with_preset(scenario, id.toStdString());
    Scenario next = with_preset(scenario, {});
    next.model.family = id.mid(family_mark.size()).toStdString();
    return next;
}

} // namespace

ModelPicker::ModelPicker(Document& document, const Localization& words, QWidget* parent)
    : PickerControl(QStringLiteral("model.preset"), Kind::searchable, parent),
      document_(document),
      words_(words)
{
    set_explanation([this](const QString& typed) -> std::optional<TextMaker> {
        const std::optional<Finding> unpublished = unpublished_model(typed.toStdString());
        if (!unpublished) return std::nullopt;
        return [this, finding = *unpublished] { return words_.text(finding); };
    });
    connect(this, &FieldControl::edited, this, [this](const QString&, const FieldValue& id) { choose(id); });
    connect(&document_, &Document::changed, this, &ModelPicker::show_choice);
    connect(&document_, &Document::rejected, this, [this](const QString&, const std::vector<Finding>& errors) {
        if (!choosing_ || errors.empty()) return;
        mark([this, error = errors.front()] { return words_.text(error); });
    });
    in_each_language(this, [this] {
        set_texts({tr("Model"), QString(),
                   tr("A published model, a model family, your own network or a model file. Type any part of a "
                      "name, a task or a purpose."),
                   QString()});
        fill_picker();
    });
    show_choice();
}

void ModelPicker::show_group(const QString& group)
{
    if (group == group_) return;
    group_ = group;
    fill_picker();
}

void ModelPicker::choose(const FieldValue& id)
{
    const auto* word = std::get_if<std::string>(&id);
    if (!word) return;
    const QString chosen = from_utf8(*word);
    if (chosen == imported_entry) return;
    if (chosen == import_entry) {
        show_in_force();
        emit import_requested();
        return;
    }
    choosing_ = true;
    document_.set_scenario(with_model(document_.scenario(), chosen), tr("choose a model"));
    choosing_ = false;
}

/// Shows the current model in the picker; a model from a file has its own entry.
void ModelPicker::show_choice()
{
    const ModelChoice& model = document_.scenario().model;
    const QString file = model.embedded ? from_utf8(model.embedded->file) : QString();
    if (file != shown_file_) {
        shown_file_ = file;
        fill_picker();
    }
    QString id = from_utf8(model.preset);
    if (!file.isEmpty()) {
        id = imported_entry;
    } else if (id.isEmpty()) {
        id = family_mark + from_utf8(model.family);
    }
    show_value(FieldValue(id.toStdString()), true);
}

void ModelPicker::fill_picker()
{
    std::vector<PickerEntry> entries = model_entries(*document_.data(), words_, shown_file_);
    const QString wanted = group_.isEmpty() ? QString() : words_.choice("group", group_.toStdString());
    if (!wanted.isEmpty())
        std::erase_if(entries,
                      [&](const PickerEntry& entry) { return !entry.group.isEmpty() && entry.group != wanted; });
    set_entries(std::move(entries));
}

QString ModelPicker::model_name() const
{
    const auto* id = std::get_if<std::string>(&shown());
    const auto entry = std::ranges::find_if(
        entries(), [&](const PickerEntry& each) { return id != nullptr && each.id == from_utf8(*id); });
    return entry == entries().end() ? QString() : entry->name();
}

ModelPanel::ModelPanel(Document& document, const Localization& words, QWidget* parent)
    : QWidget(parent),
      document_(document),
      words_(words),
      picker_(new ModelPicker(document, words, this)),
      input_(new FieldForm(document, words, this)),
      shape_(new FieldForm(document, words, this)),
      layers_(named(new PlainButton(PlainButton::Look::link, this), "edit_layers"))
{
    column_in(this, {0, 0, 0, 0}, 0, {picker_, input_, indented_line(layers_, FieldControl::margin - 2), shape_});
    connect(layers_, &QAbstractButton::clicked, this, &ModelPanel::layers_requested);
    connect(picker_, &ModelPicker::import_requested, this, &ModelPanel::import_requested);
    connect(&document_, &Document::changed, this, &ModelPanel::follow);
    in_each_language(layers_, [this] { layers_->show_text(tr("Edit the layers")); });
    follow();
}

namespace {

std::vector<const Hyperparameter*> read_hyperparameters(const ResolvedModel& model)
{
    std::vector<const Hyperparameter*> read;
    if (!model.family) return read;
    for (const Hyperparameter& hyperparameter : model.family->hyperparameters) {
        // A list of layers has its own editor.
        const bool is_list = hyperparameter.type == HyperparameterType::layers;
        if (!is_list && reads_hyperparameter(*model.family, model.shape, hyperparameter.key))
            read.push_back(&hyperparameter);
    }
    return read;
}

} // namespace

void ModelPanel::follow()
{
    const ResolvedModel model = resolve_model(document_.scenario(), document_.data()->presets);
    const Family* family = model.family;
    std::vector<const Hyperparameter*> read = read_hyperparameters(model);
    const std::int64_t step = side_step(model);
    const bool other_input = family != shown_family_ || step != shown_side_step_ || !filled_;
    if (!other_input && read == shown_) return;
    if (other_input) {
        std::vector<FormRow> input;
        if (family)
            for (const FieldRow& row : input_rows(family->input_kind))
                input.push_back(*input_row(row.path, document_, words_));
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
    shown_side_step_ = step;
    shown_ = std::move(read);
    filled_ = true;
    emit rows_changed();
}

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/field_form.h"

#include "ui/controls/flag_control.h"
#include "ui/controls/parameter_control.h"
#include "ui/document/field_access.h"
#include "ui/panels/model_texts.h"

#include <QEvent>

#include <algorithm>

namespace rigwright {

namespace {

std::vector<PickerEntry> word_entries(std::span<const std::string_view> choices, std::string_view path,
                                      const Words& words)
{
    std::vector<PickerEntry> entries;
    for (const std::string_view word : choices) entries.push_back({from_utf8(word), words.choice(path, word), {}});
    return entries;
}

std::vector<PickerEntry> hyperparameter_entries(const Hyperparameter& hyperparameter)
{
    std::vector<PickerEntry> entries;
    for (const std::string_view word : hyperparameter.choices)
        entries.push_back({from_utf8(word), hyperparameter_word_text(word), {}});
    return entries;
}

} // namespace

FormRow form_row(const FieldRow& row, const Words& words, std::function<std::vector<PickerEntry>()> entries)
{
    const Field* field = field_of(row.path);
    FormRow form{
        QString::fromLatin1(row.path), FormRow::Kind::number, {}, [&row] { return texts_of(row); }, std::move(entries)};
    switch (field->type) {
    case FieldType::flag: form.kind = FormRow::Kind::flag; break;
    case FieldType::integer:
    case FieldType::real: form.number = number_spec(row, *field); break;
    case FieldType::text: form.kind = FormRow::Kind::search; break;
    case FieldType::choice:
        form.kind = FormRow::Kind::words;
        form.entries = [field, &words] { return word_entries(field->choices, field->path, words); };
        break;
    }
    return form;
}

FormRow form_row(const Hyperparameter& hyperparameter)
{
    return form_row(hyperparameter, "model.shape." + std::string(hyperparameter.key));
}

FormRow form_row(const Hyperparameter& hyperparameter, const std::string& path)
{
    FormRow form{QString::fromStdString(path),
                 FormRow::Kind::number,
                 {},
                 [&hyperparameter] { return texts_of(hyperparameter); },
                 {}};
    switch (hyperparameter.type) {
    case HyperparameterType::integer:
    case HyperparameterType::real: form.number = number_spec(hyperparameter); break;
    case HyperparameterType::flag: form.kind = FormRow::Kind::flag; break;
    case HyperparameterType::choice:
        form.kind = FormRow::Kind::words;
        form.entries = [&hyperparameter] { return hyperparameter_entries(hyperparameter); };
        break;
    case HyperparameterType::layers:
    case HyperparameterType::layer: form.kind = FormRow::Kind::words; break;
    }
    return form;
}

FieldForm::FieldForm(Document& document, const Words& words, QWidget* parent, int columns)
    : QWidget(parent),
      document_(document),
      words_(words),
      grid_(new QGridLayout(this)),
      columns_(columns)
{
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setVerticalSpacing(4);
    grid_->setHorizontalSpacing(12);
    for (int column = 0; column < columns_; ++column) grid_->setColumnStretch(column, 1);
    connect(&document_, &Document::changed, this, &FieldForm::follow);
    connect(&document_, &Document::draft_changed, this, &FieldForm::follow);
    connect(&document_, &Document::rejected, this, &FieldForm::show_rejection);
}

void FieldForm::set_rows(std::vector<FormRow> rows)
{
    for (FieldControl* control : std::exchange(controls_, {})) {
        control->hide();
        control->deleteLater();
    }
    rows_ = std::move(rows);
    for (const FormRow& row : rows_) {
        FieldControl* control = make_control(row);
        const auto place = static_cast<int>(controls_.size());
        grid_->addWidget(control, place / columns_, place % columns_, Qt::AlignTop);
        controls_.push_back(control);
        connect_control(control);
    }
    refresh();
    follow();
}

FieldControl* FieldForm::make_control(const FormRow& row)
{
    switch (row.kind) {
    case FormRow::Kind::number: return new ParameterControl(row.path, row.number, this);
    case FormRow::Kind::words: return new PickerControl(row.path, PickerControl::Kind::words, this);
    case FormRow::Kind::search: return new PickerControl(row.path, PickerControl::Kind::searchable, this);
    case FormRow::Kind::flag: return new FlagControl(row.path, this);
    }
    return nullptr;
}

void FieldForm::connect_control(FieldControl* control)
{
    connect(control, &FieldControl::edited, &document_, &Document::set_field);
    connect(control, &FieldControl::gesture_began, &document_,
            [this, control] { control->setProperty("gesture", document_.begin_gesture()); });
    connect(control, &FieldControl::gesture_ended, &document_,
            [this, control] { document_.end_gesture(control->property("gesture").toInt()); });
}

FieldControl* FieldForm::control(const QString& path) const
{
    const auto found = std::ranges::find(controls_, path, &FieldControl::path);
    return found == controls_.end() ? nullptr : *found;
}

void FieldForm::refresh()
{
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        controls_[i]->set_texts(rows_[i].texts());
        if (auto* picker = qobject_cast<PickerControl*>(controls_[i]); picker && rows_[i].entries)
            picker->set_entries(rows_[i].entries());
    }
}

void FieldForm::follow()
{
    const Scenario& scenario = document_.edited();
    for (FieldControl* control : controls_) {
        const std::string path = control->path().toStdString();
        const FieldValue value = effective_value(scenario, *document_.data(), path);
        const FieldValue standard = default_value(scenario, *document_.data(), path);
        const bool nothing_to_reset_to = standard.index() == 0 && !control->can_be_absent();
        control->show_value(value, value == standard || nothing_to_reset_to);
    }
}

void FieldForm::show_rejection(const QString& path, const std::vector<Finding>& errors)
{
    FieldControl* refused = control(path);
    if (refused && !errors.empty()) refused->mark([this, error = errors.front()] { return words_.text(error); });
}

void FieldForm::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) refresh();
}

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/field_form.h"

#include "core/estimate/field_access.h"
#include "ui/controls/field_control.h"
#include "ui/format/on_change.h"

#include <QEvent>

#include <algorithm>

namespace rigwright {

namespace {

std::vector<PickerEntry> word_entries(std::span<const std::string_view> choices, std::string_view path,
                                      const Localization& words)
{
    std::vector<PickerEntry> entries;
    for (const std::string_view word : choices) entries.push_back({from_utf8(word), words.choice(path, word), {}});
    return entries;
}

constexpr const char* yes_word = "yes";
constexpr const char* no_word = "no";

std::vector<PickerEntry> optional_flag_entries()
{
    return {{QString(), FieldForm::tr("as usual"), {}},
            {QString::fromLatin1(yes_word), FieldForm::tr("Yes"), {}},
            {QString::fromLatin1(no_word), FieldForm::tr("No"), {}}};
}

/// A flag that may be absent is picked as a word.
FieldValue word_of_flag(const FieldValue& value)
{
    const bool* on = std::get_if<bool>(&value);
    return on ? FieldValue(std::string(*on ? yes_word : no_word)) : FieldValue();
}

FieldValue flag_of_word(const FieldValue& value)
{
    const auto* word = std::get_if<std::string>(&value);
    return word && !word->empty() ? FieldValue(*word == yes_word) : FieldValue();
}

/// Fields whose control says itself what is wrong with them.
bool shows_findings(std::string_view path)
{
    return path.starts_with("parallel.") || path.starts_with("training.lora") || path == "training.base_weights";
}

} // namespace

FormRow form_row(const FieldRow& row, const Localization& words, std::function<std::vector<PickerEntry>()> entries)
{
    const FieldRule rule = rule_at(row.path).value_or(FieldRule());
    FormRow form{QString::fromLatin1(row.path),
                 FormRow::Kind::number,
                 {},
                 [&row, &words] { return texts_of(row, words); },
                 std::move(entries)};
    switch (rule.type) {
    case FieldType::flag:
        form.kind = rule.optional ? FormRow::Kind::optional_flag : FormRow::Kind::flag;
        if (rule.optional) form.entries = optional_flag_entries;
        break;
    case FieldType::integer:
    case FieldType::real:
        form.number = number_spec(row, rule);
        if (row.width == nullptr) break;
        form.kind = FormRow::Kind::size;
        form.width = QString::fromLatin1(row.width);
        break;
    case FieldType::text: form.kind = FormRow::Kind::search; break;
    case FieldType::choice:
        form.kind = FormRow::Kind::words;
        form.entries = [rule, path = row.path, &words] { return word_entries(rule.choices, path, words); };
        break;
    }
    return form;
}

FormRow form_row(const Hyperparameter& hyperparameter, const Localization& words)
{
    return form_row(hyperparameter, "model.shape." + std::string(hyperparameter.key), words);
}

FormRow form_row(const Hyperparameter& hyperparameter, const std::string& path, const Localization& words)
{
    FormRow form{QString::fromStdString(path),
                 FormRow::Kind::number,
                 {},
                 [&hyperparameter, &words] { return texts_of(hyperparameter, words); },
                 {}};
    switch (hyperparameter.type) {
    case HyperparameterType::integer:
    case HyperparameterType::real: form.number = number_spec(hyperparameter); break;
    case HyperparameterType::flag: form.kind = FormRow::Kind::flag; break;
    case HyperparameterType::choice:
        form.kind = FormRow::Kind::words;
        form.entries = [&hyperparameter, &words] {
            return word_entries(hyperparameter.choices, "hyperparameter-word", words);
        };
        break;
    case HyperparameterType::layers:
    case HyperparameterType::layer: form.kind = FormRow::Kind::words; break;
    }
    return form;
}

FieldForm::FieldForm(Document& document, const Localization& words, QWidget* parent, int columns)
    : QWidget(parent),
      document_(document),
      words_(words),
      grid_(new QGridLayout(this)),
      columns_(columns)
{
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setVerticalSpacing(0);
    grid_->setHorizontalSpacing(0);
    // Gaps are columns, as a grid leaves out the space beside a column that no control fills.
    constexpr int gap = 8;
    for (int column = 0; column < columns_; ++column) {
        grid_->setColumnStretch(2 * column, 1);
        if (column > 0) grid_->setColumnMinimumWidth(2 * column - 1, gap);
    }
    connect(&document_, &Document::changed, this, &FieldForm::follow);
    connect(&document_, &Document::draft_changed, this, &FieldForm::follow);
    connect(&document_, &Document::rejected, this, &FieldForm::show_rejection);
    on_change(this, QEvent::LanguageChange, [this] { refresh(); });
}

void FieldForm::set_rows(std::vector<FormRow> rows)
{
    for (FieldControl* control : std::exchange(controls_, {})) {
        control->hide();
        control->deleteLater();
    }
    found_.clear();
    asked_.clear();
    rejected_.clear();
    rows_ = std::move(rows);
    for (const FormRow& row : rows_) {
        FieldControl* control = make_control(row);
        const auto place = static_cast<int>(controls_.size());
        grid_->addWidget(control, place / columns_, 2 * (place % columns_), Qt::AlignTop);
        controls_.push_back(control);
        connect_control(control, row.kind);
    }
    offered_ = controls_;
    refresh();
    follow();
}

void FieldForm::set_flush()
{
    for (FieldControl* control : controls_) control->set_flush();
}

FieldControl* FieldForm::make_control(const FormRow& row)
{
    switch (row.kind) {
    case FormRow::Kind::number: return new ParameterControl(row.path, row.number, this);
    case FormRow::Kind::size: return new SizeControl(row.path, row.width, row.number, this);
    case FormRow::Kind::words: return new PickerControl(row.path, PickerControl::Kind::words, this);
    case FormRow::Kind::segment: return new SegmentControl(row.path, this);
    case FormRow::Kind::search: return new PickerControl(row.path, PickerControl::Kind::searchable, this);
    case FormRow::Kind::flag: return new FlagControl(row.path, this);
    case FormRow::Kind::optional_flag: return new PickerControl(row.path, PickerControl::Kind::words, this);
    }
    return nullptr;
}

void FieldForm::offer(const std::function<bool(std::string_view path)>& is_offered,
                      const std::function<bool(const FieldControl& control)>& is_shown)
{
    offered_.clear();
    for (FieldControl* control : controls_) {
        const bool wanted = is_offered(control->path().toStdString());
        if (wanted) offered_.push_back(control);
        control->setVisible(wanted && is_shown(*control));
    }
}

void FieldForm::connect_control(FieldControl* control, FormRow::Kind kind)
{
    connect(control, &FieldControl::edited, this, [this, control, kind](const QString&, const FieldValue& value) {
        asked_[control] = kind == FormRow::Kind::optional_flag ? flag_of_word(value) : value;
    });
    if (kind == FormRow::Kind::optional_flag) {
        connect(control, &FieldControl::edited, &document_,
                [this](const QString& path, const FieldValue& word) { document_.set_field(path, flag_of_word(word)); });
    } else {
        connect(control, &FieldControl::edited, &document_, &Document::set_field);
    }
    connect(control, &FieldControl::gesture_began, &document_,
            [this, control] { control->setProperty("gesture", document_.begin_gesture()); });
    connect(control, &FieldControl::gesture_ended, &document_,
            [this, control] { document_.end_gesture(control->property("gesture").toInt()); });
    if (auto* size = qobject_cast<SizeControl*>(control))
        connect(size, &SizeControl::size_entered, this,
                [this, size](const FieldValue& height, const FieldValue& width) { set_size(*size, height, width); });
}

FieldControl* FieldForm::control(const QString& path) const
{
    const auto found =
        std::ranges::find_if(controls_, [&path](const FieldControl* control) { return control->edits(path); });
    return found == controls_.end() ? nullptr : *found;
}

void FieldForm::refresh()
{
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        ControlTexts texts = rows_[i].texts();
        if (controls_[i]->path() == QLatin1String("requirements.budget")) texts.unit = currency_;
        if (controls_[i]->path() == QLatin1String("economics.electricity_price_per_kWh"))
            texts.unit = currency_ + QLatin1String("/kWh");
        controls_[i]->set_texts(texts);
        if (auto* picker = qobject_cast<PickerControl*>(controls_[i]); picker && rows_[i].entries)
            picker->set_entries(rows_[i].entries());
        if (auto* segment = qobject_cast<SegmentControl*>(controls_[i])) segment->set_entries(rows_[i].entries());
    }
}

void FieldForm::follow()
{
    const Scenario& scenario = document_.edited();
    const Economics& terms = scenario.economics;
    if (const QString currency = from_utf8(terms.currency);
        currency != currency_ || terms.prices_as_of != price_date_) {
        currency_ = currency;
        price_date_ = terms.prices_as_of;
        refresh();
    }
    for (std::size_t i = 0; i < controls_.size(); ++i) {
        FieldControl* control = controls_[i];
        show_value(i);
        // In another plan it may be legal, and the field shows what the plan uses.
        const auto refused = rejected_.find(control);
        if (refused != rejected_.end() && !(control->is_marked() && is_refused(*control, refused->second))) {
            rejected_.erase(refused);
            if (control->is_marked()) control->show_in_force();
        }
        if (shows_findings(control->path().toStdString())) show_finding(control);
    }
}

void FieldForm::show_value(std::size_t row)
{
    const EngineData& data = *document_.data();
    const Scenario& scenario = document_.edited();
    FieldControl* control = controls_[row];
    const std::string path = control->path().toStdString();
    const FieldValue value = effective_value(scenario, data, path);
    const FieldValue standard = default_value(scenario, data, path);
    const bool nothing_to_reset_to = standard.index() == 0 && !control->can_be_absent();
    const bool is_default = value == standard || nothing_to_reset_to;
    if (auto* number = qobject_cast<ParameterControl*>(control)) number->show_standard(standard);
    if (auto* size = qobject_cast<SizeControl*>(control)) {
        const std::string beside = size->width_path().toStdString();
        const FieldValue width = effective_value(scenario, data, beside);
        return size->show_size(value, width, is_default && width == default_value(scenario, data, beside));
    }
    control->show_value(rows_[row].kind == FormRow::Kind::optional_flag ? word_of_flag(value) : value, is_default);
}

void FieldForm::show_finding(FieldControl* control)
{
    const std::optional<Estimate>& estimate = document_.evaluation().estimate;
    static const std::vector<Finding> none;
    const std::vector<Finding>& findings = estimate ? estimate->findings : none;
    const std::string path = control->path().toStdString();
    const auto found = std::ranges::find_if(findings, [&](const Finding& finding) {
        return finding.severity == Finding::Severity::blocks && finding.field == path;
    });
    const auto shown = found_.find(control);
    if (found == findings.end()) {
        if (shown == found_.end()) return;
        control->clear_mark();
        found_.erase(shown);
        return;
    }
    if (shown != found_.end() && shown->second == *found && control->is_marked()) return;
    found_.insert_or_assign(control, *found);
    control->mark([this, finding = *found] { return words_.text(finding); });
}

void FieldForm::set_size(const SizeControl& control, const FieldValue& height, const FieldValue& width)
{
    const EngineData& data = *document_.data();
    std::optional<Scenario> next = with_field(document_.scenario(), data, control.path().toStdString(), height);
    if (next) next = with_field(*next, data, control.width_path().toStdString(), width);
    if (!next || document_.set_scenario(*next, tr("image size"))) return;
    asked_[this->control(control.path())] = height;
    show_rejection(control.path(), evaluate(*next, data).errors);
}

bool FieldForm::is_refused(const FieldControl& control, const FieldValue& value) const
{
    const EngineData& engine_data = *document_.data();
    const std::optional<Scenario> next =
        with_field(document_.scenario(), engine_data, control.path().toStdString(), value);
    return !next || !evaluate(*next, engine_data).estimate;
}

void FieldForm::show_rejection(const QString& path, const std::vector<Finding>& errors)
{
    FieldControl* refused = control(path);
    if (!refused || errors.empty()) return;
    // Refused, it asks for what was in force before.
    const FieldValue value = asked_[refused];
    refused->mark([this, error = errors.front()] { return words_.text(error); });
    rejected_.insert_or_assign(refused, value);
}

} // namespace rigwright

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

/// An optional flag is a choice of words.
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

/// Fields whose control shows their findings.
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
    // Gaps are columns, as a grid omits the spacing of an empty column.
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
    for (const Row& row : std::exchange(rows_, {})) {
        row.control->hide();
        row.control->deleteLater();
    }
    offered_.clear();
    for (FormRow& form : rows) {
        FieldControl* control = make_control(form);
        const auto place = static_cast<int>(rows_.size());
        grid_->addWidget(control, place / columns_, 2 * (place % columns_), Qt::AlignTop);
        connect_control(control, form.kind);
        rows_.push_back({std::move(form), control});
        offered_.push_back(control);
    }
    refresh();
    follow();
}

void FieldForm::set_flush()
{
    for (const Row& row : rows_) row.control->set_flush();
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
    for (const Row& row : rows_) {
        const bool wanted = is_offered(row.control->path().toStdString());
        if (wanted) offered_.push_back(row.control);
        row.control->setVisible(wanted && is_shown(*row.control));
    }
}

void FieldForm::connect_control(FieldControl* control, FormRow::Kind kind)
{
    connect(control, &FieldControl::edited, this, [this, control, kind](const QString& path, const FieldValue& value) {
        const FieldValue asked = kind == FormRow::Kind::optional_flag ? flag_of_word(value) : value;
        // A removed control may still lose the focus.
        if (const auto row = std::ranges::find(rows_, control, &Row::control); row != rows_.end()) row->asked = asked;
        document_.set_field(path, asked);
    });
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
    const auto found = std::ranges::find_if(rows_, [&path](const Row& row) { return row.control->edits(path); });
    return found == rows_.end() ? nullptr : found->control;
}

void FieldForm::refresh()
{
    for (const auto& [form, control, asked, rejected, found] : rows_) {
        ControlTexts texts = form.texts();
        texts.unit.replace(from_utf8(unit_currency), currency_);
        control->set_texts(texts);
        if (auto* picker = qobject_cast<PickerControl*>(control); picker && form.entries)
            picker->set_entries(form.entries());
        if (auto* segment = qobject_cast<SegmentControl*>(control)) segment->set_entries(form.entries());
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
    for (Row& row : rows_) {
        FieldControl* control = row.control;
        show_value(row);
        // The value may be valid now; otherwise the field shows the current one.
        if (row.rejected && !(control->is_marked() && is_refused(*control, *row.rejected))) {
            row.rejected.reset();
            if (control->is_marked()) control->show_in_force();
        }
        if (shows_findings(control->path().toStdString())) show_finding(row);
    }
}

void FieldForm::show_value(const Row& row)
{
    const EngineData& data = *document_.data();
    const Scenario& scenario = document_.edited();
    FieldControl* control = row.control;
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
    control->show_value(row.form.kind == FormRow::Kind::optional_flag ? word_of_flag(value) : value, is_default);
}

void FieldForm::show_finding(Row& row)
{
    const std::optional<Estimate>& estimate = document_.evaluation().estimate;
    const std::string path = row.control->path().toStdString();
    static const std::vector<Finding> none;
    const std::vector<Finding>& all = estimate ? estimate->findings : none;
    const auto blocking = std::ranges::find_if(all, [&](const Finding& finding) {
        return finding.severity == Finding::Severity::blocks && finding.field == path;
    });
    const auto found = blocking == all.end() ? std::nullopt : std::optional(*blocking);
    if (found == row.found && (!found || row.control->is_marked())) return;
    row.found = found;
    if (!found) return row.control->clear_mark();
    row.control->mark([this, finding = *found] { return words_.text(finding); });
}

void FieldForm::set_size(const SizeControl& control, const FieldValue& height, const FieldValue& width)
{
    const EngineData& data = *document_.data();
    std::optional<Scenario> next = with_field(document_.scenario(), data, control.path().toStdString(), height);
    if (next) next = with_field(*next, data, control.width_path().toStdString(), width);
    if (!next || document_.set_scenario(*next, tr("image size"))) return;
    std::ranges::find(rows_, &control, &Row::control)->asked = height;
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
    const auto row = std::ranges::find_if(rows_, [&path](const Row& each) { return each.control->edits(path); });
    if (row == rows_.end() || errors.empty()) return;
    // A rejected control requests its previous value.
    row->rejected = row->asked;
    row->control->mark([this, error = errors.front()] { return words_.text(error); });
}

} // namespace rigwright

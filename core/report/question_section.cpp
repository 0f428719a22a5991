// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/working/explain.h"
#include "core/report/comparison.h"
#include "core/report/comparison_text.h"
#include "core/report/sections.h"
#include "core/scenario/words.h"
#include "core/text/number_text.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr std::array model_quantities{
    std::string_view("model.parameters"), std::string_view("model.trainable_parameters"),
    std::string_view("model.forward_macs_per_sample"), std::string_view("model.training_flops_per_sample")};

/// The title of a preset; else family and parameters, since the names of model files ("config.json") are alike.
std::string model_name(const ReportDraft& draft, const Evaluation& option)
{
    const ModelChoice& model = option.scenario.model;
    if (const Preset* preset = draft.inputs.data.preset(model.preset)) return preset->title;
    std::string name;
    if (!model.family.empty()) draft.add_item(name, draft.messages.text("family." + model.family));
    if (const auto parameters = quantity_value(option, "model.parameters"))
        draft.add_item(name, draft.text("parameters-of-model", {{"parameters", *parameters}}));
    if (model.embedded) draft.add_item(name, model.embedded->file);
    return name;
}

bool all_alike(const ReportDraft& draft, std::string_view quantity)
{
    const auto& options = draft.inputs.options;
    const std::optional<Value> first = quantity_value(*options.front(), quantity);
    return std::all_of(options.begin() + 1, options.end(),
                       [&](const Evaluation* option) { return quantity_value(*option, quantity) == first; });
}

/// Fields of the task beside model and input; empty if an option does not set one.
constexpr std::array task_fields{std::string_view("dataset.samples"),      std::string_view("dataset.tokens"),
                                 std::string_view("training.epochs"),      std::string_view("training.precision"),
                                 std::string_view("training.lora.rank"),   std::string_view("training.lora.targets"),
                                 std::string_view("training.base_weights")};

/// Empty if the option does not set the field.
std::string task_text(std::string_view path, const Evaluation& option, const ReportDraft& draft)
{
    const bool quantized = option.scenario.training.base_weights != BaseWeights::same;
    if (path == "training.base_weights" && !quantized) return {};
    if (const Field* field = field_of(path)) return draft.field_text(*field, option);
    const std::optional<Lora>& lora = option.scenario.training.lora;
    if (!lora) return {};
    if (path == "training.lora.rank") return grouped(lora->rank);
    return draft.messages.text("targets." + std::string(word_of(lora->targets)));
}

ReportTable task_table(const ReportDraft& draft)
{
    ReportTable table{"task", draft.text("task"), draft.option_columns("property"), {}};
    const auto add = [&](const std::string& name, const auto& cell_of) {
        table.rows.push_back(draft.row(name, cell_of));
    };
    add(draft.text("model"), [&](const Evaluation& option) { return ReportCell{model_name(draft, option)}; });
    add(draft.text("input"),
        [&](const Evaluation& option) { return ReportCell{input_text(option.scenario.input, draft.messages)}; });
    for (const std::string_view quantity : model_quantities)
        add(draft.quantity(quantity), [&](const Evaluation& option) { return draft.cell(option, quantity); });
    for (const std::string_view path : task_fields) {
        const auto is_empty = [&](const Evaluation* option) { return task_text(path, *option, draft).empty(); };
        if (std::ranges::all_of(draft.inputs.options, is_empty)) continue;
        add(draft.messages.text("field." + std::string(path)), [&](const Evaluation& option) {
            const std::string text = task_text(path, option, draft);
            return ReportCell{text.empty() ? "–" : text};
        });
    }
    return table;
}

/// The fields of the group "requirements", each as a sentence.
std::vector<std::string> requirement_items(const ReportDraft& draft)
{
    const Requirements& asked = draft.inputs.options.front()->scenario.requirements;
    const std::string& currency = draft.inputs.options.front()->scenario.economics.currency;
    std::vector<std::string> items;
    const auto add = [&](const char* code, const auto& field, const auto& value_of_field) {
        if (field) items.push_back(draft.text(code, {{"value", value_of_field(*field)}}));
    };
    const auto seconds = [](double number) { return Value{number, Unit::seconds}; };
    add("asked.takt", asked.takt_seconds, seconds);
    add("asked.deadline", asked.deadline_seconds, seconds);
    add("asked.budget", asked.budget, [&](double amount) { return money(amount, currency); });
    add("asked.power", asked.power_limit_w, [](double watts) { return Value{watts, Unit::watts}; });
    add("asked.rack-units", asked.rack_units, [](std::int64_t n) { return Value{double(n), Unit::count}; });
    add("asked.positive-share", asked.positive_share, [](double share) { return Value{share, Unit::share}; });
    add("asked.smallest-defect", asked.smallest_defect_pixels, [](std::int64_t n) {
        return Value{double(n), Unit::count};
    });
    add("asked.runs", asked.runs_per_month, [](double runs) { return Value{runs, Unit::ratio}; });
    return items;
}

} // namespace

ReportParagraph task_paragraph(const ReportDraft& draft)
{
    const Evaluation& first = *draft.inputs.options.front();
    std::string task = model_name(draft, first);
    if (const std::string input = input_text(first.scenario.input, draft.messages); !input.empty())
        draft.add_item(task, input);
    for (const std::string_view path : task_fields) {
        if (path == "training.precision") continue;
        const std::string text = task_text(path, first, draft);
        if (text.empty()) continue;
        const std::string name = draft.messages.text("field." + std::string(path));
        draft.add_item(task, draft.text("named", {{"name", name}, {"value", text}}));
    }
    std::vector<std::string> items = requirement_items(draft);
    if (items.empty()) items.push_back(draft.text("asked.nothing"));
    return draft.paragraph("task-line",
                           {{"task", task}, {"asked", joined_sentences(items, draft.messages.language())}});
}

ReportSection question_section(const ReportDraft& draft)
{
    ReportSection section{"question", draft.text("section.question"), {}};
    section.blocks.emplace_back(draft.paragraph("question.intro"));
    section.blocks.emplace_back(task_table(draft));
    if (!all_alike(draft, "model.parameters")) section.blocks.emplace_back(draft.paragraph("question.models-differ"));
    std::vector<std::string> asked = requirement_items(draft);
    if (asked.empty())
        section.blocks.emplace_back(draft.paragraph("asked.nothing"));
    else {
        section.blocks.emplace_back(draft.paragraph("asked.intro"));
        section.blocks.emplace_back(ReportList{std::move(asked)});
    }
    return section;
}

namespace {

/// Groups whose fields are not settings of a plan: other sections report them.
constexpr std::array groups_reported_elsewhere{std::string_view("model."), std::string_view("requirements."),
                                               std::string_view("constraints."), std::string_view("name")};

bool is_reported_elsewhere(const Field& field)
{
    return std::ranges::any_of(groups_reported_elsewhere,
                               [&](std::string_view group) { return field.path.starts_with(group); });
}

/// Whether an option sets a field to something else than its default, which is worth a row.
bool is_set(const Field& field, const ReportDraft& draft)
{
    const FieldValue usual = field.read(Scenario{});
    return std::ranges::any_of(draft.inputs.options,
                               [&](const Evaluation* option) { return field.read(option->scenario) != usual; });
}

ReportTable settings_table(const ReportDraft& draft)
{
    ReportTable table{"settings", draft.text("table.settings"), draft.option_columns("property"), {}};
    for (const Field& field : scenario_fields()) {
        if (is_reported_elsewhere(field) || !is_set(field, draft)) continue;
        std::vector<ReportCell> row{{draft.messages.text("field." + std::string(field.path))}};
        for (const Evaluation* option : draft.inputs.options) {
            const std::string text = draft.field_text(field, *option);
            row.push_back({text.empty() ? draft.text("derived") : text});
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

constexpr std::array explained{std::string_view("memory.total_bytes"),
                               std::string_view("memory.usable_bytes"),
                               std::string_view("memory.with_margin_bytes"),
                               std::string_view("time.wall_seconds"),
                               std::string_view("time.step_seconds"),
                               std::string_view("time.high_seconds"),
                               std::string_view("energy.total_kWh"),
                               std::string_view("energy.co2_kg"),
                               std::string_view("cost.run"),
                               std::string_view("cost.rent_equivalent")};

/// An assumption with its name and source, and its value in each option.
struct Judgement {
    std::string name;
    std::string source;
    std::vector<ReportCell> values;
};

void collect(const Derivation& node, std::size_t option, const ReportDraft& draft, std::vector<Judgement>& judgements)
{
    for (const Derivation& input : node.inputs) collect(input, option, draft, judgements);
    if (!node.assumption) return;
    const WorkingText text = render(node, draft.messages);
    auto known = std::ranges::find_if(
        judgements, [&](const Judgement& j) { return j.name == text.name && j.source == text.source; });
    if (known == judgements.end()) {
        judgements.push_back(
            {text.name, text.source, std::vector<ReportCell>(draft.inputs.options.size(), ReportCell{"–"})});
        known = judgements.end() - 1;
    }
    known->values[option] = {text.value, node.value};
}

ReportTable judgements_table(const ReportDraft& draft)
{
    std::vector<Judgement> judgements;
    for (std::size_t i = 0; i < draft.inputs.options.size(); ++i)
        for (const std::string_view quantity : explained)
            if (const auto working = explain(*draft.inputs.options[i], draft.inputs.data, quantity))
                collect(*working, i, draft, judgements);
    ReportTable table{"assumptions", draft.text("table.assumptions"), draft.option_columns("assumption"), {}};
    table.columns.push_back({draft.text("source")});
    for (Judgement& judgement : judgements) {
        std::vector<ReportCell> row{{judgement.name}};
        std::move(judgement.values.begin(), judgement.values.end(), std::back_inserter(row));
        row.push_back({judgement.source});
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace

ReportSection assumptions_section(const ReportDraft& draft)
{
    ReportSection section{"assumptions", draft.text("section.assumptions"), {settings_table(draft)}};
    ReportTable judgements = judgements_table(draft);
    if (judgements.rows.empty()) return section;
    section.blocks.emplace_back(draft.paragraph("assumptions.intro"));
    section.blocks.emplace_back(std::move(judgements));
    return section;
}

} // namespace rigwright

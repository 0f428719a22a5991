// SPDX-License-Identifier: Apache-2.0
#include "core/report/sections.h"
#include "core/text/model_row_text.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr std::array model_quantities{
    std::string_view("model.parameters"), std::string_view("model.trainable_parameters"),
    std::string_view("model.forward_macs_per_sample"), std::string_view("model.training_flops_per_sample")};

std::string model_name(const Scenario& scenario, const EngineData& data)
{
    if (const Preset* preset = data.preset(scenario.model.preset)) return preset->title;
    if (scenario.model.embedded) return scenario.model.embedded->file;
    return scenario.model.family;
}

bool all_alike(const ReportDraft& draft, std::string_view quantity)
{
    const auto& options = draft.inputs.options;
    const std::optional<Value> first = draft.value(*options.front(), quantity);
    return std::all_of(options.begin() + 1, options.end(),
                       [&](const Evaluation* option) { return draft.value(*option, quantity) == first; });
}

ReportTable task_table(const ReportDraft& draft)
{
    ReportTable table{"task", draft.text("task"), draft.option_columns("property"), {}};
    const auto add = [&](const std::string& name, const auto& cell_of) {
        std::vector<ReportCell> row{{name}};
        for (const Evaluation* option : draft.inputs.options) row.push_back(cell_of(*option));
        table.rows.push_back(std::move(row));
    };
    add(draft.text("model"),
        [&](const Evaluation& option) { return ReportCell{model_name(option.scenario, draft.inputs.data)}; });
    add(draft.text("input"),
        [&](const Evaluation& option) { return ReportCell{input_text(option.scenario.input, draft.messages)}; });
    for (const std::string_view quantity : model_quantities)
        add(draft.quantity(quantity), [&](const Evaluation& option) { return draft.cell(option, quantity); });
    for (const char* path : {"dataset.samples", "dataset.tokens", "training.epochs", "training.precision"})
        add(draft.messages.text("field." + std::string(path)), [&](const Evaluation& option) {
            const std::string text = field_text(*field_of(path), option.scenario, draft.inputs.data, draft.messages);
            return ReportCell{text.empty() ? "–" : text};
        });
    return table;
}

/// What the fields of the group "requirements" ask for, each as a sentence.
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

ReportSection question_section(const ReportDraft& draft)
{
    ReportSection section{"question", draft.text("section.question"), {}};
    if (!draft.inputs.question.empty()) section.blocks.emplace_back(ReportParagraph{draft.inputs.question, true});
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

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain.h"
#include "core/report/sections.h"
#include "core/text/working_text.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

/// Groups whose fields are no settings of a plan: they are told elsewhere in the report.
constexpr std::array groups_told_elsewhere{std::string_view("model."), std::string_view("requirements."),
                                           std::string_view("constraints."), std::string_view("name")};

bool told_elsewhere(const Field& field)
{
    return std::any_of(groups_told_elsewhere.begin(), groups_told_elsewhere.end(),
                       [&](std::string_view group) { return field.path.starts_with(group); });
}

/// A setting is worth a row where an option does not leave it at its default.
bool is_set(const Field& field, const ReportDraft& draft)
{
    const FieldValue usual = field.read(Scenario{});
    return std::any_of(draft.inputs.options.begin(), draft.inputs.options.end(),
                       [&](const Evaluation* option) { return field.read(option->scenario) != usual; });
}

ReportTable settings_table(const ReportDraft& draft)
{
    ReportTable table{"settings", draft.text("table.settings"), draft.option_columns("property"), {}};
    for (const Field& field : scenario_fields()) {
        if (told_elsewhere(field) || !is_set(field, draft)) continue;
        std::vector<ReportCell> row{{draft.messages.text("field." + std::string(field.path))}};
        for (const Evaluation* option : draft.inputs.options) {
            const std::string text = field_text(field, option->scenario, draft.inputs.data, draft.messages);
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

/// A judgement by its name and source, with its value in each option.
struct Judgement {
    std::string name;
    std::string source;
    std::vector<ReportCell> values;
};

void collect(const Working& node, std::size_t option, const ReportDraft& draft, std::vector<Judgement>& judgements)
{
    for (const Working& input : node.inputs) collect(input, option, draft, judgements);
    if (!node.assumption) return;
    const WorkingText text = render(node, draft.messages);
    auto known = std::find_if(judgements.begin(), judgements.end(),
                              [&](const Judgement& j) { return j.name == text.name && j.source == text.source; });
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

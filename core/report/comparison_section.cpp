// SPDX-License-Identifier: Apache-2.0
#include "core/compare/comparison.h"
#include "core/report/figures.h"
#include "core/report/sections.h"
#include "core/text/comparison_text.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr std::array first_figures{
    ReportFigure{"memory.total_bytes", "memory.low_bytes", "memory.high_bytes"},
    ReportFigure{"memory.usable_bytes"},
    ReportFigure{"time.step_seconds", "time.low_seconds", "time.high_seconds"},
    ReportFigure{"time.samples_per_second"},
    ReportFigure{"time.images_per_second"},
    ReportFigure{"time.wall_seconds", "time.wall_low_seconds", "time.wall_high_seconds"},
    ReportFigure{"takt.part_latency_seconds"},
    ReportFigure{"energy.average_power_W"},
    ReportFigure{"energy.total_kWh", "energy.total_low_kWh", "energy.total_high_kWh"},
    ReportFigure{"energy.co2_kg"},
};
constexpr std::array last_figures{
    ReportFigure{"cost.run", {}, {}, true},
    ReportFigure{"cost.rent_equivalent"},
};

template <typename CellOf>
std::vector<ReportCell> row_of(const ReportDraft& draft, std::string name, const CellOf& cell_of)
{
    std::vector<ReportCell> row{{std::move(name)}};
    for (const Evaluation* option : draft.inputs.options) row.push_back(cell_of(*option));
    return row;
}

ReportCell verdict_cell(const ReportDraft& draft, const Evaluation& option)
{
    if (!option.estimate->verdict) return {"–"};
    return {draft.messages.text("verdict." + std::string(key_of(*option.estimate->verdict)))};
}

ReportCell limit_cell(const ReportDraft& draft, const Evaluation& option)
{
    if (!option.estimate->time) return {"–"};
    return {draft.messages.text("bottleneck." + std::string(key_of(option.estimate->time->bottleneck)))};
}

/// Where the options update with different numbers of samples: which, and the training time at that of the first.
void add_batch_rows(const ReportDraft& draft, const Comparison& comparison, ReportTable& table)
{
    for (const std::string_view quantity :
         {std::string_view("time.global_batch"), std::string_view(time_at_baseline_batch)}) {
        const auto found = std::ranges::find(comparison.rows, quantity, &ComparedRow::quantity);
        if (found == comparison.rows.end()) continue;
        const ComparedRow& row = *found;
        std::vector<ReportCell> cells{{row_name(row, draft.messages)}};
        for (const std::optional<ComparedValue>& value : row.values)
            cells.push_back(value ? draft.cell(value->value) : ReportCell{"–"});
        table.rows.push_back(std::move(cells));
    }
}

} // namespace

ReportSection comparison_section(const ReportDraft& draft)
{
    ReportTable table{"comparison", draft.text("comparison"), draft.option_columns("property"), {}};
    table.rows.push_back(row_of(draft, draft.text("gpus"), [&](const Evaluation& option) {
        return ReportCell{build_text(option, draft.inputs.data, draft.messages)};
    }));
    table.rows.push_back(
        row_of(draft, draft.text("verdict"), [&](const Evaluation& option) { return verdict_cell(draft, option); }));
    const Comparison comparison = compare(draft.inputs.options, 0, draft.inputs.data);
    add_figures(draft, first_figures, table);
    add_batch_rows(draft, comparison, table);
    table.rows.push_back(
        row_of(draft, draft.text("limit"), [&](const Evaluation& option) { return limit_cell(draft, option); }));
    table.rows.push_back(row_of(draft, draft.quantity("cost.purchase"),
                                [&](const Evaluation& option) { return purchase_cell(draft, option); }));
    add_figures(draft, last_figures, table);
    ReportSection section{
        "comparison", draft.text("section.comparison"), {std::move(table), draft.paragraph("ranges")}};
    if (!comparison.same_global_batch)
        section.blocks.emplace_back(ReportParagraph{draft.messages.text("compare.other-global-batch")});
    return section;
}

} // namespace rigwright

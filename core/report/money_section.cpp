// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures.h"
#include "core/report/sections.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr std::array money_figures{
    ReportFigure{"energy.average_power_W"},
    ReportFigure{"energy.total_kWh", "energy.total_low_kWh", "energy.total_high_kWh"},
    ReportFigure{"energy.co2_kg"},
    ReportFigure{"cost.depreciation", {}, {}, true},
    ReportFigure{"cost.maintenance", {}, {}, true},
    ReportFigure{"cost.energy"},
    ReportFigure{"cost.run", {}, {}, true},
    ReportFigure{"cost.rent_per_gpu_hour"},
    ReportFigure{"cost.rent_equivalent"},
    ReportFigure{"cost.break_even_hours", {}, {}, true},
};

bool one_currency(const ReportDraft& draft)
{
    const auto& options = draft.inputs.options;
    return std::all_of(options.begin(), options.end(), [&](const Evaluation* option) {
        return option->estimate->cost.bill.currency == options.front()->estimate->cost.bill.currency;
    });
}

/// What each option costs to buy, part by part; nothing where nobody knows a price.
void add_purchase_chart(const ReportDraft& draft, ReportSection& section)
{
    if (!one_currency(draft)) return;
    const auto& options = draft.inputs.options;
    ReportChart chart{"purchase",
                      draft.text("chart.purchase"),
                      ReportChartKind::stacked_bars,
                      {},
                      options.front()->estimate->cost.bill.currency,
                      draft.names,
                      {}};
    for (const PartKind kind : all_part_kinds) {
        ReportSeries series{draft.messages.text("part." + std::string(key_of(kind)))};
        for (const Evaluation* option : options) {
            double amount = 0.0;
            for (const BillLine& line : option->estimate->cost.bill.lines)
                if (line.kind == kind) amount += line.amount.value_or(0.0);
            series.y.push_back(amount);
        }
        if (std::any_of(series.y.begin(), series.y.end(), [](double y) { return y > 0.0; }))
            chart.series.push_back(std::move(series));
    }
    if (!chart.series.empty()) section.blocks.emplace_back(std::move(chart));
}

} // namespace

ReportSection money_section(const ReportDraft& draft)
{
    ReportSection section{"money", draft.text("section.money"), {draft.paragraph("money.intro")}};
    ReportTable table{"money", draft.text("table.money"), draft.option_columns("property"), {}};
    std::vector<ReportCell> purchase{{draft.quantity("cost.purchase")}};
    for (const Evaluation* option : draft.inputs.options) purchase.push_back(purchase_cell(draft, *option));
    table.rows.push_back(std::move(purchase));
    add_figures(draft, money_figures, table);
    section.blocks.emplace_back(std::move(table));
    add_purchase_chart(draft, section);
    return section;
}

} // namespace rigwright

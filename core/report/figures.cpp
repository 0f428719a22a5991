// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures.h"

#include <algorithm>

namespace rigwright {

ReportCell figure_cell(const ReportDraft& draft, const Evaluation& option, const ReportFigure& figure)
{
    const std::optional<Value> middle = draft.value(option, figure.quantity);
    if (!middle) return {"–"};
    if (figure.of_prices && option.estimate->cost.bill.unpriced_lines > 0)
        return {"≥ " + draft.text(*middle), *middle};
    if (figure.low.empty()) return draft.cell(*middle);
    const std::optional<Value> low = draft.value(option, figure.low);
    const std::optional<Value> high = draft.value(option, figure.high);
    if (!low || !high) return draft.cell(*middle);
    return {draft.text("with-range", {{"value", *middle}, {"low", *low}, {"high", *high}}), *middle};
}

void add_figures(const ReportDraft& draft, std::span<const ReportFigure> figures, ReportTable& table)
{
    for (const ReportFigure& figure : figures) {
        std::vector<ReportCell> row{{draft.quantity(figure.quantity)}};
        for (const Evaluation* option : draft.inputs.options) row.push_back(figure_cell(draft, *option, figure));
        const bool known = std::any_of(row.begin() + 1, row.end(), [](const ReportCell& c) { return c.value; });
        if (known) table.rows.push_back(std::move(row));
    }
}

ReportCell purchase_cell(const ReportDraft& draft, const Evaluation& option)
{
    const BillOfMaterials& bill = option.estimate->cost.bill;
    if (bill.lines.empty() || bill.unpriced_lines == std::int64_t(bill.lines.size())) return {draft.text("no-price")};
    const Value total = money(bill.total, bill.currency);
    if (bill.unpriced_lines == 0) return draft.cell(total);
    const Value lines{double(bill.unpriced_lines), Unit::count};
    return {draft.text("at-least", {{"amount", total}, {"lines", lines}}), total};
}

} // namespace rigwright

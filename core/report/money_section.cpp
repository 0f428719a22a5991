// SPDX-License-Identifier: Apache-2.0
#include "core/report/offer_matrix.h"
#include "core/report/sections.h"
#include "core/text/price_text.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr auto money_figures = std::to_array<std::string_view>(
    {"energy.average_power_W", "energy.total_kWh", "energy.co2_kg", "cost.depreciation", "cost.maintenance",
     "cost.energy", "cost.run", "cost.rent_per_gpu_hour", "cost.rent_equivalent", "cost.break_even_hours"});

bool one_currency(const ReportDraft& draft)
{
    const auto& options = draft.inputs.options;
    return std::ranges::all_of(options, [&](const Evaluation* option) {
        return option->estimate->cost.bill.currency == options.front()->estimate->cost.bill.currency;
    });
}

/// What the quotes in the bills say beside their prices; a row only if a quote says it.
void add_offer_terms(const ReportDraft& draft, ReportTable& table)
{
    std::vector<ReportCell> costs{{draft.text("offers.costs")}};
    std::vector<ReportCell> delivery{{draft.text("offers.delivery")}};
    bool any_costs = false;
    bool any_delivery = false;
    for (const Evaluation* option : draft.inputs.options) {
        const OfferMatrix offers = offer_matrix(*option, draft.inputs.data, draft.inputs.date);
        const OfferTerms& terms = offers.terms_of_bill;
        const bool has_costs = terms.costs > 0.0 || terms.costs_open;
        costs.push_back(has_costs ? draft.cell(at_least(money(terms.costs, offers.currency), terms.costs_open))
                                  : ReportCell{"–"});
        delivery.push_back(terms.delivery ? draft.cell(value_of(*terms.delivery)) : ReportCell{"–"});
        any_costs = any_costs || has_costs;
        any_delivery = any_delivery || terms.delivery;
    }
    if (any_costs) table.rows.push_back(std::move(costs));
    if (any_delivery) table.rows.push_back(std::move(delivery));
}

/// The purchase price of each option, part by part; nothing if no price is known.
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
        if (std::ranges::any_of(series.y, [](double y) { return y > 0.0; })) chart.series.push_back(std::move(series));
    }
    if (!chart.series.empty()) section.blocks.emplace_back(std::move(chart));
}

} // namespace

ReportSection money_section(const ReportDraft& draft)
{
    ReportSection section{"money", draft.text("section.money"), {draft.paragraph("money.intro")}};
    ReportTable table{"money", draft.text("table.money"), draft.option_columns("property"), {}};
    table.rows.push_back(draft.row(draft.quantity("cost.purchase"),
                                   [&](const Evaluation& option) { return purchase_cell(draft, option); }));
    add_offer_terms(draft, table);
    add_figures(draft, money_figures, table);
    section.blocks.emplace_back(std::move(table));
    add_purchase_chart(draft, section);
    return section;
}

namespace {

std::vector<ReportColumn> bill_columns(const ReportDraft& draft)
{
    return {{draft.text("bill.part")},         {draft.text("bill.quantity"), true}, {draft.text("bill.price"), true},
            {draft.text("bill.amount"), true}, {draft.text("bill.kind")},           {draft.text("bill.date")},
            {draft.text("bill.source")}};
}

std::string part_text(const ReportDraft& draft, const BillLine& line)
{
    const std::string kind = draft.messages.text("part." + std::string(key_of(line.kind)));
    return line.name.empty() ? kind : draft.text("bill.part-name", {{"kind", kind}, {"name", line.name}});
}

} // namespace

ReportCell part_count_cell(const ReportDraft& draft, const BillLine& line)
{
    if (!line.is_quantity_known) return {draft.text("bill.no-size")};
    return draft.cell(line.kind == PartKind::storage ? terabytes(line.quantity) : Value{line.quantity, Unit::count});
}

namespace {

/// Supplier, tax, warranty and validity follow the source, if the price names them.
std::string source_text(const ReportDraft& draft, const BillLine& line)
{
    const Price& price = *line.price;
    std::vector<std::string> parts;
    if (!price.supplier.empty()) parts.push_back(price.supplier);
    if (!price.source.empty()) parts.push_back(price.source);
    if (parts.empty() && line.overridden) parts.push_back(draft.text("bill.own-price"));
    if (price.tax_included) parts.push_back(tax_text({price.tax_included, price.tax_rate}, draft.messages));
    if (price.warranty_months)
        parts.push_back(draft.text("bill.warranty", {{"months", Value{*price.warranty_months, Unit::count}}}));
    if (!price.valid_until.empty()) parts.push_back(draft.text("bill.valid-until", {{"date", price.valid_until}}));
    if (line.exchange && line.exchange->from != line.exchange->to)
        parts.push_back(draft.text("bill.exchange", {{"from", line.exchange->from},
                                                     {"to", line.exchange->to},
                                                     {"rate", Value{line.exchange->rate, Unit::ratio}},
                                                     {"date", line.exchange->date}}));
    std::string text;
    for (const std::string& part : parts) draft.add_item(text, part);
    return text;
}

std::vector<ReportCell> row_of(const ReportDraft& draft, const BillLine& line, const std::string& currency)
{
    std::vector<ReportCell> row{{part_text(draft, line)}, part_count_cell(draft, line)};
    if (!line.price) {
        row.resize(bill_columns(draft).size());
        row[2] = {draft.text("no-price")};
        return row;
    }
    row.push_back(draft.cell(money(line.price->amount, line.price->currency)));
    const char* gap = line.is_quantity_known ? "bill.no-rate" : "bill.no-size";
    row.push_back(line.amount ? draft.cell(money(*line.amount, currency)) : ReportCell{draft.text(gap)});
    row.push_back({name_of(line.price->kind, draft.messages)});
    row.push_back({line.price->date});
    row.push_back({source_text(draft, line)});
    return row;
}

ReportTable bill_table(const ReportDraft& draft, std::size_t index)
{
    const Evaluation& option = *draft.inputs.options[index];
    const BillOfMaterials& bill = option.estimate->cost.bill;
    ReportTable table{"bill-" + std::to_string(index + 1), draft.names[index], bill_columns(draft), {}};
    for (const BillLine& line : bill.lines) table.rows.push_back(row_of(draft, line, bill.currency));
    std::vector<ReportCell> total(table.columns.size());
    total[0] = {draft.text("bill.total")};
    total[3] = purchase_cell(draft, option);
    total[3].is_sum = total[3].value.has_value();
    table.rows.push_back(std::move(total));
    return table;
}

} // namespace

ReportSection bill_section(const ReportDraft& draft)
{
    ReportSection section{"bill", draft.text("section.bill"), {}};
    for (std::size_t i = 0; i < draft.inputs.options.size(); ++i) {
        if (draft.inputs.options[i]->estimate->cost.bill.lines.empty())
            section.blocks.emplace_back(draft.paragraph("bill.nothing", {{"option", draft.names[i]}}));
        else
            section.blocks.emplace_back(bill_table(draft, i));
    }
    section.blocks.emplace_back(draft.paragraph("bill.note"));
    return section;
}

} // namespace rigwright

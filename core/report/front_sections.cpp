// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/checks/checks.h"
#include "core/report/comparison.h"
#include "core/report/comparison_text.h"
#include "core/report/sections.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr auto first_figures = std::to_array<std::string_view>(
    {"memory.total_bytes", "time.wall_seconds", "time.samples_per_second", "takt.part_latency_seconds"});
constexpr auto last_figures =
    std::to_array<std::string_view>({"cost.run", "energy.total_kWh", "energy.average_power_W"});

ReportCell limit_cell(const ReportDraft& draft, const Evaluation& option)
{
    if (!option.estimate->time) return {"–"};
    return {draft.messages.text("bottleneck." + std::string(key_of(option.estimate->time->bottleneck)))};
}

/// If the options update with different numbers of samples: these numbers, and the training time at that of the first.
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
    ReportTable table{"comparison", {}, draft.option_columns("property"), {}};
    table.rows.push_back(draft.row(draft.text("gpus"), [&](const Evaluation& option) {
        return ReportCell{build_text(option, draft.inputs.data, draft.messages)};
    }));
    table.rows.push_back(draft.row(draft.text("verdict"), [&](const Evaluation& option) {
        return ReportCell{verdict_text(compared_verdict(option), draft.messages)};
    }));
    const Comparison comparison = compare(draft.inputs.options, 0, draft.inputs.data);
    add_figures(draft, first_figures, table);
    add_batch_rows(draft, comparison, table);
    table.rows.push_back(
        draft.row(draft.text("limit"), [&](const Evaluation& option) { return limit_cell(draft, option); }));
    table.rows.push_back(draft.row(draft.quantity("cost.purchase"),
                                   [&](const Evaluation& option) { return purchase_cell(draft, option); }));
    add_figures(draft, last_figures, table);
    ReportSection section{
        "comparison", draft.text("section.comparison"), {std::move(table), draft.paragraph("ranges-in-short")}};
    if (!comparison.same_global_batch)
        section.blocks.emplace_back(ReportParagraph{draft.messages.text("compare.other-global-batch")});
    return section;
}

namespace {

/// "2 × GeForce RTX 4090: CN¥26,000" for each line of that kind.
std::string parts_text(const ReportDraft& draft, const BillOfMaterials& bill, PartKind kind)
{
    std::string text;
    for (const BillLine& line : bill.lines) {
        if (line.kind != kind) continue;
        const std::string amount = line.amount  ? draft.text(money(*line.amount, bill.currency))
                                   : line.price ? draft.text("bill.no-rate")
                                                : draft.text("no-price");
        const std::string count = part_count_cell(draft, line).text;
        const std::string part =
            line.name.empty()         ? amount
            : !line.is_quantity_known ? draft.text("bills.without-size", {{"name", line.name}})
            : kind == PartKind::machine
                ? draft.text("bills.machines-of", {{"count", count}, {"name", line.name}, {"amount", amount}})
                : draft.text(kind == PartKind::storage ? "bills.amount-of" : "bills.count-of",
                             {{"count", count}, {"name", line.name}, {"amount", amount}});
        draft.add_item(text, part);
    }
    return text.empty() ? "–" : text;
}

} // namespace

ReportSection bills_section(const ReportDraft& draft)
{
    ReportTable table{"bills", {}, draft.option_columns("bill.part"), {}};
    for (const PartKind kind : all_part_kinds) {
        auto row = draft.row(draft.messages.text("part." + std::string(key_of(kind))), [&](const Evaluation& option) {
            return ReportCell{parts_text(draft, option.estimate->cost.bill, kind)};
        });
        if (std::any_of(row.begin() + 1, row.end(), [](const ReportCell& cell) { return cell.text != "–"; }))
            table.rows.push_back(std::move(row));
    }
    table.rows.push_back(
        draft.row(draft.text("bill.total"), [&](const Evaluation& option) { return purchase_cell(draft, option); }));
    return {"bills", draft.text("section.bills"), {std::move(table), draft.paragraph("bills.note")}};
}

namespace {

/// Number of risks that fit beside the rest; the appendix has all of them.
constexpr std::size_t most_risks = 8;

struct Risk {
    std::string text;
    std::string options;
};

/// Warnings of the checks and what was never measured; equal findings of multiple options appear once, reasons for
/// excluding an option only there.
std::vector<Risk> found_risks(const ReportDraft& draft)
{
    std::vector<Risk> risks;
    for (std::size_t i = 0; i < draft.inputs.options.size(); ++i)
        for (const Finding& finding : draft.inputs.options[i]->estimate->findings) {
            if (finding.severity != Finding::Severity::loses && !is_risk(finding)) continue;
            std::string text = draft.messages.text_of_finding(finding);
            const auto known = std::ranges::find(risks, text, &Risk::text);
            if (known == risks.end())
                risks.push_back({std::move(text), draft.names[i]});
            else if (!known->options.ends_with(draft.names[i]))
                draft.add_item(known->options, draft.names[i]);
        }
    return risks;
}

void add_found_risks(const ReportDraft& draft, ReportSection& section)
{
    const std::vector<Risk> risks = found_risks(draft);
    if (risks.empty()) {
        section.blocks.emplace_back(draft.paragraph("risks.none"));
        return;
    }
    ReportTable table{"risks", {}, {{draft.text("finding")}}, {}};
    const bool several = draft.inputs.options.size() > 1;
    if (several) table.columns.push_back({draft.text("option")});
    for (std::size_t i = 0; i < std::min(risks.size(), most_risks); ++i) {
        auto& row = table.rows.emplace_back();
        row.push_back({risks[i].text});
        if (several) row.push_back({risks[i].options});
    }
    section.blocks.emplace_back(std::move(table));
    if (risks.size() <= most_risks) return;
    const Value more{double(risks.size() - most_risks), Unit::count};
    section.blocks.emplace_back(draft.paragraph("risks.more", {{"more", more}}));
}

/// Joined names of the parts whose line satisfies `says`; empty if none does.
template <typename Says>
std::string parts_that(const ReportDraft& draft, const Evaluation& option, const Says& says)
{
    std::string parts;
    for (const BillLine& line : option.estimate->cost.bill.lines) {
        if (!says(line)) continue;
        const std::string kind = draft.messages.text("part." + std::string(key_of(line.kind)));
        draft.add_item(parts, line.name.empty() ? kind : line.name);
    }
    return parts;
}

/// Missing prices, and quotes that have expired by the day of the report.
ReportList price_risks(const ReportDraft& draft)
{
    ReportList list;
    for (std::size_t i = 0; i < draft.inputs.options.size(); ++i) {
        const Evaluation& option = *draft.inputs.options[i];
        const auto add = [&](const char* code, const std::string& parts) {
            if (!parts.empty()) list.items.push_back(draft.text(code, {{"option", draft.names[i]}, {"parts", parts}}));
        };
        add("risks.no-price", parts_that(draft, option, [](const BillLine& line) { return !line.amount; }));
        add("risks.over", parts_that(draft, option, [&](const BillLine& line) {
                // A month without a day is valid throughout the month.
                const std::string last = line.price ? line.price->valid_until : std::string();
                return !last.empty() && last < draft.inputs.date.substr(0, last.size());
            }));
    }
    return list;
}

} // namespace

ReportSection risks_section(const ReportDraft& draft)
{
    ReportSection section{"risks", draft.text("section.risks"), {}};
    add_found_risks(draft, section);
    ReportList prices = price_risks(draft);
    if (!prices.items.empty()) section.blocks.emplace_back(std::move(prices));
    section.blocks.emplace_back(draft.paragraph("unchecked.always"));
    return section;
}

} // namespace rigwright

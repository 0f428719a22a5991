// SPDX-License-Identifier: Apache-2.0
#include "core/report/sections.h"

#include "core/estimate/quantities.h"
#include "core/network/operator.h"
#include "core/text/number_text.h"

#include <algorithm>

namespace rigwright {

namespace {

void add_figure(const ReportDraft& draft, const EstimateQuantity& quantity, ReportTable& table)
{
    std::vector<ReportCell> row{{draft.quantity(quantity.id)}};
    for (const Evaluation* option : draft.inputs.options) row.push_back(draft.ranged_cell(*option, quantity.id));
    const bool known = std::any_of(row.begin() + 1, row.end(), [](const ReportCell& c) { return c.value; });
    if (known) table.rows.push_back(std::move(row));
}

} // namespace

/// A sum of prices is only a lower bound if lines of the bill have none.
ReportCell ReportDraft::ranged_cell(const Evaluation& option, std::string_view id) const
{
    const EstimateQuantity* quantity = quantity_of(id);
    const std::optional<Value> middle = quantity_value(option, id);
    if (!middle || !quantity) return {"–"};
    if (is_lower_bound(*quantity, *option.estimate)) return cell(at_least(*middle, true));
    const std::optional<Value> low = quantity_value(option, quantity->range.low);
    const std::optional<Value> high = quantity_value(option, quantity->range.high);
    if (!low || !high) return cell(*middle);
    return {text("with-range", {{"value", *middle}, {"range", range_between(text(*low), text(*high))}}), *middle};
}

void add_figures(const ReportDraft& draft, std::span<const std::string_view> ids, ReportTable& table)
{
    for (const std::string_view id : ids)
        for (const EstimateQuantity& quantity : estimate_quantities())
            if (quantity.id == id || (id.ends_with('.') && quantity.id.starts_with(id)))
                add_figure(draft, quantity, table);
}

ReportCell purchase_cell(const ReportDraft& draft, const Evaluation& option)
{
    const BillOfMaterials& bill = option.estimate->cost.bill;
    if (bill.lines.empty() || bill.unpriced_lines == std::int64_t(bill.lines.size())) return {draft.text("no-price")};
    const Value total = money(bill.total, bill.currency);
    if (!bill.is_lower_bound()) return draft.cell(total);
    return {draft.text("at-least", {{"amount", total}, {"parts", draft.list_of(kinds_left_out(bill))}}), total};
}

namespace {

std::string name_of_gpu(const Evaluation& option, const EngineData& data)
{
    const Gpu* gpu = data.hardware.gpu(option.scenario.build.gpu);
    return gpu ? gpu->name : option.scenario.build.gpu;
}

} // namespace

std::string ReportDraft::text(std::string_view code, const Arguments& arguments) const
{
    return messages.text("report." + std::string(code), arguments);
}

void ReportDraft::add_item(std::string& list, std::string_view item) const
{
    if (!list.empty()) list += text("separator");
    list += item;
}

std::string ReportDraft::list_of(const std::vector<PartKind>& kinds) const
{
    std::string list;
    for (const PartKind kind : kinds) add_item(list, messages.text(std::string("part.") + key_of(kind)));
    return list;
}

ReportParagraph ReportDraft::paragraph(std::string_view code, const Arguments& arguments) const
{
    return {text(code, arguments)};
}

std::string ReportDraft::text(const Value& value) const { return text_of(value, messages.language()); }

ReportCell ReportDraft::cell(const Evaluation& option, std::string_view quantity) const
{
    const std::optional<Value> found = quantity_value(option, quantity);
    return found ? cell(*found) : ReportCell{"–"};
}

std::vector<ReportColumn> ReportDraft::option_columns(std::string_view first_code) const
{
    std::vector<ReportColumn> columns{{first_code.empty() ? std::string() : text(first_code)}};
    for (const std::string& name : names) columns.push_back({name, true});
    return columns;
}

std::string build_text(const Evaluation& option, const EngineData& data, const Messages& messages)
{
    const BuildChoice& build = option.scenario.build;
    if (trains_on_processor(build)) return messages.text("report.processor-alone");
    std::string one = grouped(build.gpus_per_node) + " × " + name_of_gpu(option, data);
    if (build.nodes == 1) return one;
    return messages.text("report.machines-with",
                         {{"machines", Value{double(build.nodes), Unit::count}}, {"gpus", one}});
}

std::vector<std::string> option_names(const ReportInputs& inputs, const Messages& messages)
{
    std::vector<std::string> plain;
    for (const Evaluation* option : inputs.options)
        plain.push_back(option->scenario.name.empty() ? build_text(*option, inputs.data, messages)
                                                      : option->scenario.name);
    std::vector<std::string> names = plain;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (std::ranges::count(plain, plain[i]) > 1) names[i] = std::to_string(i + 1) + ". " + plain[i];
    return names;
}

std::string joined_sentences(const std::vector<std::string>& sentences, Language language)
{
    std::string text;
    for (const std::string& sentence : sentences)
        text += (text.empty() || language != Language::english ? "" : " ") + sentence;
    return text;
}

} // namespace rigwright

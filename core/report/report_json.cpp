// SPDX-License-Identifier: Apache-2.0
#include "core/report/report_json.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace rigwright {

namespace {

using nlohmann::ordered_json;

std::string unit_word(const Value& value)
{
    switch (value.unit) {
    case Unit::ratio: return "ratio";
    case Unit::share: return "share";
    case Unit::count: return "count";
    case Unit::bytes: return "bytes";
    case Unit::seconds: return "seconds";
    case Unit::flops: return "FLOP";
    case Unit::macs: return "MAC";
    case Unit::flops_per_second: return "FLOP/s";
    case Unit::bytes_per_second: return "bytes/s";
    case Unit::samples_per_second: return "samples/s";
    case Unit::tokens_per_second: return "tokens/s";
    case Unit::flops_per_byte: return "FLOP/byte";
    case Unit::hertz: return "Hz";
    case Unit::watts: return "W";
    case Unit::kilowatt_hours: return "kWh";
    case Unit::bytes_per_element: return "bytes/element";
    case Unit::money: return value.currency.data();
    }
    return {};
}

ordered_json json_of(const ReportCell& cell)
{
    ordered_json object{{"text", cell.text}};
    if (!cell.value || !std::isfinite(cell.value->number)) return object;
    object["number"] = cell.value->number;
    object["unit"] = unit_word(*cell.value);
    return object;
}

ordered_json json_of(const ReportParagraph& paragraph)
{
    return {{"kind", "paragraph"}, {"text", paragraph.text}, {"emphasised", paragraph.emphasised}};
}

ordered_json json_of(const ReportList& list) { return {{"kind", "list"}, {"items", list.items}}; }

ordered_json json_of(const ReportTable& table)
{
    ordered_json object{{"kind", "table"},
                        {"id", table.id},
                        {"caption", table.caption},
                        {"columns", ordered_json::array()},
                        {"rows", ordered_json::array()}};
    for (const ReportColumn& column : table.columns) object["columns"].push_back(column.heading);
    for (const auto& row : table.rows) {
        ordered_json cells = ordered_json::array();
        for (const ReportCell& cell : row) cells.push_back(json_of(cell));
        object["rows"].push_back(std::move(cells));
    }
    return object;
}

ordered_json json_of(const ReportChart& chart)
{
    ordered_json object{{"kind", "chart"},
                        {"id", chart.id},
                        {"caption", chart.caption},
                        {"drawn_as", word_of(chart.kind)},
                        {"x_axis", chart.x_axis},
                        {"y_axis", chart.y_axis},
                        {"categories", chart.categories},
                        {"series", ordered_json::array()}};
    for (const ReportSeries& series : chart.series)
        object["series"].push_back(
            {{"name", series.name}, {"x", series.x}, {"y", series.y}, {"low", series.low}, {"high", series.high}});
    return object;
}

ordered_json json_of(const Report& report)
{
    ordered_json sections = ordered_json::array();
    for (const ReportSection& section : report.sections) {
        ordered_json blocks = ordered_json::array();
        for (const ReportBlock& block : section.blocks)
            blocks.push_back(std::visit([](const auto& b) { return json_of(b); }, block));
        sections.push_back({{"id", section.id}, {"heading", section.heading}, {"blocks", std::move(blocks)}});
    }
    return {{"language", word_of(report.language)}, {"title", report.title}, {"sections", std::move(sections)}};
}

} // namespace

ordered_json report_json(std::span<const Report> reports)
{
    ordered_json object{{"format", "rigwright.report"}, {"version", 1}, {"reports", ordered_json::array()}};
    for (const Report& report : reports) object["reports"].push_back(json_of(report));
    return object;
}

} // namespace rigwright

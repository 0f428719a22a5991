// SPDX-License-Identifier: Apache-2.0
#include "core/json/characters.h"
#include "core/report/report_writers.h"
#include "core/scenario/list_json.h"
#include "core/text/number_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace rigwright {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

class CsvSheet {
public:
    explicit CsvSheet(Separator separator) : separator_(separator) {}

    void line(const std::vector<ReportCell>& cells)
    {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (i > 0) text_ += separator_ == Separator::comma ? ',' : '\t';
            text_ += quoted_cell(cells[i].value ? cells[i].text : guarded_cell(cells[i].text));
        }
        text_ += "\r\n";
    }
    void line(const std::string& text) { line(std::vector<ReportCell>{{text}}); }
    void gap() { text_ += "\r\n"; }
    const std::string& text() const { return text_; }

private:
    Separator separator_;
    std::string text_{byte_order_mark};
};

void put(const ReportTable& table, CsvSheet& sheet)
{
    if (!table.caption.empty()) sheet.line(table.caption);
    std::vector<ReportCell> headings;
    for (const ReportColumn& column : table.columns) headings.push_back({column.heading});
    sheet.line(headings);
    for (const auto& row : table.rows) sheet.line(row);
    sheet.gap();
}

void put(const ReportChart& chart, CsvSheet& sheet) { put(chart_table(chart), sheet); }

void put(const ReportList& list, CsvSheet& sheet)
{
    for (const std::string& item : list.items) sheet.line(item);
    sheet.gap();
}

void put(const ReportParagraph& paragraph, CsvSheet& sheet)
{
    sheet.line(paragraph.text);
    sheet.gap();
}

} // namespace

std::string report_csv(std::span<const Report> reports, Separator separator)
{
    CsvSheet sheet(separator);
    for (const Report& report : reports) {
        sheet.line(report.title);
        sheet.line(report.subtitle);
        sheet.gap();
        for (const ReportSection& section : report.sections) {
            sheet.line(section.heading);
            for (const ReportBlock& block : section.blocks) std::visit([&](const auto& b) { put(b, sheet); }, block);
        }
    }
    return sheet.text();
}

namespace {

constexpr int chart_digits = 4;

ReportCell number_cell(double number) { return {significant(number, chart_digits), Value{number, Unit::ratio}}; }

std::string series_heading(const ReportChart& chart, const ReportSeries& series)
{
    return chart.y_axis.empty() ? series.name : series.name + " (" + chart.y_axis + ")";
}

std::vector<double> all_x(const ReportChart& chart)
{
    std::vector<double> places;
    for (const ReportSeries& series : chart.series) places.insert(places.end(), series.x.begin(), series.x.end());
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

ReportCell cell_at(const ReportSeries& series, double x)
{
    const auto found = std::ranges::find(series.x, x);
    if (found == series.x.end()) return {};
    return number_cell(series.y[static_cast<std::size_t>(found - series.x.begin())]);
}

ReportCell ranged_cell(const ReportSeries& series, std::size_t i)
{
    ReportCell cell = number_cell(series.y[i]);
    if (!series.low.empty())
        cell.text +=
            " (" + range_between(significant(series.low[i], chart_digits), significant(series.high[i], chart_digits)) +
            ")";
    return cell;
}

} // namespace

ReportTable chart_table(const ReportChart& chart)
{
    ReportTable table{chart.id, chart.caption, {{chart.x_axis}}, {}};
    for (const ReportSeries& series : chart.series) table.columns.push_back({series_heading(chart, series), true});
    if (chart.kind == ReportChartKind::lines) {
        for (const double x : all_x(chart)) {
            std::vector<ReportCell> row{number_cell(x)};
            for (const ReportSeries& series : chart.series) row.push_back(cell_at(series, x));
            table.rows.push_back(std::move(row));
        }
        return table;
    }
    for (std::size_t i = 0; i < chart.categories.size(); ++i) {
        std::vector<ReportCell> row{{chart.categories[i]}};
        for (const ReportSeries& series : chart.series) row.push_back(ranged_cell(series, i));
        table.rows.push_back(std::move(row));
    }
    return table;
}

namespace {

/// Every character that Markdown could take for markup gets a backslash; line breaks become spaces.
std::string escaped(std::string_view text)
{
    constexpr std::string_view markup = "\\`*_{}[]<>()#+-!|~&";
    std::string result;
    for (const char c : text) {
        if (c == '\n' || c == '\r' || c == '\t') {
            result += ' ';
            continue;
        }
        if (markup.find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

std::string line_of(const std::vector<std::string>& cells)
{
    std::string line = "|";
    for (const std::string& cell : cells) line += " " + cell + " |";
    return line + "\n";
}

std::string markdown(const ReportTable& table)
{
    std::string text = table.caption.empty() ? table.caption : "**" + escaped(table.caption) + "**\n\n";
    std::vector<std::string> headings;
    std::vector<std::string> rules;
    for (const ReportColumn& column : table.columns) {
        headings.push_back(escaped(column.heading));
        rules.emplace_back(column.numeric ? "---:" : "---");
    }
    text += line_of(headings) + line_of(rules);
    for (const auto& row : table.rows) {
        std::vector<std::string> cells;
        cells.reserve(row.size());
        for (const ReportCell& cell : row) cells.push_back(escaped(cell.text));
        text += line_of(cells);
    }
    return text + "\n";
}

std::string markdown(const ReportList& list)
{
    std::string text;
    for (const std::string& item : list.items) text += "- " + escaped(item) + "\n";
    return text + "\n";
}

std::string markdown(const ReportParagraph& paragraph)
{
    const std::string text = escaped(paragraph.text);
    return (paragraph.emphasised ? "**" + text + "**" : text) + "\n\n";
}

std::string markdown(const ReportChart& chart) { return markdown(chart_table(chart)); }

std::string markdown(const Report& report)
{
    std::string text = "# " + escaped(report.title) + "\n\n" + escaped(report.subtitle) + "\n\n";
    for (const ReportSection& section : report.sections) {
        text += "## " + escaped(section.heading) + "\n\n";
        for (const ReportBlock& block : section.blocks)
            text += std::visit([](const auto& b) { return markdown(b); }, block);
    }
    return text;
}

} // namespace

std::string report_markdown(std::span<const Report> reports)
{
    std::string text;
    for (const Report& report : reports) text += (text.empty() ? "" : "---\n\n") + markdown(report);
    return text;
}

namespace {

using nlohmann::ordered_json;

std::string unit_word(const Value& value)
{
    switch (value.unit) {
    case Unit::ratio: return "ratio";
    case Unit::share: return "share";
    case Unit::count: return "count";
    case Unit::bytes:
    case Unit::stored_bytes: return "bytes";
    case Unit::seconds: return "seconds";
    case Unit::flops: return "FLOP";
    case Unit::macs: return "MAC";
    case Unit::flops_per_second: return "FLOP/s";
    case Unit::bytes_per_second: return "bytes/s";
    case Unit::samples_per_second: return "samples/s";
    case Unit::per_second: return "1/s";
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
    const auto row_json = [](const std::vector<ReportCell>& row) {
        return list_json(row, [](const ReportCell& cell) { return json_of(cell); });
    };
    return {{"kind", "table"},
            {"id", table.id},
            {"caption", table.caption},
            {"columns", list_json(table.columns, &ReportColumn::heading)},
            {"rows", list_json(table.rows, row_json)}};
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
        sections.push_back({{"id", section.id},
                            {"heading", section.heading},
                            {"appendix", section.appendix},
                            {"blocks", std::move(blocks)}});
    }
    return {{"language", word_of(report.language)},
            {"title", report.title},
            {"subtitle", report.subtitle},
            {"sections", std::move(sections)}};
}

} // namespace

ordered_json report_json(std::span<const Report> reports)
{
    return {{"format", "rigwright.report"},
            {"version", 1},
            {"reports", list_json(reports, [](const Report& report) { return json_of(report); })}};
}

} // namespace rigwright

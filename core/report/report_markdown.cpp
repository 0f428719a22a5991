// SPDX-License-Identifier: Apache-2.0
#include "core/report/report_markdown.h"

#include "core/report/chart_table.h"

#include <string_view>

namespace rigwright {

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
    std::string text = "**" + escaped(table.caption) + "**\n\n";
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
    std::string text = "# " + escaped(report.title) + "\n\n";
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

} // namespace rigwright

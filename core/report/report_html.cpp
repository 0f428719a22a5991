// SPDX-License-Identifier: Apache-2.0
#include "core/report/report_writers.h"

#include <string_view>

namespace rigwright {

namespace {

constexpr std::string_view style = R"(
body { font-family: "Noto Sans", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif; font-size: 10pt; color: #1b1b1b; background: #ffffff; max-width: 60em; margin: 2em auto; padding: 0 1em; line-height: 1.45; }
h1 { font-size: 18pt; margin: 0 0 0.6em 0; }
h2 { font-size: 13pt; margin: 1.6em 0 0.5em 0; border-bottom: 1px solid #999999; }
p { margin: 0.5em 0; }
p.answer { font-weight: bold; font-size: 11pt; }
p.caption { font-weight: bold; margin: 1em 0 0.3em 0; }
table { border-collapse: collapse; margin: 0 0 1em 0; width: 100%; }
th, td { border: 1px solid #bbbbbb; padding: 3px 6px; vertical-align: top; text-align: left; }
th { background: #eef1f5; }
td.number, th.number { text-align: right; }
table.form td { height: 3em; }
@page { size: A4; margin: 16mm; }
@media print { h2, p.caption { page-break-after: avoid; } h2.appendix, div + div { page-break-before: always; } tr, svg { page-break-inside: avoid; } body { max-width: none; margin: 0; } }
)";

std::string cell(const std::string& tag, const std::string& text, bool numeric)
{
    return "<" + tag + (numeric ? " class=\"number\">" : ">") + html_escaped(text) + "</" + tag + ">";
}

std::string caption(const std::string& text)
{
    return text.empty() ? text : "<p class=\"caption\">" + html_escaped(text) + "</p>\n";
}

std::string rows_of(const ReportTable& table)
{
    std::string html = table.is_form ? "<table class=\"form\">\n<thead><tr>" : "<table>\n<thead><tr>";
    for (const ReportColumn& column : table.columns) html += cell("th", column.heading, column.numeric);
    html += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
        html += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) html += cell("td", row[i].text, table.columns[i].numeric);
        html += "</tr>\n";
    }
    return html + "</tbody></table>\n";
}

class HtmlPage {
public:
    explicit HtmlPage(const ChartMarkup& picture) : picture_(picture) {}

    std::string operator()(const ReportParagraph& paragraph) const
    {
        return (paragraph.emphasised ? "<p class=\"answer\">" : "<p>") + html_escaped(paragraph.text) + "</p>\n";
    }
    std::string operator()(const ReportList& list) const
    {
        std::string html = "<ul>\n";
        for (const std::string& item : list.items) html += "<li>" + html_escaped(item) + "</li>\n";
        return html + "</ul>\n";
    }
    std::string operator()(const ReportTable& table) const { return caption(table.caption) + rows_of(table); }
    std::string operator()(const ReportChart& chart) const
    {
        const std::string drawn = picture_ ? picture_(chart) : std::string();
        return caption(chart.caption) + (drawn.empty() ? "" : "<p>" + drawn + "</p>\n") + rows_of(chart_table(chart));
    }

private:
    const ChartMarkup& picture_;
};

std::string body_of(const Report& report, const HtmlPage& page)
{
    std::string html = "<h1>" + html_escaped(report.title) + "</h1>\n<p>" + html_escaped(report.subtitle) + "</p>\n";
    bool in_appendix = false;
    for (const ReportSection& section : report.sections) {
        const bool new_page = section.appendix && !in_appendix;
        in_appendix = section.appendix;
        html += std::string(new_page ? "<h2 class=\"appendix\">" : "<h2>") + html_escaped(section.heading) + "</h2>\n";
        for (const ReportBlock& block : section.blocks) html += std::visit(page, block);
    }
    return html;
}

std::string_view language_tag(Language language) { return language == Language::english ? "en" : "zh-CN"; }

} // namespace

std::string html_escaped(const std::string& text)
{
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        case '\'': result += "&#39;"; break;
        default: result += c;
        }
    }
    return result;
}

std::string report_html(std::span<const Report> reports, const ChartMarkup& picture)
{
    const HtmlPage page(picture);
    const Language first = reports.empty() ? Language::english : reports.front().language;
    std::string html = "<!DOCTYPE html>\n<html lang=\"" + std::string(language_tag(first)) +
                       "\">\n<head>\n<meta charset=\"utf-8\">\n<title>" +
                       (reports.empty() ? "" : html_escaped(reports.front().title)) + "</title>\n<style>" +
                       std::string(style) + "</style>\n</head>\n<body>\n";
    for (const Report& report : reports)
        html +=
            "<div lang=\"" + std::string(language_tag(report.language)) + "\">\n" + body_of(report, page) + "</div>\n";
    return html + "</body>\n</html>\n";
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/report.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <functional>
#include <span>
#include <string>

namespace rigwright {

enum class Separator { comma, tab };

/// The reports as one sheet of separated values (RFC 4180: every cell quoted, lines end in CR LF), in UTF-8 with a byte
/// order mark so that spreadsheets read Chinese: headings, sentences and tables below each other.
///
/// A text that a spreadsheet would compute (=, +, -, @, their full-width forms, tab, line break in front) is kept a
/// text by an apostrophe; cells that hold numbers never get one. The XLSX file is the safe form: spreadsheets drop the
/// apostrophe when they save.
std::string report_csv(std::span<const Report> reports, Separator separator = Separator::comma);

/// The numbers of a chart as a table, for writers and readers that cannot see it: a row for each category with a column
/// for each series, or for lines a row for each x with the series that have a point there.
ReportTable chart_table(const ReportChart& chart);

/// The reports, one after the other, as GitHub-flavoured Markdown in UTF-8. Charts are told by their tables of numbers.
/// Texts are escaped: none can become markup.
std::string report_markdown(std::span<const Report> reports);

/// {"format": "rigwright.report", "version": 1, "reports": [...]}: each report with its sections and blocks. A cell
/// that holds a number has "number" in the base unit that "unit" names (bytes, seconds, W, ...) beside its "text".
nlohmann::ordered_json report_json(std::span<const Report> reports);

/// How a chart appears in the page: markup of a picture ("<svg ...>", "<img ...>"). Empty for none.
using ChartMarkup = std::function<std::string(const ReportChart&)>;

/// The reports as one page that needs no other file: style within, pictures as `picture` makes them, the numbers of
/// every chart as a table below it. Texts are escaped; the page loads nothing and runs nothing.
std::string report_html(std::span<const Report> reports, const ChartMarkup& picture);

/// A text as it is written between tags or in an attribute.
std::string html_escaped(const std::string& text);

/// Writes the reports as a workbook, one sheet for each section, by libxlsxwriter: texts as texts (never formulas),
/// numbers as numbers in the unit that their format shows, charts as charts of the spreadsheet over cells of the same
/// sheet. False when the file cannot be written; what stood there may then be damaged, so write beside it and rename.
bool write_report_xlsx(std::span<const Report> reports, const std::filesystem::path& path);

/// A number as a spreadsheet holds it: scaled to a unit that suits its size, with the format that names the unit.
struct SpreadsheetNumber {
    double number = 0.0;
    std::string format;
};
SpreadsheetNumber spreadsheet_number(const Value& value);

} // namespace rigwright

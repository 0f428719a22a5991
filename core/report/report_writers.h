// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/report.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace rigwright {

enum class Separator { comma, tab };

/// The reports as one sheet of separated values (RFC 4180: every cell quoted, lines end in CR LF), in UTF-8 with a byte
/// order mark so that spreadsheets read Chinese: headings, sentences and tables one below the other.
///
/// An apostrophe before a text that a spreadsheet would compute (beginning with =, +, -, @, their full-width forms,
/// tab, line break) keeps it a text; number cells never get one. The XLSX file is the safe form: spreadsheets drop the
/// apostrophe when they save.
std::string report_csv(std::span<const Report> reports, Separator separator = Separator::comma);

/// The numbers of a chart as a table, for writers and readers without the chart: one row per category with one column
/// per series, or for lines one row per x with the series that have a point there.
ReportTable chart_table(const ReportChart& chart);

/// The reports in sequence, as GitHub-flavored Markdown in UTF-8. Charts become tables of their numbers. Texts are
/// escaped: none can become markup.
std::string report_markdown(std::span<const Report> reports);

/// {"format": "rigwright.report", "version": 1, "reports": [...]}: each report with its sections and blocks. A number
/// cell has "number" in the base unit of "unit" (bytes, seconds, W, ...) beside its "text".
nlohmann::ordered_json report_json(std::span<const Report> reports);

/// The markup of a chart's picture in the page ("<svg ...>", "<img ...>"). Empty for none.
using ChartMarkup = std::function<std::string(const ReportChart&)>;

/// The reports as one self-contained page: embedded style, pictures from `picture`, and the numbers of every chart as a
/// table below it. Texts are escaped; the page loads nothing and runs nothing.
std::string report_html(std::span<const Report> reports, const ChartMarkup& picture);

/// Escapes a text for use between tags or in an attribute.
std::string html_escaped(const std::string& text);

/// Writes the reports as a workbook, one sheet per section, with libxlsxwriter: texts as texts (never formulas),
/// numbers as numbers in the unit of their format, charts as native charts over cells of the same sheet. False when the
/// file cannot be written; an existing file may then be damaged, so write to another file and rename it.
bool write_report_xlsx(std::span<const Report> reports, const std::filesystem::path& path);

/// A number for a spreadsheet: scaled to the unit that suits `largest`, itself without it, with the format that names
/// the unit.
struct SpreadsheetNumber {
    double number = 0.0;
    std::string format;
};
SpreadsheetNumber spreadsheet_number(const Value& value, std::optional<double> largest = {});

} // namespace rigwright

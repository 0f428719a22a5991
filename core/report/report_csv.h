// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/report.h"

#include <nlohmann/json_fwd.hpp>

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

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/report.h"

#include <filesystem>
#include <span>

namespace rigwright {

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

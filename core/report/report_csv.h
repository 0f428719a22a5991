// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/report.h"

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

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rigwright {

// Text as a cell of a table that a spreadsheet reads. A text that a spreadsheet would compute (=, +, -, @, their
// full-width forms, tab or line break in front) is kept a text by an apostrophe; cells of numbers need none of this.

/// The guard alone.
std::string guarded_cell(std::string_view text);
/// For comma-separated values (RFC 4180): guarded, and quoted where it must be.
std::string csv_cell(std::string_view text);
/// The same, always in quotes. `text` is not guarded here: it may be a number.
std::string quoted_cell(std::string_view text);
/// For tab-separated values on the clipboard: guarded, and in one cell where it holds tabs or line breaks.
std::string tab_cell(std::string_view text);

} // namespace rigwright

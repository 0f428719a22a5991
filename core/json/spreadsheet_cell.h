// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rigwright {

// Text as a spreadsheet cell. An apostrophe protects text that a spreadsheet would evaluate (=, +, -, @, their
// full-width forms, tab or line break in front); numeric cells do not need it.

/// Only the apostrophe guard.
std::string guarded_cell(std::string_view text);
/// For comma-separated values (RFC 4180): guarded, and quoted if necessary.
std::string csv_cell(std::string_view text);
/// Always in quotes. `text` is not guarded here: it may be a number.
std::string quoted_cell(std::string_view text);
/// For tab-separated values on the clipboard: guarded, and quoted if it contains tabs or line breaks.
std::string tab_cell(std::string_view text);

} // namespace rigwright

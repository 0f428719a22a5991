// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// One row of a table as text.
struct DelimitedRow {
    /// Of its first character, from 1.
    std::size_t line = 1;
    std::vector<std::string> cells;
    /// Text stands behind a closing quotation mark, or the mark is never closed.
    bool broken_quotes = false;
};

struct DelimitedText {
    std::vector<DelimitedRow> rows;
    /// `too-many-rows` or `too-many-columns` (core/json/limits.h); empty where the table is whole.
    std::string problem;
};

/// Splits comma-separated values (RFC 4180) with any delimiter: a cell that begins with a quotation mark ends at the
/// next single one, and holds delimiters and line ends in between. Rows end with LF, CR or both; rows without a
/// character in any cell are left out.
DelimitedText split_rows(std::string_view text, char delimiter);

/// Comma, semicolon or tab: what makes most of the first rows equally long. A first line "sep=;" decides.
char found_delimiter(std::string_view text);

/// The text behind a first line "sep=;" that spreadsheets write and read.
std::string_view without_separator_line(std::string_view text);

} // namespace rigwright

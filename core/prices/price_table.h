// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/small_records.h"
#include "core/prices/list_terms.h"
#include "core/prices/price_cells.h"
#include "core/quantities/words.h"

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// One row of a table as text.
struct DelimitedRow {
    /// Line of its first character, from 1.
    std::size_t line = 1;
    std::vector<std::string> cells;
    /// Text follows a closing quotation mark, or the mark is never closed.
    bool broken_quotes = false;
};

struct DelimitedText {
    std::vector<DelimitedRow> rows;
    /// `too-many-rows` or `too-many-columns` (core/json/strict_json.h); empty if the table is complete.
    std::string problem;
};

/// Splits comma-separated values (RFC 4180) with any delimiter: a cell that begins with a quotation mark ends at the
/// next single one and may contain delimiters and line ends. Rows end with LF, CR or both; rows without any character
/// are left out.
DelimitedText split_rows(std::string_view text, char delimiter);

/// Comma, semicolon or tab: the one that makes most of the first rows equally long. A first line "sep=;" decides.
char found_delimiter(std::string_view text);

/// The text after a first line "sep=;", which spreadsheets write and read.
std::string_view without_separator_line(std::string_view text);

/// Meaning of a price table column.
enum class PriceColumn {
    part,
    name,
    price,
    currency,
    date,
    kind,
    source,
    supplier,
    tax_included,
    tax_rate,
    warranty,
    valid_until,
    note,
    quantity,
    /// The model of a product ("型号"), looked up before its name.
    model,
    /// In TB for drives; not read for other parts.
    capacity
};

template <>
inline constexpr std::array<std::string_view, 16> words<PriceColumn>{
    "part",         "name",     "price",    "currency",    "date", "kind",     "source", "supplier",
    "tax-included", "tax-rate", "warranty", "valid-until", "note", "quantity", "model",  "capacity"};

/// Meaning of a heading, with currency and scale.
struct PriceHeading {
    std::optional<PriceColumn> column;
    /// Its currency ("Price (CNY)", "单价（元）"); empty if there is none.
    std::string currency;
    /// Units of its numbers: 10,000 for "万元", 12 months for "(years)", 0.001 TB for "(GB)".
    double scale = 1.0;

    bool operator==(const PriceHeading&) const = default;
};

/// Reads a heading in English or Chinese, ignoring full-width forms, case and text in brackets.
PriceHeading price_heading(std::string_view text);

/// The headings of a row; if two mean the same column, the first one counts, and a second name is the model or, of two
/// models, the name.
std::vector<PriceHeading> price_headings(const std::vector<std::string>& cells);

/// Character encoding of a table.
enum class TextEncoding { utf8, utf8_with_mark, gb18030, utf16, windows_1252 };

template <>
inline constexpr std::array<std::string_view, 5> words<TextEncoding>{"utf-8", "utf-8-bom", "gb18030", "utf-16",
                                                                     "windows-1252"};

/// A text in UTF-8 without byte-order mark, and its original encoding.
struct DecodedText {
    std::string text;
    TextEncoding encoding = TextEncoding::utf8;
    /// The reason why there is no text: `empty`, `too-large`, `spreadsheet-file` (a workbook, not a text table),
    /// `binary-file`, `wrong-encoding` (bytes are invalid in the requested encoding), `unknown-encoding`. Empty on
    /// success.
    std::string problem;
};

/// The text of a file. Without `wanted` the encoding is detected: a byte-order mark decides, else UTF-8 if every byte
/// is valid UTF-8, else GB18030. Windows-1252 is never detected, since every text is valid in it.
DecodedText decode_text(std::string_view bytes, std::optional<TextEncoding> wanted = {});

/// The user's choices for a price list; missing ones are detected.
struct PriceListChoices {
    std::optional<TextEncoding> encoding;
    /// ',', ';' or a tab.
    std::optional<char> delimiter;
    /// '.' or ','.
    std::optional<char> decimal;
    /// Meaning of each column; empty to use the headings. A column beyond the list, or without a meaning, is ignored.
    std::vector<std::optional<PriceColumn>> columns;
    /// Defaults for rows without them: an ISO 4217 code (empty: such a row is rejected), the date (empty: the list's
    /// own, else `today`), the kind, the source.
    std::string currency;
    std::string date;
    /// The date of the import; later dates are rejected. Empty: all are accepted.
    std::string today;
    PriceKind kind = PriceKind::quotation;
    std::string source;
    /// Nothing: the list's own.
    std::optional<std::string> supplier;
    /// Parts that the user matched to names: name as a plain cell, id.
    std::map<std::string, std::string> parts;
};

/// A price list as a table, with its format, headings and rows.
struct PriceTable {
    TextEncoding encoding = TextEncoding::utf8;
    char delimiter = ',';
    char decimal = '.';
    /// Plain cells of the headings; rows above them (a title, an address) are left out.
    std::vector<std::string> headings;
    std::vector<PriceHeading> meanings;
    /// Rows below the headings, with unchanged cells.
    std::vector<DelimitedRow> rows;
    /// The reason why parsing failed: a code of `DecodedText` or `DelimitedText`, `no-headings` (no row names a price
    /// and a part), or `no-rows`. Empty on success.
    std::string problem;
    /// Terms for all prices of the list: from the price heading, a note above or below, a tax row ("税金(13%)", which
    /// adds tax to the prices), or the first total.
    ListTerms terms;
    /// Meaning of a column; nothing if it is not read.
    std::optional<PriceColumn> column(std::size_t index) const;
    /// Whether a cell other than a note marks the row as a total ("合计", "Subtotal"), tax or a note.
    bool is_total_row(const DelimitedRow& row) const;
};

/// Reads the bytes of a file, or text from the clipboard. With `choices.columns` set, the first row is used as headings
/// if none are found.
PriceTable read_price_table(std::string_view bytes, const PriceListChoices& choices);

} // namespace rigwright

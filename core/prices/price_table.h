// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/small_records.h"
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

/// What a column of a price table says.
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
    note
};

/// Words of the columns in files and on the command line, in the order of the enumerators.
template <>
inline constexpr std::array<std::string_view, 13> words<PriceColumn>{
    "part",     "name",         "price",    "currency", "date",        "kind", "source",
    "supplier", "tax-included", "tax-rate", "warranty", "valid-until", "note"};

/// What a heading says beside which column it is.
struct PriceHeading {
    std::optional<PriceColumn> column;
    /// A currency that it names ("Price (CNY)", "单价（元）"); empty for none.
    std::string currency;
    /// Units of its numbers: 10,000 for "万元", 12 months for "(years)".
    double scale = 1.0;

    bool operator==(const PriceHeading&) const = default;
};

/// Reads a heading in English or Chinese; full-width characters, case and what stands in brackets do not matter.
PriceHeading price_heading(std::string_view text);

/// The headings of a row; of two that mean the same column the first one does.
std::vector<PriceHeading> price_headings(const std::vector<std::string>& cells);

/// How the characters of a table are written as bytes.
enum class TextEncoding { utf8, utf8_with_mark, gb18030, utf16, windows_1252 };

template <>
inline constexpr std::array<std::string_view, 5> words<TextEncoding>{"utf-8", "utf-8-bom", "gb18030", "utf-16",
                                                                     "windows-1252"};

/// A text in UTF-8 without byte-order mark, and how it was written.
struct DecodedText {
    std::string text;
    TextEncoding encoding = TextEncoding::utf8;
    /// Why there is no text: `empty`, `too-large`, `spreadsheet-file` (a workbook, not a table as text), `binary-file`,
    /// `wrong-encoding` (bytes that the wanted encoding does not have), `unknown-encoding`. Empty where there is one.
    std::string problem;
};

/// The text of a file. Without `wanted` the encoding is found: a byte-order mark decides, else UTF-8 where every byte
/// is sound UTF-8, else GB18030. Windows-1252 is never found, since every text is sound in it.
DecodedText decode_text(std::string_view bytes, std::optional<TextEncoding> wanted = {});

/// What a person decides about a price list; what is left out is found.
struct PriceListChoices {
    std::optional<TextEncoding> encoding;
    /// ',', ';' or a tab.
    std::optional<char> delimiter;
    /// '.' or ','.
    std::optional<char> decimal;
    /// What each column is; empty to go by the headings. A column beyond the list, or without a meaning, is not read.
    std::vector<std::optional<PriceColumn>> columns;
    /// For rows that do not say: an ISO 4217 code (empty: such a row is rejected), the day, the kind, who says so.
    std::string currency;
    std::string date;
    PriceKind kind = PriceKind::quotation;
    std::string source;
    std::string supplier;
    /// Names in the list that a person has matched with parts: name as a plain cell, id.
    std::map<std::string, std::string> parts;
};

/// A price list as a table: how it was read, its headings, its rows.
struct PriceTable {
    TextEncoding encoding = TextEncoding::utf8;
    char delimiter = ',';
    char decimal = '.';
    /// Plain cells of the headings; rows above them (a title, an address) are left out.
    std::vector<std::string> headings;
    std::vector<PriceHeading> meanings;
    /// Below the headings, cells as they stand.
    std::vector<DelimitedRow> rows;
    /// Why nothing can be read: those of `DecodedText` and `DelimitedText`, `no-headings` (no row names a price and a
    /// part), `no-rows`. Empty where it can.
    std::string problem;
    /// The meaning of a column; nothing where it is not read.
    std::optional<PriceColumn> column(std::size_t index) const;
    bool has(PriceColumn column) const;
};

/// Reads the bytes of a file, or a text from the clipboard. With `choices.columns` set, the first row is taken for the
/// headings where none is found.
PriceTable read_price_table(std::string_view bytes, const PriceListChoices& choices);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/provenance.h"
#include "core/prices/delimited_text.h"
#include "core/prices/price_columns.h"
#include "core/prices/text_decoding.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

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

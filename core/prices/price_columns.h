// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/words.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

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

} // namespace rigwright

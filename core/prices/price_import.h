// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/price_list.h"
#include "core/prices/part_index.h"
#include "core/prices/price_table.h"
#include "core/quantities/words.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// What taking over a price list would do with a row.
enum class RowFate { added, changed, unchanged, rejected };
template <>
inline constexpr std::array<std::string_view, 4> words<RowFate>{"added", "changed", "unchanged", "rejected"};

/// Why a row is rejected, or what it does not do. Codes: `broken-quotes`, `too-many-cells`, `text-too-long`,
/// `hidden-characters`, `no-part`, `unknown-part`, `ambiguous-part`, `no-price`, `not-a-price`, `price-out-of-range`,
/// `no-currency`, `unknown-currency`, `two-currencies`, `no-date`, `not-a-date`, `no-source`, `unknown-kind`,
/// `kind-does-not-fit`, `unknown-tax`, `not-a-tax-rate`, `not-a-warranty`, `ends-before-it-begins`, `repeats-row`,
/// `contradicts-row`; of a row that is taken, where another own price of the part counts: `other-row-counts`,
/// `own-price-counts`.
struct RowReason {
    std::string code;
    std::optional<PriceColumn> column;
    /// What stands there, and what would be accepted: a part's id, words, the line of another row.
    std::string found;
    std::string accepted;

    bool operator==(const RowReason&) const = default;
};

struct ImportRow {
    /// Of the file, from 1.
    std::size_t line = 0;
    RowFate fate = RowFate::rejected;
    /// What the list calls the part, and the part itself; empty where it is not known.
    std::string called;
    std::string part;
    /// A part that the name is likely to mean, for a person to confirm.
    std::string suggestion;
    /// Meaningful only where the row is not rejected.
    Price price;
    /// The own price that a changed one follows; of an added one, another own price that counts for the part without it.
    std::optional<Price> before;
    std::vector<RowReason> reasons;
};

/// What a price list would do to a catalog, before anything is done.
struct PriceImport {
    std::vector<ImportRow> rows;
    /// By `RowFate`.
    std::array<std::size_t, words<RowFate>.size()> counts{};

    std::size_t count(RowFate fate) const { return counts[static_cast<std::size_t>(fate)]; }
    /// Prices that would be new.
    std::size_t taken() const { return count(RowFate::added) + count(RowFate::changed); }
};

/// Judges every row of a table that has no problem. A row is unchanged where the person's catalog holds the same
/// price already, changed where it holds another one of the same part, kind and supplier, else added. Prices of the
/// shipped database do not count: they stay, and an own price goes before them.
PriceImport check_prices(const PriceTable& table, const PriceListChoices& choices, const Catalog& catalog);

/// The new prices as a list for the person's catalog.
PriceListFile price_list_of(const PriceImport& import, std::string name, std::string date, std::string imported_from);

/// The headings of a price list as comma-separated text, with byte-order mark, and a row for each part with its id and
/// name. `headings` are the names of all columns, in the order of `PriceColumn`.
std::string price_template(const std::vector<PricedPart>& parts, const std::vector<std::string>& headings);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/own_catalog.h"
#include "core/hardware/small_records.h"
#include "core/quantities/typed_number.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// Common words for one meaning.
template <typename Value>
struct Meaning {
    Value value;
    std::vector<std::string_view> words;
};

/// Empty for a word without a meaning.
template <typename Value>
std::optional<Value> meaning_of(const std::vector<Meaning<Value>>& meanings, std::string_view word)
{
    for (const Meaning<Value>& meaning : meanings)
        if (std::ranges::find(meaning.words, word) != meaning.words.end()) return meaning.value;
    return std::nullopt;
}

/// Whether a whole word is at this position, not a card's edition ("Server Edition", "服务器版").
bool is_word_at(std::string_view text, std::size_t at, std::string_view word);

/// Whether a plain cell contains invisible characters: controls and bidirectional marks.
bool has_hidden_characters(std::string_view text);

/// An amount of money read from a plain cell.
struct AmountCell {
    std::optional<double> amount;
    /// Currency before or after the number; empty if there is none.
    std::string currency;
    /// The amount depends on the decimal character.
    bool either_way = false;
};

/// Reads "15,999.00", "¥15 999", "1.599,00 €", "1.6万", "1.2亿元". `decimal` is '.' or ','; the other one, spaces and
/// apostrophes may group three digits each. No signs, powers or formulas.
AmountCell amount_from(std::string_view cell, char decimal);

/// A date in the database's format, from "2026-11-01", "2026/11/1", "2026年11月1日", "1.11.2026", "20261101" and the
/// same without day; empty for anything else. "11/1/2026" is rejected because its meaning depends on the region.
std::string date_from(std::string_view cell);

std::optional<PriceKind> price_kind_from(std::string_view cell);
std::optional<bool> tax_included_from(std::string_view cell);
/// A share from "13%", "13" or "0.13"; numbers from 1 on are percentages.
std::optional<double> tax_rate_from(std::string_view cell, char decimal);
/// The kinds of part in a text: "3.84TB U.2 SSD" is storage, and so is "服务器硬盘", where the last word counts.
std::set<RecordKind> kinds_named(std::string_view text);
/// Costs in a quote other than parts.
enum class CostKind { shipping, service };
/// "运费", "安装调试费", "3-year onsite warranty"; empty for other texts, and for one that names a kind of part.
std::optional<CostKind> cost_named(std::string_view text);
inline constexpr double terabytes_of_a_gigabyte = 1e-3;
/// The database name of the memory kit in a text: "DDR5-4800 1 x 64 GB" for "64GB DDR5 RDIMM 4800" or "DDR5 4800MHz
/// 64G*1"; empty if type, rate or size is missing.
std::string memory_kit_named(std::string_view text);
/// A capacity and its place in a text.
struct NamedCapacity {
    double terabytes = 0.0;
    std::size_t at = 0;
    std::size_t length = 0;
};
/// The capacity in a text: "990 PRO 2TB", "SATA 6Gb/s 960 GB", "3.84T"; nothing if there is none.
std::optional<NamedCapacity> capacity_in(std::string_view text);
std::optional<double> terabytes_in(std::string_view text);
/// Months from "36", "36 months", "3 years", "3年"; a bare number is in years if `scale` is 12, in months if it is 1.
std::optional<double> warranty_months_from(std::string_view cell, char decimal, double scale);

} // namespace rigwright

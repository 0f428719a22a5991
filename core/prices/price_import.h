// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"
#include "core/hardware/price_list.h"
#include "core/prices/price_cells.h"
#include "core/prices/price_table.h"
#include "core/quantities/words.h"

#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rigwright {

/// Finds catalog parts by their name in a price list.
class PartIndex {
public:
    /// `catalog` must outlive the index.
    explicit PartIndex(const Catalog& catalog);

    const std::vector<PricedPart>& parts() const { return parts_; }
    /// By exact id, ignoring case.
    const PricedPart* by_id(std::string_view id) const;
    /// By exact name, with or without the vendor in front, ignoring case, spaces and dashes. Multiple results if parts
    /// share the name.
    std::vector<const PricedPart*> by_name(std::string_view name) const;
    /// The only part with the words of a name, ignoring its vendor and its own capacity: "三星 990 PRO 1TB". Of the
    /// given kinds; of any if `kinds` is empty.
    const PricedPart* by_words(const std::string& name, const std::set<RecordKind>& kinds) const;
    /// The most likely part for a name: the one with most words, all of them in the name; else the shortest one that
    /// has all words of the name. Nullptr if none or several qualify. The user must confirm it.
    const PricedPart* likely(std::string_view name, const std::set<RecordKind>& kinds) const;

private:
    void add(RecordKind kind, const std::string& id, const std::string& name, const std::string& vendor,
             const std::vector<Price>& prices);

    /// A part's parsed name.
    struct Name {
        /// Sorted.
        std::vector<std::string> words;
        std::set<std::string_view> brands;
        bool has_capacity = false;
        /// GPU memory, or the capacity in a drive's name.
        std::optional<double> terabytes;

        bool contradicts(const std::optional<NamedCapacity>& capacity) const;
    };

    std::vector<PricedPart> parts_;
    /// Of each part.
    std::vector<Name> names_;
    /// By words without maker and capacity.
    std::unordered_multimap<std::string, std::size_t> by_words_;
    std::unordered_map<std::string, std::size_t> by_id_;
    std::unordered_multimap<std::string, std::size_t> by_name_;
};

/// Effect of importing a row of a price list.
enum class RowFate { added, changed, unchanged, rejected };
template <>
inline constexpr std::array<std::string_view, 4> words<RowFate>{"added", "changed", "unchanged", "rejected"};

struct ImportRow {
    /// Line in the file, from 1.
    std::size_t line = 0;
    RowFate fate = RowFate::rejected;
    /// Name of the part in the list, and the part; empty if unknown.
    std::string called;
    std::string part;
    /// The likely part for the name, for the user to confirm.
    std::string suggestion;
    /// Only valid if the row is not rejected.
    Price price;
    /// The list names no currency; `PriceListChoices` supplies it.
    bool currency_is_default = false;
    /// For a changed price, the own price it replaces; for an added one, another own price that counts for the part
    /// otherwise.
    std::optional<Price> before;
    /// The reasons why a row is rejected or has no effect. Codes: `broken-quotes`, `too-many-cells`, `text-too-long`,
    /// `hidden-characters`, `no-part`, `unknown-part`, `ambiguous-part`, `other-kind` (of the part that the user
    /// matched), `no-price`, `not-a-price`, `price-out-of-range`, `no-currency`, `unknown-currency`, `two-currencies`,
    /// `no-date`, `not-a-date`, `no-source`, `unknown-kind`, `kind-does-not-fit`, `no-capacity`, `unknown-tax`,
    /// `not-a-tax-rate`, `not-a-quantity`, `not-a-warranty`, `date-in-future`, `ends-before-it-begins`, `repeats-row`,
    /// `contradicts-row`; for an imported row, if another own price of the part counts: `other-row-counts`,
    /// `own-price-counts`. `path` is the word of the column, empty for the whole row; `expected` is a part's id, words,
    /// the line of another row.
    std::vector<JsonIssue> reasons;
};

/// Preview of a price list's effect on a catalog.
struct PriceImport {
    std::vector<ImportRow> rows;
    /// By `RowFate`.
    std::array<std::size_t, words<RowFate>.size()> counts{};
    /// Number of rows without a part that are totals ("合计", "Total"), tax or notes; not included in `rows`.
    std::size_t totals = 0;
    /// Terms for all prices; a row's own columns take precedence.
    ListTerms terms;
    /// The date of rows without one; empty if there is none.
    std::string date;
    /// Costs other than parts ("运费", "安装调试费"), including tax if its rate is known, in `costs_currency`; their
    /// rows are not in `rows`.
    std::optional<double> shipping;
    std::optional<double> other_costs;
    std::string costs_currency;

    std::size_t count(RowFate fate) const { return counts[static_cast<std::size_t>(fate)]; }
    /// Number of added and changed prices.
    std::size_t taken() const { return count(RowFate::added) + count(RowFate::changed); }
};

/// Sets the fate of every row of a table without problems: unchanged if the user's catalog has the same price, changed
/// if it has another one of the same part, kind and supplier, else added. Shipped prices do not count: they remain, and
/// own prices take precedence.
PriceImport check_prices(const PriceTable& table, const PriceListChoices& choices, const Catalog& catalog);

/// The new prices as a list for the user's catalog.
PriceListFile price_list_of(const PriceImport& import, std::string name, std::string imported_from);

/// The headings of a price list as comma-separated text, with byte-order mark, and one row per part with its id and
/// name. `headings` are the names of all columns, in the order of `PriceColumn`.
std::string price_template(const std::vector<PricedPart>& parts, const std::vector<std::string>& headings);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/own_catalog.h"
#include "core/hardware/small_records.h"
#include "core/json/strict_json.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// One line of a price list.
struct ListedPrice {
    /// Id of a GPU, processor, drive, memory kit, chassis or power supply.
    std::string part;
    Price price;
    /// Its place in the file, for issues that only the catalog can see.
    std::size_t position = 0;
};

/// Limits of what an offer asks beside its lines, and of the pieces that a line is for.
inline constexpr double highest_offer_costs = 1e9;
inline constexpr double longest_delivery_days = 3650.0;
inline constexpr double highest_offer_quantity = 1e6;

/// A price list as its file has it.
struct PriceListFile {
    PriceList list;
    std::vector<ListedPrice> prices;
};

/// Reads a file of format `rigwright.price-list`. An entry with a defect is reported and left out.
PriceListFile read_price_list(const nlohmann::json& file, std::vector<JsonIssue>& issues);

/// The `prices` of a record of the person's own catalog; defects as in a list.
std::vector<ListedPrice> read_own_prices(const nlohmann::json& entries, std::vector<JsonIssue>& issues);

/// One price as an entry of `prices`; what is not known has no key.
nlohmann::ordered_json price_json(const Price& price);

/// The text of a price list's file, one price a line.
std::string price_list_text(const PriceListFile& list);

/// The text of a sound price list's file with one entry of `prices` replaced, or taken out where `entry` is empty; at a
/// position behind the last one it is added. Everything else in the file stays.
std::string with_entry(const std::string& text, std::size_t position,
                       const std::optional<nlohmann::ordered_json>& entry);

/// Whether a price of that kind buys a part; a price of an hour does not.
bool buys(PriceKind kind);

/// Whether `price` counts where `other`, which is known before it, would count without it: the person's own before one
/// of the database, a price before an estimate, the newer before the older. Both buy the same part.
bool goes_before(const Price& price, const Price& other);

/// The newest price that buys one: a quotation, a list's or a shop's price, an estimate only where there is no other;
/// of the person's own prices where there are any, and of equals the first. With a date (see `date_period`), what was
/// seen after it does not count, nor a quotation that had ended before. Nullptr where there is none.
const Price* newest_price(const std::vector<Price>& prices, std::string_view as_of = {});

/// Adds the tax to a price that excludes it, if its rate is known.
Price with_tax(Price price);

} // namespace rigwright

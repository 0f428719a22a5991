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
    /// Id of a GPU, CPU, drive, memory kit, chassis or power supply.
    std::string part;
    Price price;
    /// Its position in the file, for issues that only the catalog can detect.
    std::size_t position = 0;
};

/// Limits of an offer's costs beside its lines, and of the quantity of a line.
inline constexpr double highest_offer_costs = 1e9;
inline constexpr double longest_delivery_days = 3650.0;
inline constexpr double highest_offer_quantity = 1e6;
/// Largest drive, in terabytes.
inline constexpr double largest_drive_tb = 1000.0;

/// A price list as in its file.
struct PriceListFile {
    PriceList list;
    std::vector<ListedPrice> prices;
};

/// Reads a file of format `rigwright.price-list`. An entry with a defect is reported and left out.
PriceListFile read_price_list(const nlohmann::json& file, std::vector<JsonIssue>& issues);

/// The `prices` of a record of the user's own catalog; defects as in a list.
std::vector<ListedPrice> read_own_prices(const nlohmann::json& entries, std::vector<JsonIssue>& issues);

/// One price as an entry of `prices`; unknown values have no key.
nlohmann::ordered_json price_json(const Price& price);

/// The text of a price list's file, one price per line.
std::string price_list_text(const PriceListFile& list);

/// The text of a valid price list's file with one entry of `prices` replaced, or removed if `entry` is empty; a
/// position after the last one appends it. Everything else in the file is unchanged.
std::string with_entry(const std::string& text, std::size_t position,
                       const std::optional<nlohmann::ordered_json>& entry);

/// Whether a price of that kind buys a part; an hourly price does not.
bool buys(PriceKind kind);

/// Whether `price` takes precedence over `other`: the user's own before those of the database, prices before estimates,
/// newer before older. Both are for the same part.
bool goes_before(const Price& price, const Price& other);

/// The newest unit price: a quote, a list or street price, an estimate only if there is no other; from the user's own
/// prices if there are any, and the first of equals. With a date (see `date_period`), ignores prices seen after it and
/// quotes that expired before it. Nullptr if there is none.
const Price* newest_price(const std::vector<Price>& prices, std::string_view as_of = {});

/// Adds the tax to a price that excludes it, if its rate is known. The amount of a drive becomes that of a terabyte.
Price as_billed(Price price);

/// The terabytes to buy for those that are wanted: drives of `drive_tb` are sold whole.
double in_whole_drives(double terabytes, const std::optional<double>& drive_tb);

} // namespace rigwright

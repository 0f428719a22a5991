// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"
#include "core/project/project.h"

#include <string>
#include <vector>

namespace rigwright {

/// Identifies the prices of a database: the date of its newest price and a digest of all prices and rates, such as
/// "2026-04-30 5f0c9a31". Equal for equal prices.
std::string database_version(const Catalog& hardware);

/// A pin of the scenario with the current database prices of its parts. `date` as "2026-11-22".
Pin pin_of(const Scenario& scenario, const Catalog& hardware, const std::string& date);

/// A database price that changed since the build was pinned.
struct PriceChange {
    /// The part's id; otherwise "electricity" or "USD/CNY".
    std::string part;
    double then = 0.0;
    /// Empty if there is no longer a price.
    std::optional<double> now;
    std::string currency;
};
std::vector<PriceChange> price_changes(const Build& build, const Catalog& hardware);

/// The scenario with pinned prices: prices changed in the database since then are set as the scenario's own prices.
/// Without a pin, and if nothing changed, exactly the scenario.
Scenario priced_scenario(const Build& build, const Catalog& hardware);

} // namespace rigwright

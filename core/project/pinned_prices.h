// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"
#include "core/project/project.h"

#include <string>
#include <vector>

namespace rigwright {

/// Names the prices of a database: the day of its newest price and a digest of all prices and rates, such as
/// "2026-04-30 5f0c9a31". Equal for equal prices.
std::string database_version(const Catalog& hardware);

/// A pin of the scenario with the prices that the database names for its parts now. `date` as "2026-11-22".
Pin pin_of(const Scenario& scenario, const Catalog& hardware, const std::string& date);

/// One price that the database names differently than when the build was pinned.
struct PriceChange {
    /// The part's id; "electricity" or "USD/CNY" for what is no part.
    std::string part;
    double then = 0.0;
    /// Empty where nobody names one any more.
    std::optional<double> now;
    std::string currency;
};
std::vector<PriceChange> price_changes(const Build& build, const Catalog& hardware);

/// The scenario as a pinned build is computed: what the database has changed since then is put in as a price of the
/// scenario's own. Without a pin, and where nothing has changed, exactly the scenario.
Scenario priced_scenario(const Build& build, const Catalog& hardware);

} // namespace rigwright

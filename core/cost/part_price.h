// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// What one of a part costs, as `bill_of_materials` has it: the price as it was seen, and the rate to the currency of
/// the scenario's economics.
struct PartPrice {
    double amount = 0.0;
    double rate = 1.0;

    /// The amount of a line of the bill, to the last bit.
    double of(double quantity) const { return quantity * amount * rate; }
};

/// Empty where nobody published a price, or it cannot be converted. `prices` are those of the record with that id.
std::optional<PartPrice> part_price(const Scenario& scenario, const Catalog& hardware, const std::string& id,
                                    const std::vector<Price>& prices);

template <typename Record>
std::optional<PartPrice> part_price(const Scenario& scenario, const Catalog& hardware, const Record& record)
{
    return part_price(scenario, hardware, record.id, record.prices);
}

} // namespace rigwright

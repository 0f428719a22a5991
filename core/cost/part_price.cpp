// SPDX-License-Identifier: Apache-2.0
#include "core/cost/part_price.h"

#include "core/cost/bill_of_materials.h"

namespace rigwright {

std::optional<PartPrice> part_price(const Scenario& scenario, const Catalog& hardware, const std::string& id,
                                    const std::vector<Price>& prices)
{
    double amount = 0.0;
    std::string_view currency;
    const auto own = scenario.build.price_overrides.find(id);
    if (own != scenario.build.price_overrides.end()) {
        amount = own->second.amount;
        currency = own->second.currency;
    } else if (const Price* price = newest_price(prices, scenario.economics.prices_as_of)) {
        amount = price->amount;
        currency = price->currency;
    } else {
        return std::nullopt;
    }
    const auto exchange = exchange_rate(scenario.economics, hardware, currency, scenario.economics.currency);
    if (!exchange) return std::nullopt;
    return PartPrice{amount, exchange->rate};
}

} // namespace rigwright

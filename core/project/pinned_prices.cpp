// SPDX-License-Identifier: Apache-2.0
#include "core/project/pinned_prices.h"

#include "core/estimate/run/run_cost.h"
#include "core/importing/sha256.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rigwright {

namespace {

/// The database price of each part of the scenario's build, ignoring the user's own prices.
std::map<std::string, PriceOverride> named_prices(const Scenario& scenario, const Catalog& hardware)
{
    Scenario plain = scenario;
    plain.build.price_overrides.clear();
    std::map<std::string, PriceOverride> prices;
    for (const BillLine& line : bill_of_materials(plain, hardware).lines) {
        if (line.part.empty() || !line.price) continue;
        prices[line.part] = {line.price->amount, line.price->currency, line.price->date, line.price->source,
                             line.price->drive_tb};
    }
    return prices;
}

bool has_own_rate(const Economics& economics, std::string_view from, std::string_view to)
{
    return std::ranges::any_of(economics.exchange_rates, [&](const OwnExchangeRate& rate) {
        return (rate.from == from && rate.to == to) || (rate.from == to && rate.to == from);
    });
}

bool same_amount(const PriceOverride& a, const PriceOverride& b)
{
    return a.amount == b.amount && a.currency == b.currency;
}

std::optional<double> listed_rate(const Catalog& hardware, const OwnExchangeRate& rate)
{
    const auto now = hardware.operating_costs.exchange(rate.from, rate.to);
    return now ? std::optional(now->rate) : std::nullopt;
}

/// The database price of a kilowatt-hour; empty if the scenario sets one.
std::optional<double> tariff(const Scenario& scenario, const Catalog& hardware)
{
    if (scenario.economics.electricity_price_per_kwh) return std::nullopt;
    const std::optional<EnergyPrice> price = energy_price(scenario.economics, hardware);
    return price ? std::optional(price->per_kwh) : std::nullopt;
}

} // namespace

std::string database_version(const Catalog& hardware)
{
    constexpr std::size_t digits = 8;
    nlohmann::json said = nlohmann::json::array();
    std::string newest;
    visit_parts(hardware, [&](RecordKind kind, const auto& records) {
        if (kind == RecordKind::link) return;
        for (const auto& record : records) {
            said.push_back(record.id);
            for (const Price& price : record.prices) {
                said.push_back({price.currency, price.date, price.amount});
                newest = std::max(newest, price.date);
            }
        }
    });
    for (const ExchangeRate& rate : hardware.operating_costs.exchange_rates)
        said.push_back({rate.from, rate.to, rate.date, rate.rate});
    for (const ElectricityTariff& price : hardware.operating_costs.electricity)
        said.push_back({price.id, price.currency, price.date, price.per_kwh});
    const std::string digest = sha256_hex(said.dump()).substr(0, digits);
    return newest.empty() ? digest : newest + ' ' + digest;
}

Pin pin_of(const Scenario& scenario, const Catalog& hardware, const std::string& date)
{
    Pin pin;
    pin.date = date;
    pin.database = database_version(hardware);
    pin.prices = named_prices(scenario, hardware);
    const std::string& currency = scenario.economics.currency;
    for (const auto& [part, price] : pin.prices) {
        if (price.currency == currency || has_own_rate(scenario.economics, price.currency, currency)) continue;
        const auto known = [&from = price.currency](const OwnExchangeRate& rate) { return rate.from == from; };
        if (std::ranges::any_of(pin.exchange_rates, known)) continue;
        if (const auto rate = hardware.operating_costs.exchange(price.currency, currency))
            pin.exchange_rates.push_back({price.currency, currency, rate->rate, rate->date});
    }
    pin.electricity_price_per_kwh = tariff(scenario, hardware);
    return pin;
}

std::vector<PriceChange> price_changes(const Build& build, const Catalog& hardware)
{
    std::vector<PriceChange> changes;
    if (!build.pin) return changes;
    const Scenario& scenario = build.scenario;
    const auto now = named_prices(scenario, hardware);
    for (const auto& [part, then] : build.pin->prices) {
        if (scenario.build.price_overrides.contains(part)) continue;
        const auto found = now.find(part);
        // Skip parts that the build no longer has.
        if (found == now.end() || same_amount(found->second, then)) continue;
        const bool comparable = found->second.currency == then.currency;
        changes.push_back(
            {part, then.amount, comparable ? std::optional(found->second.amount) : std::nullopt, then.currency});
    }
    for (const OwnExchangeRate& then : build.pin->exchange_rates) {
        const auto rate = listed_rate(hardware, then);
        if (then.to == scenario.economics.currency && !has_own_rate(scenario.economics, then.from, then.to) &&
            rate != then.rate)
            changes.push_back({then.from + "/" + then.to, then.rate, rate, {}});
    }
    const std::optional<double> price = tariff(scenario, hardware);
    if (build.pin->electricity_price_per_kwh && !scenario.economics.electricity_price_per_kwh &&
        price != build.pin->electricity_price_per_kwh)
        changes.push_back({"electricity", *build.pin->electricity_price_per_kwh, price, scenario.economics.currency});
    return changes;
}

Scenario priced_scenario(const Build& build, const Catalog& hardware)
{
    Scenario scenario = build.scenario;
    for (const PriceChange& change : price_changes(build, hardware)) {
        const auto price = build.pin->prices.find(change.part);
        if (price != build.pin->prices.end()) {
            scenario.build.price_overrides[change.part] = price->second;
        } else if (change.part == "electricity") {
            scenario.economics.electricity_price_per_kwh = change.then;
        } else {
            const auto rate = std::ranges::find_if(build.pin->exchange_rates, [&](const OwnExchangeRate& then) {
                return then.from + "/" + then.to == change.part;
            });
            if (rate != build.pin->exchange_rates.end()) scenario.economics.exchange_rates.push_back(*rate);
        }
    }
    return scenario;
}

} // namespace rigwright

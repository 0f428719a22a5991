// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/run/run_cost.h"

#include "core/hardware/dates.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <span>
#include <utility>

namespace rigwright {

namespace {

constexpr double watts_of_a_kilowatt = 1000.0;

/// On-demand offers of one GPU from the newest year that has any, sorted by price, in the currency of the newest one;
/// the person's own where there are any. With a date, those seen later do not count. The catalog lists them in this
/// order.
std::vector<const CloudOffer*> current_offers(const Catalog& hardware, std::string_view gpu, std::string_view as_of)
{
    const int day = last_day(as_of);
    std::vector<const CloudOffer*> offers;
    const CloudOffer* newest = nullptr;
    int newest_day = 0;
    const auto first = std::lower_bound(hardware.cloud_offers.begin(), hardware.cloud_offers.end(), gpu,
                                        [](const CloudOffer& offer, std::string_view id) { return offer.gpu < id; });
    for (auto offer = first; offer != hardware.cloud_offers.end() && offer->gpu == gpu; ++offer) {
        const int seen = first_day(offer->date);
        if (offer->kind != RentKind::on_demand || seen > day) continue;
        if (newest != nullptr && (offer->own != newest->own || year_of(offer->date) != year_of(newest->date))) break;
        offers.push_back(&*offer);
        if (newest != nullptr && seen <= newest_day) continue;
        newest = &*offer;
        newest_day = seen;
    }
    std::erase_if(offers, [newest](const CloudOffer* offer) { return offer->currency != newest->currency; });
    return offers;
}

double middle(std::span<const CloudOffer* const> sorted)
{
    const std::size_t half = sorted.size() / 2;
    const double upper = sorted[half]->per_gpu_hour;
    return sorted.size() % 2 == 1 ? upper : (sorted[half - 1]->per_gpu_hour + upper) / 2.0;
}

std::string_view newest_date(std::span<const CloudOffer* const> offers)
{
    std::string_view newest;
    for (const CloudOffer* offer : offers) newest = std::max<std::string_view>(newest, offer->date);
    return newest;
}

/// Everything that build and economics alone decide.
void add_prices(CostTerms& terms, const CostInputs& in)
{
    if (in.same_purchase != nullptr) {
        terms.bill = in.same_purchase->bill;
        terms.energy_price = in.same_purchase->energy_price;
        terms.rent = in.same_purchase->rent;
        return;
    }
    terms.bill = bill_of_materials(in.scenario, in.hardware);
    terms.energy_price = energy_price(in.scenario.economics, in.hardware);
    terms.rent = rent_price(in.scenario, in.hardware);
}

/// Service and spares.
double yearly_maintenance(const CostTerms& terms, const Economics& economics)
{
    return terms.bill.total * economics.maintenance_share;
}

void add_run(CostTerms& terms, const Economics& economics, bool is_bought)
{
    if (!terms.run_time) return;
    const double hours = terms.run_time->base() / seconds_per_hour;
    if (terms.rent) terms.rent_equivalent = hours * static_cast<double>(terms.gpus) * terms.rent->per_gpu_hour;
    if (terms.run_kwh && terms.energy_price) terms.energy = *terms.run_kwh * terms.energy_price->per_kwh;
    if (!is_bought) return;
    terms.depreciation = terms.bill.total * hours / terms.hours_of_use;
    terms.maintenance = yearly_maintenance(terms, economics) / (hours_of_a_year * economics.utilisation) * hours;
    if (terms.energy) terms.run = *terms.depreciation + *terms.maintenance + *terms.energy;
}

void add_break_even(CostTerms& terms, const CostInputs& in)
{
    const double utilisation = in.scenario.economics.utilisation;
    terms.break_even_hours = ownership_costs(terms, in.scenario.economics, in.power).break_even_hours(utilisation);
    if (!terms.break_even_hours) return;
    terms.break_even_calendar_hours = *terms.break_even_hours / utilisation;
    terms.break_even_date = day_after(in.scenario.economics.purchase_date, *terms.break_even_calendar_hours);
}

void add_upload(CostTerms& terms, const CostInputs& in)
{
    terms.upload_time = in.upload_time;
    if (!in.upload_time || !terms.rent) return;
    const double hours = in.upload_time->base() / seconds_per_hour;
    terms.upload_rent = hours * static_cast<double>(terms.gpus) * terms.rent->per_gpu_hour;
}

} // namespace

OwnershipCosts ownership_costs(const CostTerms& terms, const Economics& economics, std::optional<Watts> power)
{
    OwnershipCosts costs;
    if (terms.bill.total > 0.0 && !terms.bill.gpus_unpriced) costs.purchase = terms.bill.total;
    costs.maintenance_of_a_year = yearly_maintenance(terms, economics);
    if (terms.energy_price && power)
        costs.electricity = power->base() / watts_of_a_kilowatt * terms.energy_price->per_kwh;
    if (terms.rent) costs.rent = static_cast<double>(terms.gpus) * terms.rent->per_gpu_hour;
    costs.is_lower_bound = terms.bill.unpriced_lines > 0 || !costs.electricity;
    return costs;
}

std::optional<double> OwnershipCosts::bought_after(double hours, double utilisation) const
{
    if (!purchase) return std::nullopt;
    return *purchase + hours * (maintenance_of_a_year / hours_of_a_year + electricity.value_or(0.0) * utilisation);
}

std::optional<double> OwnershipCosts::rented_after(double hours, double utilisation) const
{
    if (!rent) return std::nullopt;
    return hours * utilisation * *rent;
}

std::optional<double> OwnershipCosts::break_even_hours(double utilisation) const
{
    if (!purchase || !rent || !electricity) return std::nullopt;
    const double saved = *rent - *electricity - maintenance_of_a_year / (hours_of_a_year * utilisation);
    if (saved <= 0.0) return std::nullopt;
    return *purchase / saved;
}

std::optional<double> OwnershipCosts::utilisation_for(double hours) const
{
    if (!purchase || !rent || !electricity || !(*rent > *electricity) || !(hours > 0.0)) return std::nullopt;
    const double share = (*purchase / hours + maintenance_of_a_year / hours_of_a_year) / (*rent - *electricity);
    return std::min(share, 1.0);
}

std::string day_after(const std::string& day, double hours)
{
    using namespace std::chrono;
    int y = 0;
    unsigned m = 0;
    unsigned d = 0;
    if (std::sscanf(day.c_str(), "%4d-%2u-%2u", &y, &m, &d) != 3) return {};
    const year_month_day start{year(y), month(m), std::chrono::day(d)};
    constexpr double hours_of_a_day = 24.0;
    constexpr double most_days = 3'000'000.0;
    const double later = std::floor(hours / hours_of_a_day);
    if (!start.ok() || !(later >= 0.0 && later < most_days)) return {};
    const year_month_day end{sys_days(start) + days(static_cast<int>(later))};
    if (static_cast<int>(end.year()) > 9999) return {};
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(end.year()),
                  static_cast<unsigned>(end.month()), static_cast<unsigned>(end.day()));
    return text.data();
}

std::optional<EnergyPrice> energy_price(const Economics& economics, const Catalog& hardware)
{
    if (economics.electricity_price_per_kwh) return EnergyPrice{*economics.electricity_price_per_kwh, {}, {}, {}};
    const std::vector<ElectricityTariff>& tariffs = hardware.operating_costs.electricity;
    const auto own = std::find_if(tariffs.begin(), tariffs.end(), [&](const ElectricityTariff& tariff) {
        return tariff.currency == economics.currency;
    });
    const auto chosen = own != tariffs.end() ? own : tariffs.begin();
    if (chosen == tariffs.end()) return std::nullopt;
    const auto rate = exchange_rate(economics, hardware, chosen->currency, economics.currency);
    if (!rate) return std::nullopt;
    return EnergyPrice{chosen->per_kwh * rate->rate, chosen->id, chosen->date, chosen->provenance.source};
}

std::optional<RentPrice> rent_price(const Scenario& scenario, const Catalog& hardware)
{
    const std::vector<const CloudOffer*> offers =
        current_offers(hardware, scenario.build.gpu, scenario.economics.prices_as_of);
    if (offers.empty()) return std::nullopt;
    auto rate = exchange_rate(scenario.economics, hardware, offers.front()->currency, scenario.economics.currency);
    if (!rate) return std::nullopt;
    RentPrice rent;
    rent.per_gpu_hour = middle(offers) * rate->rate;
    rent.lowest = offers.front()->per_gpu_hour * rate->rate;
    rent.highest = offers.back()->per_gpu_hour * rate->rate;
    rent.offers = static_cast<std::int64_t>(offers.size());
    rent.newest_date = newest_date(offers);
    rent.exchange = std::move(*rate);
    return rent;
}

CostTerms cost_terms(const CostInputs& in)
{
    const Economics& economics = in.scenario.economics;
    CostTerms terms;
    add_prices(terms, in);
    terms.run_time = in.run_time;
    terms.run_kwh = in.run_kwh;
    terms.hours_of_use = economics.amortisation_years * hours_of_a_year * economics.utilisation;
    terms.gpus = gpu_count(in.scenario.build);
    const bool is_bought = terms.bill.total > 0.0 && !terms.bill.gpus_unpriced;
    add_run(terms, economics, is_bought);
    add_upload(terms, in);
    if (is_bought) add_break_even(terms, in);
    return terms;
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/run/bill_of_materials.h"
#include "core/estimate/term.h"
#include "core/hardware/cpu.h"
#include "core/hardware/gpu.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"
#include "core/scenario/scenario.h"

#include <array>
#include <optional>
#include <string_view>

namespace rigwright {

struct TimeEstimate;
struct TimeTerms;

/// What draws power; the average power is the sum over this list.
enum class PowerPart { gpus, processors, memory, storage, board_and_fans, supply_loss, cooling };
template <>
inline constexpr std::array<std::string_view, 7> words<PowerPart>{"gpus",           "processors",  "memory", "storage",
                                                                  "board_and_fans", "supply_loss", "cooling"};
inline constexpr std::size_t power_part_count = 7;

/// Power and energy of the whole build over a run.
struct EnergyEstimate {
    std::array<Watts, power_part_count> parts;
    Watts average_power;
    /// Of the run; absent where its time is not known, and the figures below are then zero.
    std::optional<double> total_kwh;
    double total_low_kwh = 0.0;
    double total_high_kwh = 0.0;
    double co2_kg = 0.0;

    Watts& part(PowerPart which) { return parts[static_cast<std::size_t>(which)]; }
    Watts part(PowerPart which) const { return parts[static_cast<std::size_t>(which)]; }
};

struct EnergyInputs {
    const Scenario& scenario;
    const TimeEstimate& time;
    const TimeTerms& terms;
    /// One device; null for `gpu: none`.
    const Gpu* gpu = nullptr;
    const Cpu* cpu = nullptr;
    const EnergyCoefficients& coefficients;
};

/// Nullopt where the GPU's or the processor's power was not published. A GPU draws idle + (board power - idle) x load,
/// the load being the shares of the step with what each draws.
std::optional<EnergyEstimate> energy_estimate(const EnergyInputs& inputs, Trace& trace);

inline constexpr double joules_per_kwh = 3.6e6;

/// What a kilowatt-hour costs in the currency of the estimate.
struct EnergyPrice {
    double per_kwh = 0.0;
    /// Id of the database's tariff where the scenario gives no price; empty otherwise.
    std::string tariff;
    std::string date;
    std::string source;
};

/// What one GPU for an hour costs for rent: the middle of the on-demand offers of the newest year that lists any.
struct RentPrice {
    /// In the currency of the estimate.
    double per_gpu_hour = 0.0;
    double lowest = 0.0;
    double highest = 0.0;
    std::int64_t offers = 0;
    std::string newest_date;
    /// From the currency of the offers.
    ExchangeRate exchange;
};

/// What the cost of a run is summed from. Amounts are in `bill.currency`.
struct CostTerms {
    BillOfMaterials bill;
    std::optional<EnergyPrice> energy_price;
    std::optional<RentPrice> rent;
    /// Time and energy of the run; empty where they are not known.
    std::optional<Seconds> run_time;
    std::optional<double> run_kwh;
    /// Hours for which the machine works before it is written off: years x hours of a year x utilisation.
    double hours_of_use = 0.0;
    /// GPUs that a rented machine would have.
    std::int64_t gpus = 1;

    /// Share of the purchase that the run uses up, its share of maintenance, its electricity, and their sum.
    std::optional<double> depreciation;
    std::optional<double> maintenance;
    std::optional<double> energy;
    std::optional<double> run;
    /// The same GPUs for the time of the run, rented.
    std::optional<double> rent_equivalent;
    /// As `OwnershipCosts` has it.
    std::optional<double> break_even_hours;
    /// The same on the calendar: hours of use over the share of time in use. Its day, "2027-05-14", where the scenario
    /// says when the machine starts to work.
    std::optional<double> break_even_calendar_hours;
    std::string break_even_date;
    /// Sending the data set to a rented machine, and what the machine costs meanwhile; empty where no rate is given.
    std::optional<Seconds> upload_time;
    std::optional<double> upload_rent;
};

/// What the formulas need beside scenario and database.
struct CostInputs {
    const Scenario& scenario;
    const Catalog& hardware;
    /// Wall time of the run, failures and checkpoints included; energy drawn at the wall.
    std::optional<Seconds> run_time;
    std::optional<double> run_kwh;
    /// Mean power at the wall.
    std::optional<Watts> power;
    /// Sending the data set to the machine.
    std::optional<Seconds> upload_time;
    /// Terms of a scenario with the same build and economics over the same database, if they are at hand.
    const CostTerms* same_purchase = nullptr;
};

/// A machine that costs P and is used for H hours before it is written off costs P / H for an hour of use (straight
/// line, no residual value); maintenance is a share of P for a year. Sums that need an unknown price are absent,
/// those of the purchase too when its GPUs have none; with other lines unpriced they are lower bounds.
CostTerms cost_terms(const CostInputs& inputs, Trace& trace);

/// A build as months pass, in use for a share of them: bought and run, or the same GPUs rented for each hour of use.
struct OwnershipCosts {
    /// Empty where the GPUs have no price.
    std::optional<double> purchase;
    /// Parts or the electricity lack a price.
    bool is_lower_bound = false;
    double maintenance_of_a_year = 0.0;
    /// For an hour of use; empty where a price, or the power, is not known.
    std::optional<double> electricity;
    std::optional<double> rent;

    /// Spent by then; `hours` on the calendar.
    std::optional<double> bought_after(double hours, double utilisation) const;
    std::optional<double> rented_after(double hours, double utilisation) const;
    /// Hours of use from which buying is cheaper than renting: purchase / (rent - running cost) for an hour. Empty
    /// where renting stays cheaper or something is not known.
    std::optional<double> break_even_hours(double utilisation) const;
    /// The share in use, at most 1, with which buying is cheaper from those hours of the calendar on.
    std::optional<double> utilisation_for(double hours) const;
};
OwnershipCosts ownership_costs(const CostTerms& terms, const Economics& economics, std::optional<Watts> power);

/// The price in force: the scenario's, else the first tariff of its currency, else the first that converts.
std::optional<EnergyPrice> energy_price(const Economics& economics, const Catalog& hardware);
std::optional<RentPrice> rent_price(const Scenario& scenario, const Catalog& hardware);

/// The day that lies `hours` after the start of `day` ("2026-03-01"), cut to whole days; empty for a day that is none
/// or beyond the year 9999.
std::string day_after(const std::string& day, double hours);

/// Hours of a mean year (365.25 days).
inline constexpr double hours_of_a_year = 8766.0;
inline constexpr double months_of_a_year = 12.0;
inline constexpr double hours_of_a_month = hours_of_a_year / months_of_a_year;

} // namespace rigwright

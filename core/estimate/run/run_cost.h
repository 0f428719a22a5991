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

/// Consumers of power; the average power is the sum over this list.
enum class PowerPart { gpus, processors, memory, storage, board_and_fans, supply_loss, cooling };
template <>
inline constexpr std::array<std::string_view, 7> words<PowerPart>{"gpus",           "processors",  "memory", "storage",
                                                                  "board_and_fans", "supply_loss", "cooling"};
inline constexpr std::size_t power_part_count = 7;

/// Power and energy of the whole build over a run.
struct EnergyEstimate {
    std::array<Watts, power_part_count> parts;
    Watts average_power;
    /// Energy of the run; absent if its time is unknown, and the figures below are then zero.
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

/// Empty if the power of the GPU or CPU was not published. A GPU draws idle + (board power - idle) x load; the load is
/// the sum of the step's shares, weighted by their power.
std::optional<EnergyEstimate> energy_estimate(const EnergyInputs& inputs, Trace& trace);

inline constexpr double joules_per_kwh = 3.6e6;

/// Price of a kilowatt-hour in the currency of the estimate.
struct EnergyPrice {
    double per_kwh = 0.0;
    /// Id of the database's tariff if the scenario gives no price; empty otherwise.
    std::string tariff;
    std::string date;
    std::string source;
};

/// Rent of one GPU per hour: the median of the on-demand offers of the newest year that lists any.
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

/// Summands of the cost of a run. Amounts are in `bill.currency`.
struct CostTerms {
    BillOfMaterials bill;
    std::optional<EnergyPrice> energy_price;
    std::optional<RentPrice> rent;
    /// Time and energy of the run; empty if unknown.
    std::optional<Seconds> run_time;
    std::optional<double> run_kwh;
    /// Hours that the machine works until it is written off: years x hours of a year x utilization.
    double hours_of_use = 0.0;
    /// GPUs that a rented machine would have.
    std::int64_t gpus = 1;

    /// Share of the purchase that the run uses up, its share of maintenance, its electricity, and their sum.
    std::optional<double> depreciation;
    std::optional<double> maintenance;
    std::optional<double> energy;
    std::optional<double> run;
    /// Rent of the same GPUs for the time of the run.
    std::optional<double> rent_equivalent;
    /// See `OwnershipCosts`.
    std::optional<double> break_even_hours;
    /// Break-even in calendar time: hours of use over utilization. Its day, "2027-05-14", if the scenario gives the day
    /// when the machine starts to work.
    std::optional<double> break_even_calendar_hours;
    std::string break_even_date;
    /// Uploading the dataset to a rented machine, and the rent meanwhile; empty if no rate is given.
    std::optional<Seconds> upload_time;
    std::optional<double> upload_rent;
};

/// Inputs of the formulas beside scenario and database.
struct CostInputs {
    const Scenario& scenario;
    const Catalog& hardware;
    /// Wall-clock time of the run, including failures and checkpoints; energy drawn at the wall.
    std::optional<Seconds> run_time;
    std::optional<double> run_kwh;
    /// Mean power at the wall.
    std::optional<Watts> power;
    /// Uploading the dataset to the machine.
    std::optional<Seconds> upload_time;
    /// Terms of a scenario with the same build and economics over the same database, if available.
    const CostTerms* same_purchase = nullptr;
};

/// A machine that costs P and is used for H hours until it is written off costs P / H per hour of use (straight line,
/// no residual value); maintenance is a share of P per year. Sums that need an unknown price are absent, including
/// those of the purchase if its GPUs have no price; with other lines unpriced they are lower bounds.
CostTerms cost_terms(const CostInputs& inputs, Trace& trace);

/// Cost of a build over time at a given utilization: bought and operated, or the same GPUs rented for each hour of use.
struct OwnershipCosts {
    /// Empty if the GPUs have no price.
    std::optional<double> purchase;
    /// Parts or the electricity lack a price.
    bool is_lower_bound = false;
    double maintenance_of_a_year = 0.0;
    /// Per hour of use; empty if a price or the power is unknown.
    std::optional<double> electricity;
    std::optional<double> rent;

    /// Spent after `hours` of calendar time.
    std::optional<double> bought_after(double hours, double utilisation) const;
    std::optional<double> rented_after(double hours, double utilisation) const;
    /// Hours of use after which buying is cheaper than renting: purchase / (rent - running cost) per hour. Empty if
    /// renting stays cheaper or a value is unknown.
    std::optional<double> break_even_hours(double utilisation) const;
    /// The utilization, at most 1, with which buying is cheaper from those calendar hours on.
    std::optional<double> utilisation_for(double hours) const;
};
OwnershipCosts ownership_costs(const CostTerms& terms, const Economics& economics, std::optional<Watts> power);

/// The effective price: the scenario's, else the first tariff of its currency, else the first that converts.
std::optional<EnergyPrice> energy_price(const Economics& economics, const Catalog& hardware);
std::optional<RentPrice> rent_price(const Scenario& scenario, const Catalog& hardware);

/// Hours of a mean year (365.25 days).
inline constexpr double hours_of_a_year = 8766.0;
inline constexpr double months_of_a_year = 12.0;
inline constexpr double hours_of_a_month = hours_of_a_year / months_of_a_year;

} // namespace rigwright

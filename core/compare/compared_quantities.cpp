// SPDX-License-Identifier: Apache-2.0
#include "core/compare/compared_quantities.h"

#include <algorithm>
#include <array>
#include <limits>

namespace rigwright {

namespace {

using Compared = std::optional<ComparedValue>;

ComparedValue exact(Value value) { return {value, value.number, value.number, false}; }

Compared memory_total(const Estimate& estimate)
{
    if (!estimate.memory) return std::nullopt;
    const MemoryEstimate& memory = *estimate.memory;
    return ComparedValue{value_of(memory.total), memory.low.as_double(), memory.high.as_double(), false};
}

Compared largest_batch(const Estimate& estimate)
{
    if (!estimate.memory || !estimate.verdict) return std::nullopt;
    return exact(value_of(Count(estimate.memory->max_micro_batch)));
}

/// What depends on time is only what it would be where the plan does not fit.
Compared timed(const Estimate& estimate, Value value, double low, double high)
{
    return ComparedValue{value, low, high, estimate.verdict == Verdict::does_not_fit};
}

Compared step(const Estimate& estimate)
{
    if (!estimate.time) return std::nullopt;
    const TimeEstimate& time = *estimate.time;
    return timed(estimate, value_of(time.step), time.low.base(), time.high.base());
}

Compared throughput(const Estimate& estimate)
{
    if (!estimate.time || estimate.time->samples_per_second <= 0.0) return std::nullopt;
    const TimeEstimate& time = *estimate.time;
    const double samples = time.samples_per_second * time.step.base();
    return timed(estimate, {time.samples_per_second, Unit::samples_per_second}, samples / time.high.base(),
                 samples / time.low.base());
}

Compared epoch(const Estimate& estimate)
{
    if (!estimate.time || !estimate.time->knows_run()) return std::nullopt;
    const TimeEstimate& time = *estimate.time;
    return timed(estimate, value_of(time.epoch), time.epoch.base() * (time.low / time.step),
                 time.epoch.base() * (time.high / time.step));
}

Compared training(const Estimate& estimate)
{
    if (!estimate.time || !estimate.time->knows_run()) return std::nullopt;
    const TimeEstimate& time = *estimate.time;
    return timed(estimate, value_of(time.total), time.total_low.base(), time.total_high.base());
}

Compared energy(const Estimate& estimate)
{
    if (!estimate.energy || !estimate.energy->total_kwh) return std::nullopt;
    const EnergyEstimate& energy = *estimate.energy;
    return timed(estimate, {*energy.total_kwh, Unit::kilowatt_hours}, energy.total_low_kwh, energy.total_high_kwh);
}

Compared power(const Estimate& estimate)
{
    if (!estimate.energy) return std::nullopt;
    const Value value = value_of(estimate.energy->average_power);
    return timed(estimate, value, value.number, value.number);
}

/// With lines that nobody has priced a sum of money is a lower bound.
double upper_end(const CostTerms& cost, double high)
{
    return cost.bill.unpriced_lines > 0 ? std::numeric_limits<double>::infinity() : high;
}

Compared purchase(const Estimate& estimate)
{
    const CostTerms& cost = estimate.cost;
    if (cost.bill.total <= 0.0) return std::nullopt;
    return ComparedValue{money(cost.bill.total, cost.bill.currency), cost.bill.total, upper_end(cost, cost.bill.total),
                         false};
}

/// An amount that grows with the time of the run has the time's range.
Compared over_run(const Estimate& estimate, const std::optional<double>& amount)
{
    if (!amount || !estimate.time || !estimate.time->run) return std::nullopt;
    const RunEstimate& run = *estimate.time->run;
    return timed(estimate, money(*amount, estimate.cost.bill.currency), *amount * (run.wall_low / run.wall),
                 *amount * (run.wall_high / run.wall));
}

Compared run_cost(const Estimate& estimate)
{
    Compared cost = over_run(estimate, estimate.cost.run);
    if (cost) cost->high = upper_end(estimate.cost, cost->high);
    return cost;
}

Compared rent(const Estimate& estimate) { return over_run(estimate, estimate.cost.rent_equivalent); }

Value count_of(const Estimate& estimate, Finding::Severity severity)
{
    const auto count = std::ranges::count(estimate.findings, severity, &Finding::severity);
    return {static_cast<double>(count), Unit::count};
}

template <Finding::Severity severity>
Compared findings(const Estimate& estimate)
{
    return exact(count_of(estimate, severity));
}

constexpr std::array quantities{
    ComparedQuantity{"memory.total_bytes", GoodWay::less, memory_total},
    ComparedQuantity{"memory.max_micro_batch", GoodWay::more, largest_batch},
    ComparedQuantity{"time.step_seconds", GoodWay::less, step},
    ComparedQuantity{"time.samples_per_second", GoodWay::more, throughput},
    ComparedQuantity{"time.epoch_seconds", GoodWay::less, epoch},
    ComparedQuantity{"time.total_seconds", GoodWay::less, training},
    ComparedQuantity{"time.wall_seconds", GoodWay::less, compared_wall_time},
    ComparedQuantity{"energy.total_kWh", GoodWay::less, energy},
    ComparedQuantity{"energy.average_power_W", GoodWay::less, power},
    ComparedQuantity{"cost.purchase", GoodWay::less, purchase},
    ComparedQuantity{"cost.run", GoodWay::less, run_cost},
    ComparedQuantity{"cost.rent_equivalent", GoodWay::less, rent},
    ComparedQuantity{"findings.blocks", GoodWay::less, findings<Finding::Severity::blocks>},
    ComparedQuantity{"findings.loses", GoodWay::less, findings<Finding::Severity::loses>},
    ComparedQuantity{"findings.unchecked", GoodWay::none, findings<Finding::Severity::unchecked>},
};

} // namespace

std::optional<ComparedValue> compared_wall_time(const Estimate& estimate)
{
    if (!estimate.time || !estimate.time->run) return std::nullopt;
    const RunEstimate& run = *estimate.time->run;
    return timed(estimate, value_of(run.wall), run.wall_low.base(), run.wall_high.base());
}

std::span<const ComparedQuantity> compared_quantities() { return quantities; }

} // namespace rigwright

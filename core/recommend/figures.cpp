// SPDX-License-Identifier: Apache-2.0
#include "core/recommend/figures.h"

#include "core/recommend/builds.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace rigwright {

namespace {

std::int64_t step_of(double amount, double ratio)
{
    return static_cast<std::int64_t>(std::floor(std::log(amount) / std::log(ratio)));
}

/// Cost of a rented hour if the length of the run is unknown.
std::optional<double> rent_of(const Estimate& estimate, bool of_run)
{
    if (of_run) return estimate.cost.rent_equivalent;
    if (!estimate.cost.rent) return std::nullopt;
    return estimate.cost.rent->per_gpu_hour * static_cast<double>(estimate.cost.gpus);
}

std::optional<double> cost_of(const Estimate& estimate, Outlay outlay, bool of_run)
{
    switch (outlay) {
    case Outlay::purchase:
        return estimate.cost.bill.total > 0.0 ? std::optional(estimate.cost.bill.total) : std::nullopt;
    case Outlay::rent: return rent_of(estimate, of_run);
    }
    return std::nullopt;
}

} // namespace

std::optional<Seconds> time_of(const Estimate& estimate, bool of_run)
{
    if (!estimate.time) return std::nullopt;
    if (!of_run)
        return estimate.time->step / static_cast<double>(std::max<std::int64_t>(estimate.time->global_batch, 1));
    return estimate.time->run ? std::optional(estimate.time->run->wall) : std::nullopt;
}

std::optional<CandidateFigures> figures_of(const Evaluation& evaluation, const EngineData& data, Outlay outlay,
                                           bool of_run)
{
    if (!evaluation.estimate || !evaluation.estimate->memory) return std::nullopt;
    const Estimate& estimate = *evaluation.estimate;
    const auto time = time_of(estimate, of_run);
    const auto cost = cost_of(estimate, outlay, of_run);
    const auto power = full_load_of_a_build(evaluation.scenario, data);
    if (!time || time->base() <= 0.0 || !cost || (!power && outlay == Outlay::purchase)) return std::nullopt;
    CandidateFigures figures;
    figures.cost = *cost;
    figures.unpriced_lines = outlay == Outlay::purchase ? estimate.cost.bill.unpriced_lines : 0;
    figures.time = *time;
    const Seconds whole = of_run ? estimate.time->run->wall : estimate.time->step;
    const Seconds low = of_run ? estimate.time->run->wall_low : estimate.time->low;
    const Seconds high = of_run ? estimate.time->run->wall_high : estimate.time->high;
    figures.time_low = *time * (low / whole);
    figures.time_high = *time * (high / whole);
    // Rent includes electricity, so the power may be unknown.
    figures.power = power.value_or(Watts());
    const MemoryEstimate& memory = *estimate.memory;
    if (memory.usable > Bytes()) figures.headroom = 1.0 - memory.needed.as_double() / memory.usable.as_double();
    return figures;
}

std::int64_t time_step_of(Seconds time) { return step_of(time.base(), ratio_of_time_steps); }

std::int64_t power_step_of(Watts power) { return power.base() > 0.0 ? step_of(power.base(), ratio_of_power_steps) : 0; }

ComparedFigures compared(const CandidateFigures& figures, bool memory_counts)
{
    ComparedFigures found{figures.cost, figures.unpriced_lines, time_step_of(figures.time),
                          power_step_of(figures.power)};
    if (memory_counts)
        found.memory_step =
            -std::ranges::count_if(memory_levels, [&](double level) { return figures.headroom >= level; });
    return found;
}

bool is_cheaper(const CandidateFigures& one, const CandidateFigures& other)
{
    return one.unpriced_lines <= other.unpriced_lines && one.cost < other.cost;
}

bool comes_before(const CandidateFigures& a, const CandidateFigures& b)
{
    return std::tuple(a.cost, a.unpriced_lines, a.time, a.power) <
           std::tuple(b.cost, b.unpriced_lines, b.time, b.power);
}

void keep_front(std::vector<Candidate>& candidates, bool memory_counts)
{
    const auto in_order = [](const Candidate& a, const Candidate& b) { return comes_before(a.figures, b.figures); };
    std::ranges::stable_sort(candidates, in_order);
    // A build at one cost can have a faster plan, and another one within the same time step that leaves more memory
    // free.
    if (memory_counts)
        std::ranges::stable_sort(candidates, [](const Candidate& a, const Candidate& b) {
            const auto steps = [](const ComparedFigures& f) {
                return std::tuple(f.cost, f.unpriced_lines, f.time_step, f.power_step, f.memory_step);
            };
            return steps(compared(a.figures, true)) < steps(compared(b.figures, true));
        });
    std::vector<ComparedFigures> kept;
    std::erase_if(candidates, [&kept, memory_counts](const Candidate& candidate) {
        const ComparedFigures own = compared(candidate.figures, memory_counts);
        const bool outdone =
            std::ranges::any_of(kept, [&own](const ComparedFigures& other) { return other.is_no_worse_than(own); });
        if (!outdone) kept.push_back(own);
        return outdone;
    });
    if (memory_counts) std::ranges::stable_sort(candidates, in_order);
}

} // namespace rigwright

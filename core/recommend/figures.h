// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recommend/recommendation.h"

#include <array>
#include <optional>
#include <vector>

namespace rigwright {

/// The figures by which a computed plan is compared; empty if one is unknown. With `of_run`, time is that of the whole
/// run, else of one sample.
std::optional<CandidateFigures> figures_of(const Evaluation& evaluation, const EngineData& data, Outlay outlay,
                                           bool of_run);

/// Only the time, as in `figures_of`.
std::optional<Seconds> time_of(const Estimate& estimate, bool of_run);

/// Cost, time and power for comparison, and free GPU memory if it counts. Time and power are rounded to geometric
/// steps, so that negligible differences create no additional candidates.
struct ComparedFigures {
    double cost = 0.0;
    /// A build that lacks more prices is not known to be cheaper.
    std::int64_t unpriced_lines = 0;
    std::int64_t time_step = 0;
    std::int64_t power_step = 0;
    /// Less is better, like the others: less if more memory is free; zero if memory does not count.
    std::int64_t memory_step = 0;

    /// Whether no figure is worse; also true for equal ones.
    bool is_no_worse_than(const ComparedFigures& other) const
    {
        return cost <= other.cost && unpriced_lines <= other.unpriced_lines && time_step <= other.time_step &&
               power_step <= other.power_step && memory_step <= other.memory_step;
    }
    bool operator==(const ComparedFigures&) const = default;
};

/// Times less than 5% apart count as equal: the narrowest range of an estimate is much wider.
inline constexpr double ratio_of_time_steps = 1.05;
/// Powers less than 20% apart count as equal: power supplies are sold in such steps.
inline constexpr double ratio_of_power_steps = 1.2;

std::int64_t time_step_of(Seconds time);
std::int64_t power_step_of(Watts power);
ComparedFigures compared(const CandidateFigures& figures, bool memory_counts = false);

/// Shares of free memory at which the level rises by one, as headroom for a larger model.
inline constexpr std::array memory_levels{0.25, 0.5, 0.75};

/// Whether a build is known to cost less: a missing price is not zero, so it lacks no more of them.
bool is_cheaper(const CandidateFigures& one, const CandidateFigures& other);

/// The order of a front: by cost, then missing prices, time and power.
bool comes_before(const CandidateFigures& a, const CandidateFigures& b);

/// Sorts candidates and drops those that an earlier one dominates. The result does not depend on the input order if
/// figures differ.
void keep_front(std::vector<Candidate>& candidates, bool memory_counts = false);

} // namespace rigwright

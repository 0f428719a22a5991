// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recommend/recommendation.h"

#include <array>
#include <optional>
#include <vector>

namespace rigwright {

/// What a plan that was computed is compared by; nothing where a figure is not known. With `of_run`, time is that of
/// the whole run, else of one sample.
std::optional<CandidateFigures> figures_of(const Evaluation& evaluation, const EngineData& data, Outlay outlay,
                                           bool of_run);

/// The time alone, as `figures_of` gives it.
std::optional<Seconds> time_of(const Estimate& estimate, bool of_run);

/// Cost, time and power as they are compared, and GPU memory that is left free where it counts: the steps of time and
/// power are geometric, so that differences far below what any of the figures is worth make no further candidate.
struct ComparedFigures {
    double cost = 0.0;
    std::int64_t time_step = 0;
    std::int64_t power_step = 0;
    /// Less where more is left free, as of the others; zero where memory does not count.
    std::int64_t memory_step = 0;

    /// No worse in anything; equal ones are no worse than each other.
    bool is_no_worse_than(const ComparedFigures& other) const
    {
        return cost <= other.cost && time_step <= other.time_step && power_step <= other.power_step &&
               memory_step <= other.memory_step;
    }
    bool operator==(const ComparedFigures&) const = default;
};

/// Times less than a twentieth apart are the same: the narrowest range of an estimate is several times as wide.
inline constexpr double ratio_of_time_steps = 1.05;
/// Powers less than a fifth apart are the same: power supplies are sold in such steps.
inline constexpr double ratio_of_power_steps = 1.2;

std::int64_t time_step_of(Seconds time);
std::int64_t power_step_of(Watts power);
ComparedFigures compared(const CandidateFigures& figures, bool memory_counts = false);

/// Shares of memory left free that count as more than the one before: what a next, larger model would ask for.
inline constexpr std::array memory_levels{0.25, 0.5, 0.75};

/// The order of a front: by cost, then time, then power.
bool comes_before(const CandidateFigures& a, const CandidateFigures& b);

/// Sorts candidates and drops those that one before is no worse than. What stays does not depend on how they came,
/// where figures differ.
void keep_front(std::vector<Candidate>& candidates, bool memory_counts = false);

} // namespace rigwright

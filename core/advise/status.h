// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/requirements.h"
#include "core/estimate/evaluation.h"
#include "core/quantities/value.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// State of a plan against one goal, or against all of them. A later state outweighs an earlier one.
enum class LimitState {
    /// There is no limit.
    no_limit,
    /// The whole range is within the limit.
    holds,
    /// The estimate is within the limit, its range is not; for the build checks: there are warnings, and nothing
    /// blocks.
    tight,
    /// A missing datum leaves the limit undecided.
    open,
    /// The plan cannot be computed, or its model is incomplete.
    unknown,
    /// The estimate is beyond the limit; for the build checks: something blocks.
    misses
};

enum class Goal { memory, time, takt, price, power, rack_units, utilisation, build_checks };

/// One goal. All numbers have the same unit.
struct GoalStatus {
    Goal goal = Goal::memory;
    LimitState state = LimitState::unknown;
    /// The calculation of `value` ("memory.total_bytes"); empty for the build checks.
    std::string quantity{};
    std::optional<Value> value{};
    /// The ends of the 80% range; both are `value` without a range. Without `high`, `value` is a lower bound.
    std::optional<Value> low{};
    std::optional<Value> high{};
    std::optional<Value> limit{};
};

/// Findings that no other goal covers, by severity.
struct CheckCounts {
    std::int64_t blocking = 0;
    std::int64_t warnings = 0;
    std::int64_t notes = 0;
};

/// Origins of the prices of the bill.
struct PriceOrigins {
    /// Number of lines with a quote, imported or entered in the scenario; number of lines with another price.
    std::int64_t quoted = 0;
    std::int64_t listed = 0;
    /// `kinds_left_out` of the bill.
    std::vector<PartKind> missing;
};

/// A plan against all its goals.
struct PlanStatus {
    /// Always memory, time, price and build checks; the others if a limit is set. In the order of `Goal`.
    std::vector<GoalStatus> goals;
    CheckCounts checks;
    PriceOrigins prices;
    std::optional<Bottleneck> bottleneck;
    /// The worst state of the goals.
    LimitState verdict = LimitState::unknown;
    /// Whether the model was only partly read.
    bool incomplete_model = false;
    /// Whether the time is hypothetical because the plan does not fit.
    bool hypothetical_time = false;
    /// Nothing like the plan was ever measured, so its time is an order of magnitude.
    bool rough_time = false;
    /// No memory measurement like its own was found.
    bool rough_memory = false;

    /// Null if the goal is not set.
    const GoalStatus* goal(Goal which) const;
    /// The goals with the state of the verdict.
    std::vector<Goal> decisive() const;
};

/// Pure. `answer` is the result of `answer_need` for the plan; null if the scenario states no need.
PlanStatus status_of(const Evaluation& plan, const NeedAnswer* answer);
/// Computes the answer if the scenario states a need.
PlanStatus status_of(const Evaluation& plan, const EngineData& data);

/// Time between the deadline and the end of the training run; empty if it ends in time, or if either is unknown.
std::optional<Seconds> beyond_deadline(const Evaluation& plan);

} // namespace rigwright

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

/// How a plan does against one goal, or against all of them. A later state outweighs an earlier one.
enum class LimitState {
    /// Nothing limits it.
    no_limit,
    /// The whole range is within the limit.
    holds,
    /// A datum is missing, without which the limit can be neither held nor missed.
    open,
    /// The estimate is within the limit, its range is not; of the build checks: there are warnings, and nothing blocks.
    tight,
    /// The plan cannot be computed, or its model is incomplete.
    unknown,
    /// The estimate is beyond the limit; of the build checks: something blocks.
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
    /// The ends of the 80 % range; both are `value` where there is no range. Without `high`, `value` is a lower bound.
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

/// Where the prices of the bill come from.
struct PriceOrigins {
    /// Lines with a quotation, imported or entered in the scenario; lines with another price.
    std::int64_t quoted = 0;
    std::int64_t listed = 0;
    /// Kinds of the lines without a price, in the order of the bill.
    std::vector<PartKind> missing;
};

/// A plan against everything that was asked of it.
struct PlanStatus {
    /// Memory, time, price and build checks always; the others where a limit is set. In the order of `Goal`.
    std::vector<GoalStatus> goals;
    CheckCounts checks;
    PriceOrigins prices;
    std::optional<Bottleneck> bottleneck;
    /// The worst state of the goals.
    LimitState verdict = LimitState::unknown;
    /// The model was read in part.
    bool incomplete_model = false;
    /// The plan does not fit, so its time is that of a plan that cannot run.
    bool hypothetical_time = false;
    /// Nothing like the plan was ever measured, so its time is an order of magnitude.
    bool rough_time = false;
    /// No reading of memory like its own was found.
    bool rough_memory = false;

    /// Null where nothing is asked.
    const GoalStatus* goal(Goal which) const;
    /// The goals in the state of the verdict.
    std::vector<Goal> decisive() const;
};

/// Pure. `answer` is what `answer_need` says of the plan; null where the scenario states no need.
PlanStatus status_of(const Evaluation& plan, const NeedAnswer* answer);
/// With the answer computed where the scenario states a need.
PlanStatus status_of(const Evaluation& plan, const EngineData& data);

/// Time by which the training ends after the deadline; empty if it ends in time, or if either is not known.
std::optional<Seconds> beyond_deadline(const Evaluation& plan);

} // namespace rigwright

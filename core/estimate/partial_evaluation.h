// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

namespace rigwright {

/// What a search of many plans reads of an evaluation.
enum class EvaluationPart {
    /// All but money and energy: no bill, no rent, no power; what the engine finds in the plan is there.
    without_cost,
    /// The times of step and run alone, of a scenario that differs in its machine from one that was found sound.
    /// Nothing else of the estimate is filled, and nothing is objected to.
    time_alone
};

/// As `evaluate` with `before`, to the last bit in what is filled. A scenario with measurements is evaluated whole:
/// they bear on memory and time together.
Evaluation evaluate_part(const Scenario& scenario, const EngineData& data, const Evaluation& before,
                         EvaluationPart part);

} // namespace rigwright

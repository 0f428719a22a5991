// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/largest.h"
#include "core/advise/smallest_card.h"
#include "core/scenario/finding.h"

#include <string>
#include <vector>

namespace rigwright {

/// One answer to "what would fit?", ready to be shown: its question is the message "fit.<code>", its answer
/// "fit.<code>.answer" with the arguments.
struct FitAnswer {
    /// "largest-micro-batch", "longest-sequence", "largest-image", "smallest-card".
    std::string code;
    /// Empty when nothing fits with the margin.
    Arguments arguments;
    /// The edit that takes the answer over; empty when nothing fits, and when the plan is there already.
    ScenarioChanges changes;
    /// The plan with the answer in it.
    std::optional<PlanEffect> effect;
    /// The same where the safety margin is given up; empty when that gains nothing.
    Arguments without_margin;
    FitLimit limit = FitLimit::memory;

    bool found() const { return effect.has_value(); }
};

/// Every question that has a meaning for the scenario, in the order in which they are shown.
std::vector<FitAnswer> what_fits(const Scenario& scenario, const Advising& advising);

} // namespace rigwright

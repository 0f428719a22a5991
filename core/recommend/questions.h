// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recommend/recommendation.h"

#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// The cheapest candidate whose time (if `surely`, the upper end of its range) is at most `time`; null if there is
/// none.
const Candidate* cheapest_within(const Exploration& found, Seconds time, bool surely = true);

/// Exchange of one part of a build, everything else unchanged.
struct Upgrade {
    /// The field that changes ("build.gpu").
    std::string field;
    /// The name of the new part.
    std::string name;
    ScenarioChanges changes;
    /// Time of the run if known, else of one sample.
    Seconds time;
    /// Relative to the current build, below one if it helps.
    double time_ratio = 1.0;
    /// Difference between the new bill and the old one, in the currency of the scenario; empty if a price is missing.
    std::optional<double> added_cost;
};

/// For each field of the build (GPU, number of GPUs, processor, memory, drive) the exchange that shortens the run most,
/// best first. Excludes exchanges that the engine's checks block, that do not fit, that save less than 1%, and numbers
/// of GPUs that change the global batch. Empty if the plan has no time.
std::vector<Upgrade> upgrades(const Scenario& scenario, const EngineData& data, std::stop_token stop = {});

/// A number of GPUs of one card, with its fastest option.
struct ScalingStep {
    std::int64_t gpus = 1;
    CandidateFigures figures;
    /// Time of the previous step divided by this one's; 1 for the first.
    double speedup = 1.0;
    /// Whether cost times time is lower than with fewer GPUs, so that the additional GPUs pay off.
    bool pays = true;
};

/// Rising numbers of GPUs of one card, and up to where more of them pay off. Numbers whose builds are dominated by
/// others of the same card are left out; empty for a card without options.
std::vector<ScalingStep> scaling_of(const CardOutcome& card);

/// Purchase of a build compared with renting its GPUs.
struct RentOrBuy {
    double purchase = 0.0;
    /// The same GPUs for one run.
    double rent_of_run = 0.0;
    /// Runs after which buying is cheaper, including electricity and maintenance; empty if renting stays cheaper.
    std::optional<double> runs_to_break_even;
};

/// Nothing if price, offer or time is unknown.
std::optional<RentOrBuy> rent_or_buy(const Candidate& candidate, const EngineData& data);

} // namespace rigwright

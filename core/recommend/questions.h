// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recommend/recommendation.h"

#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// The cheapest candidate whose time, to the upper end of its range if `surely`, is at most `time`; null where none is.
const Candidate* cheapest_within(const Exploration& found, Seconds time, bool surely = true);

/// One part of a build exchanged for another, everything else left as it is.
struct Upgrade {
    /// The field that changes ("build.gpu").
    std::string field;
    /// The new part as people call it.
    std::string name;
    ScenarioChanges changes;
    /// Of the run where it is known, else of one sample.
    Seconds time;
    /// Against the build as it is, below one where it helps.
    double time_ratio = 1.0;
    /// What the new bill adds to the old one, in the currency of the scenario; empty where a price is missing.
    std::optional<double> added_cost;
};

/// For each field of the build (GPU, number of GPUs, processor, memory, drive) the exchange that shortens the run most,
/// those that help most first. Exchanges that the engine's checks block, that do not fit, or that save less than a
/// hundredth are left out; so is a number of GPUs that changes the global batch. Empty where the plan has no time.
std::vector<Upgrade> upgrades(const Scenario& scenario, const EngineData& data, std::stop_token stop = {});

/// A number of GPUs of one card: the fastest option with it.
struct ScalingStep {
    std::int64_t gpus = 1;
    CandidateFigures figures;
    /// Time of the step before over this one's; 1 for the first.
    double speedup = 1.0;
    /// Whether cost times time is less than with fewer GPUs: then the next GPUs pay.
    bool pays = true;
};

/// Rising numbers of GPUs of one card, and until where more of them pay. Numbers whose builds are dominated by others
/// of the same card are left out; empty for a card without options.
std::vector<ScalingStep> scaling_of(const CardOutcome& card);

/// Buying a build against renting its GPUs.
struct RentOrBuy {
    double purchase = 0.0;
    /// The same GPUs for one run.
    double rent_of_run = 0.0;
    /// Runs after which buying is cheaper, electricity and maintenance counted; empty where renting stays cheaper.
    std::optional<double> runs_to_break_even;
};

/// Nothing where price, offer or time is not known.
std::optional<RentOrBuy> rent_or_buy(const Candidate& candidate, const EngineData& data);

} // namespace rigwright

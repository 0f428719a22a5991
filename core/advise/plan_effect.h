// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

#include <optional>
#include <stop_token>

namespace rigwright {

/// What a plan costs, as far as advice compares plans.
struct PlanEffect {
    /// Memory of the fullest GPU.
    Bytes memory;
    Bytes usable;
    /// FITS keeps the safety margin, TIGHT does not.
    Verdict verdict = Verdict::does_not_fit;
    /// One step; empty where the engine has no time for the plan, or does not cover what decides it.
    std::optional<Seconds> step;
    /// Samples of one step.
    std::int64_t global_batch = 0;

    /// Time for one sample; what stays comparable when the samples of a step change.
    std::optional<Seconds> per_sample() const
    {
        if (!step || global_batch < 1) return std::nullopt;
        return *step / static_cast<double>(global_batch);
    }
};

/// The effect of an evaluated plan; nothing where it cannot be computed or nothing is known of the card's usable
/// memory.
std::optional<PlanEffect> effect_of(const Evaluation& evaluation);

/// Advice in the middle of its work: what it asks the engine, and whether anybody still wants to know.
struct Advising {
    const EngineData& data;
    std::stop_token stop{};

    /// The effect of a scenario; nothing also once nobody wants to know.
    std::optional<PlanEffect> effect(const Scenario& scenario) const;
    /// The same, with an evaluation of a related scenario at hand.
    std::optional<PlanEffect> effect(const Scenario& scenario, const Evaluation& before) const;
};

} // namespace rigwright

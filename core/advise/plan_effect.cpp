// SPDX-License-Identifier: Apache-2.0
#include "core/advise/plan_effect.h"

#include <algorithm>

namespace rigwright {

namespace {

/// The engine says by this finding that traffic between card and host is not in its time.
bool time_leaves_something_out(const Estimate& estimate)
{
    return std::any_of(estimate.findings.begin(), estimate.findings.end(),
                       [](const Finding& finding) { return finding.code == "offload-time-not-modelled"; });
}

} // namespace

std::optional<PlanEffect> effect_of(const Evaluation& evaluation)
{
    if (!evaluation.estimate || !evaluation.estimate->memory || !evaluation.estimate->verdict) return std::nullopt;
    const Estimate& estimate = *evaluation.estimate;
    PlanEffect effect;
    effect.memory = estimate.memory->total;
    effect.usable = estimate.memory->usable;
    effect.verdict = *estimate.verdict;
    effect.global_batch = global_batch(evaluation.scenario);
    if (estimate.time && !time_leaves_something_out(estimate)) effect.step = estimate.time->step;
    return effect;
}

std::optional<PlanEffect> Advising::effect(const Scenario& scenario) const
{
    if (stop.stop_requested()) return std::nullopt;
    return effect_of(evaluate(scenario, data));
}

std::optional<PlanEffect> Advising::effect(const Scenario& scenario, const Evaluation& before) const
{
    if (stop.stop_requested()) return std::nullopt;
    return effect_of(evaluate(scenario, data, before));
}

} // namespace rigwright

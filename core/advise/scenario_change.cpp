// SPDX-License-Identifier: Apache-2.0
#include "core/advise/scenario_change.h"

#include "core/estimate/field_access.h"
#include "core/scenario/list_json.h"
#include "core/scenario/measurement_settings.h"
#include "core/scenario/scenario.h"
#include "core/scenario/scenario_parts_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rigwright {

std::optional<Scenario> changed(const Scenario& scenario, const EngineData& data, const ScenarioChanges& changes)
{
    Scenario next = scenario;
    const bool other_settings =
        std::ranges::any_of(changes, [](const auto& c) { return c.path != "training.micro_batch"; });
    if (other_settings) anchor_measurements(next);
    for (const ScenarioChange& change : changes) {
        if (!set_field(next, data, change.path, change.value)) return std::nullopt;
    }
    return next;
}

std::optional<ScenarioChanges> keeping_global_batch(const Scenario& scenario, const EngineData& data,
                                                    ScenarioChanges changes)
{
    const std::optional<Scenario> next = changed(scenario, data, changes);
    if (!next) return std::nullopt;
    if (scenario.training.mode == RunMode::infer || data_parallel_degree(*next) == data_parallel_degree(scenario))
        return changes;
    const auto split = batch_split(*next, global_batch(scenario));
    if (!split) return std::nullopt;
    const Training& training = next->training;
    if (split->micro_batch != training.micro_batch) changes.push_back({"training.micro_batch", split->micro_batch});
    if (split->accumulation != training.gradient_accumulation)
        changes.push_back({"training.gradient_accumulation", split->accumulation});
    return changes;
}

nlohmann::ordered_json changes_json(const ScenarioChanges& changes)
{
    return list_json(changes, [](const ScenarioChange& change) {
        return nlohmann::ordered_json{{"field", change.path}, {"value", value_json(change.value)}};
    });
}

namespace {

/// Whether a finding of the engine says that the time excludes traffic between card and host.
bool time_leaves_something_out(const Estimate& estimate)
{
    return std::ranges::any_of(estimate.findings,
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

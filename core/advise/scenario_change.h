// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/scenario/scenario.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace rigwright {

/// One edit of a scenario: the path of a field as in files ("training.micro_batch", "training.lora.rank",
/// "model.shape.d_ff") and its new value; an absent value resets an optional field to "no value".
struct ScenarioChange {
    std::string path;
    FieldValue value;

    bool operator==(const ScenarioChange&) const = default;
};

/// Edits that belong together, in order.
using ScenarioChanges = std::vector<ScenarioChange>;

/// The edited scenario; empty when a path names no field or a value is not legal there. `validate` and the engine check
/// combinations of values. Measurements keep the settings they were taken with.
std::optional<Scenario> changed(const Scenario& scenario, const EngineData& data, const ScenarioChanges& changes);

/// The edits plus those of micro-batch and accumulation that keep the global batch of a training run. Empty if an edit
/// is not legal, or the resulting model copies do not divide the batch.
std::optional<ScenarioChanges> keeping_global_batch(const Scenario& scenario, const EngineData& data,
                                                    ScenarioChanges changes);

/// [{"field": "training.micro_batch", "value": 4}, ...]; null for a removed value.
nlohmann::ordered_json changes_json(const ScenarioChanges& changes);

/// Figures by which advice compares plans.
struct PlanEffect {
    /// Memory of the GPU with the highest peak.
    Bytes memory;
    Bytes usable;
    /// FITS includes the safety margin, TIGHT does not.
    Verdict verdict = Verdict::does_not_fit;
    /// One step; empty if the engine has no time for the plan, or does not cover its decisive part.
    std::optional<Seconds> step;
    /// Samples of one step.
    std::int64_t global_batch = 0;

    /// Time per sample, which stays comparable when the number of samples per step changes.
    std::optional<Seconds> per_sample() const
    {
        if (!step || global_batch < 1) return std::nullopt;
        return *step / static_cast<double>(global_batch);
    }
};

/// The effect of an evaluated plan; empty if it cannot be computed or the card's usable memory is unknown.
std::optional<PlanEffect> effect_of(const Evaluation& evaluation);

/// Context of an advice computation: the engine's data, and whether to stop.
struct Advising {
    const EngineData& data;
    std::stop_token stop{};

    /// The effect of a scenario; also empty after a request to stop.
    std::optional<PlanEffect> effect(const Scenario& scenario) const;
    /// The effect, reusing an evaluation of a related scenario.
    std::optional<PlanEffect> effect(const Scenario& scenario, const Evaluation& before) const;
};

} // namespace rigwright

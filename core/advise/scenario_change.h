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

/// One edit of a scenario: the path of a field as files name it ("training.micro_batch", "training.lora.rank",
/// "model.shape.d_ff") and what it becomes; an absent value returns an optional field to "no value".
struct ScenarioChange {
    std::string path;
    FieldValue value;

    bool operator==(const ScenarioChange&) const = default;
};

/// Edits that belong together, in order.
using ScenarioChanges = std::vector<ScenarioChange>;

/// The scenario with the edits made; nothing when a path names no field or a value is not legal there. Whether the
/// values go together is for `validate` and the engine. Measurements stay with the settings they were taken under.
std::optional<Scenario> changed(const Scenario& scenario, const EngineData& data, const ScenarioChanges& changes);

/// The edits, with those of micro-batch and accumulation that keep the global batch of a training. Nothing where an
/// edit is not legal, or the copies of the model that they leave do not divide it.
std::optional<ScenarioChanges> keeping_global_batch(const Scenario& scenario, const EngineData& data,
                                                    ScenarioChanges changes);

/// [{"field": "training.micro_batch", "value": 4}, ...]; a value that goes is null.
nlohmann::ordered_json changes_json(const ScenarioChanges& changes);

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

/// Advice in the middle of its work: what it asks the engine, and whether the answer is still wanted.
struct Advising {
    const EngineData& data;
    std::stop_token stop{};

    /// The effect of a scenario; nothing also after a request to stop.
    std::optional<PlanEffect> effect(const Scenario& scenario) const;
    /// The same, with an evaluation of a related scenario at hand.
    std::optional<PlanEffect> effect(const Scenario& scenario, const Evaluation& before) const;
};

} // namespace rigwright

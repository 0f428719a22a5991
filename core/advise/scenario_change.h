// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/scenario.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace rigwright {

/// A new value for one field; `std::monostate` returns an optional field to "no value".
using ChangeValue = std::variant<std::monostate, bool, std::int64_t, double, std::string, LayerSpecs>;

/// One edit of a scenario: the path of a field as files name it ("training.micro_batch", "training.lora.rank",
/// "model.shape.d_ff") and what it becomes.
struct ScenarioChange {
    std::string path;
    ChangeValue value;

    bool operator==(const ScenarioChange&) const = default;
};

/// Edits that belong together, in order.
using ScenarioChanges = std::vector<ScenarioChange>;

/// The scenario with the edits made; nothing when a path names no field or a value is not legal there. Whether the
/// values go together is for `validate` and the engine. Measurements stay with the settings they were taken under.
std::optional<Scenario> changed(const Scenario& scenario, const ScenarioChanges& changes);

/// The edits, with those of micro-batch and accumulation that keep the global batch of a training. Nothing where an edit
/// is not legal, or the copies of the model that they leave do not divide it.
std::optional<ScenarioChanges> keeping_global_batch(const Scenario& scenario, ScenarioChanges changes);

/// [{"field": "training.micro_batch", "value": 4}, ...]; a value that goes is null.
nlohmann::ordered_json changes_json(const ScenarioChanges& changes);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/finding.h"
#include "core/zoo/layer_spec.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// A JSON scalar as the value of an option or hyperparameter; nothing for other values and integers beyond 64 bits.
/// Where an `integer` is asked, a number of integral value is one however it is written; otherwise 0.0 stays real.
std::optional<LayerOptionValue> scalar_of(const nlohmann::json& value, bool integer);

/// A list of layers that is at `field` of a scenario file. Only its form is read here: whether types and options exist
/// is for `validate`.
LayerSpecs read_layers(const nlohmann::json& list, const std::string& field, std::vector<Finding>& errors);

nlohmann::ordered_json layers_json(const LayerSpecs& layers);

} // namespace rigwright

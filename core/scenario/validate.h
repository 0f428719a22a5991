// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"
#include "core/scenario/field_table.h"
#include "core/scenario/finding.h"
#include "core/scenario/scenario.h"
#include "core/zoo/presets.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// The reasons why a scenario cannot be computed: values out of range, unknown ids, settings that exclude each other.
/// Reports all defects, each with its field; without findings the engine can evaluate the scenario. The engine's own
/// findings report costs and risks of a plan. `legal` is an optional scenario without findings over the same data:
/// parts equal to it are not checked again.
std::vector<Finding> validate(const Scenario& scenario, const Catalog& hardware, const std::vector<Preset>& presets,
                              const Scenario* legal = nullptr);

/// The part of `validate` for the model and its input; `at` is the field that contains both groups ("" for the scenario
/// itself).
std::vector<Finding> model_errors(const Scenario& scenario, const std::vector<Preset>& presets, std::string_view at);

/// The reason why a model is not available if its maker has published no size ("gpt-4", "ChatGPT"); the words may be
/// separated by spaces. Empty for any other name.
std::optional<Finding> unpublished_model(std::string_view typed);

/// A key of the shape that the family does not have, with the nearest one and all valid ones.
Finding unknown_shape_key(const Family& family, std::string_view key, std::string field);

/// Defects of a list of layers at `field`: unknown types and options, values out of range, missing options.
/// Incompatible shapes are found when the network is built.
std::vector<Finding> layer_errors(const LayerSpecs& layers, const std::string& field);

} // namespace rigwright

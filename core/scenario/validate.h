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

/// Why a scenario cannot be computed: values out of range, ids that nothing carries, settings that exclude each other.
/// Every defect in one go, each with its field; no finding means that the engine may be asked. What a plan costs or
/// risks is for the engine's own findings. `legal` is a scenario without findings over the same data, if one is at
/// hand: what is as it is there is not looked at again.
std::vector<Finding> validate(const Scenario& scenario, const Catalog& hardware, const std::vector<Preset>& presets,
                              const Scenario* legal = nullptr);

/// The part of `validate` that concerns the model and its input; `at` is the field under which both groups stand (""
/// for the scenario itself).
std::vector<Finding> model_errors(const Scenario& scenario, const std::vector<Preset>& presets, std::string_view at);

/// Why a model is none of the program's, where its maker has published no size ("gpt-4", "ChatGPT"); the words may be
/// separated by blanks. Nothing for any other name.
std::optional<Finding> unpublished_model(std::string_view typed);

/// A key of the shape that the family does not have, with the nearest one and all that it has.
Finding unknown_shape_key(const Family& family, std::string_view key, std::string field);

/// What is legal for a hyperparameter, or for an option of a layer. A list of layers has no rule of this kind.
FieldRule rule_of(const Hyperparameter& hyperparameter);

/// What is wrong with a list of layers at `field`: unknown types and options, values out of range, what is missing.
/// Whether shapes fit is found when the network is built.
std::vector<Finding> layer_errors(const LayerSpecs& layers, const std::string& field);

} // namespace rigwright

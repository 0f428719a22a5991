// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/field_table.h"
#include "core/scenario/finding.h"

#include <string>
#include <vector>

namespace rigwright {

/// What is legal for a hyperparameter, or for an option of a layer. A list of layers has no rule of this kind.
FieldRule rule_of(const Hyperparameter& hyperparameter);

/// What is wrong with a list of layers at `field`: unknown types and options, values out of range, what is missing.
/// Whether shapes fit is found when the network is built.
std::vector<Finding> layer_errors(const LayerSpecs& layers, const std::string& field);

} // namespace rigwright

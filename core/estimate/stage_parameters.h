// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network.h"

#include <vector>

namespace rigwright {

/// Parameters and arrays that one pipeline stage holds before tensor and expert parallelism divide them; those that
/// stand once for each expert apart.
struct StageParameters {
    double total = 0.0;
    double trainable = 0.0;
    double experts = 0.0;
    double trainable_experts = 0.0;
    double tensors = 0.0;
    double trainable_tensors = 0.0;
};

/// One entry for each of `stages`. A network without layers is divided evenly.
std::vector<StageParameters> stage_parameters(const Network& network, std::int64_t stages);

/// Copies of all layers together.
std::int64_t count_layers(const Network& network);

/// Whether what stands outside the layers, with `passed` of all `layers` before it, belongs to a stage: what stands
/// between layers goes with the layer before it.
bool holds_outside(std::int64_t passed, std::int64_t layers, std::int64_t stage, std::int64_t stages);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/activation_walk.h"
#include "core/estimate/memory_coefficients.h"
#include "core/estimate/recipes.h"

namespace rigwright {

/// What lives between the last layer and the first gradient. A cross entropy holds its logits, their fp32 copy, the
/// log-softmax and two gradients at once; detectors hold what matches predictions with boxes, which their loss kinds
/// state for each prediction or for each megapixel of the image.
LossMemory loss_memory(const Network& network, const Training& training, const PrecisionRecipe& recipe,
                       const MemoryCoefficients& coefficients);

} // namespace rigwright

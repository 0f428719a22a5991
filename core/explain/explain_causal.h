// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/explain/working.h"

#include <optional>

namespace rigwright {

// Work under the other convention of causal attention: only products with keys that a token may see, where the engine
// counts the whole square. Nothing where no attention of the model is causal.

/// Forward multiply-accumulates of one sample without what the mask hides.
std::optional<Working> explain_causal_forward(const Evaluation& evaluation, const EngineData& data);
/// FLOPs of one sample, forward and backward, without what the mask hides.
std::optional<Working> explain_causal_training(const Evaluation& evaluation, const EngineData& data);

} // namespace rigwright

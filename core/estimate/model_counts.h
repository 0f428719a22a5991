// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

namespace rigwright {

// Workings of what a model's operators add up to.

/// Parameters by the kind of operator that owns them; trainable ones only where asked.
Derivation explain_parameters(const Evaluation& evaluation, bool trainable);
Derivation explain_forward_macs(const Evaluation& evaluation, const EngineData& data);
Derivation explain_forward_flops(const Evaluation& evaluation, const EngineData& data);
Derivation explain_training_flops(const Evaluation& evaluation);
Derivation explain_saved_activations(const Evaluation& evaluation);

} // namespace rigwright

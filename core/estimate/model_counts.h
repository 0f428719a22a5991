// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

namespace rigwright {

/// FLOPs of one sample in training, counting a multiply-add as two: the products of forward, and those of the required
/// gradients. Counts causal attention in full and no recomputation.
struct TrainingFlops {
    double forward = 0.0;
    double input_gradients = 0.0;
    double weight_gradients = 0.0;
};
TrainingFlops training_flops(const Network& network, const Analysis& analysis);

// Derivations of sums over a model's operators.

/// Parameters by the kind of operator that owns them; optionally only the trainable ones.
Derivation explain_parameters(const Evaluation& evaluation, bool trainable);
Derivation explain_forward_macs(const Evaluation& evaluation, const EngineData& data);
Derivation explain_forward_flops(const Evaluation& evaluation, const EngineData& data);
Derivation explain_training_flops(const Evaluation& evaluation);
Derivation explain_saved_activations(const Evaluation& evaluation);

} // namespace rigwright

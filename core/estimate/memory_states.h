// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/memory_terms.h"

namespace rigwright {

/// What the model's states weigh before several GPUs share them: quantised matrices, adapters, buffers, moments.
void set_base_states(MemoryTerms& terms, const MemoryInputs& inputs);

/// Weights, gradients, moments, master weights and the update's temporary of one GPU, from the parameters it works with
/// (`held` and those beside it) and what shards them; then what offload takes to the host.
void set_state_bytes(MemoryTerms& terms, const MemoryInputs& inputs);

/// Frameworks of that year zero gradients instead of freeing them and load all kernels at once.
bool was_before_lazy_era(const Training& training, const MemoryCoefficients& coefficients);

} // namespace rigwright

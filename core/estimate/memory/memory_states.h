// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/memory/memory_terms.h"
#include "core/estimate/term.h"
#include "core/network/network.h"
#include "core/scenario/scenario.h"

namespace rigwright {

/// What the model's states weigh before several GPUs share them: quantised matrices, adapters, buffers, moments.
void set_base_states(MemoryTerms& terms, const MemoryInputs& inputs);

/// Weights, gradients, moments, master weights and the update's temporary of one GPU, from the parameters it works with
/// (`held` and those beside it) and what shards them; then what offload takes to the host.
void set_state_bytes(MemoryTerms& terms, const MemoryInputs& inputs, Trace& trace);

/// Names the states of terms that are complete.
void name_states(MemoryTerms terms, const MemoryInputs& inputs, Trace& trace);

/// What an optimizer remembers with full moments in a format: bytes for each trained parameter, or, where its numbers
/// are of several sizes, of all trained parameters.
Term bytes_of_moments(const MemoryTerms& terms, NumberFormat format, Trace& trace);

/// Frameworks of that year zero gradients instead of freeing them and load all kernels at once.
bool was_before_lazy_era(const Training& training, const MemoryCoefficients& coefficients);

/// True where quantised matrices would have to be trained themselves, which their formats cannot.
bool trains_quantized_base(const Training& training);

/// Quantises the base and adds adapters as the scenario asks. False where adapters are asked for and no layer of the
/// network is of the targeted kind.
bool set_up_fine_tuning(Network& network, const Training& training);

} // namespace rigwright

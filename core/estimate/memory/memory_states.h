// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/memory/memory_terms.h"
#include "core/estimate/term.h"
#include "core/network/network.h"
#include "core/scenario/scenario.h"

namespace rigwright {

/// Computes the model's states before GPUs divide them: quantized matrices, adapters, buffers, moments.
void set_base_states(MemoryTerms& terms, const MemoryInputs& inputs);

/// Computes weights, gradients, moments, master weights and the update's temporary of one GPU, from the parameters it
/// uses (`held` and those beside it) and their shards; then moves offloaded states to the host.
void set_state_bytes(MemoryTerms& terms, const MemoryInputs& inputs, Trace& trace);

/// Names the states of complete terms.
void name_states(MemoryTerms terms, const MemoryInputs& inputs, Trace& trace);

/// An optimizer's state with full moments in a format: bytes per trained parameter, or, if its numbers have multiple
/// sizes, of all trained parameters.
Term bytes_of_moments(const MemoryTerms& terms, NumberFormat format, Trace& trace);

/// Format of gradients on the GPU. With an offloaded optimizer the host accumulates them, and there they have that of
/// the weights.
NumberFormat gradient_format(const MemoryTerms& terms, const Scenario& scenario);

/// Whether frameworks of that year zero gradients instead of freeing them and load all kernels at once.
bool was_before_lazy_era(const Training& training, const MemoryCoefficients& coefficients);

/// Whether quantized matrices would have to be trained themselves, which their formats cannot be.
bool trains_quantized_base(const Training& training);

/// Quantizes the base and adds adapters as the scenario specifies. Returns false if adapters are requested and no layer
/// of the network is of the targeted kind.
bool set_up_fine_tuning(Network& network, const Training& training);

} // namespace rigwright

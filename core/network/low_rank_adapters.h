// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network.h"

namespace rigwright {

/// Linear layers that get adapters.
enum class AdapterTargets {
    /// The layers that produce queries and values of attention (Hu et al. 2021, section 4.2, and the defaults of PEFT
    /// and litgpt): q_proj and v_proj, or the one layer that projects queries, keys and values together.
    query_and_value,
    /// Every linear layer except the one that writes the model's output ("all-linear" in PEFT).
    all_linear,
};

/// Low-rank adapters (Hu et al. 2021, LoRA) on a network: freezes all parameters and adds to each targeted layer of in
/// -> out features "lora_A" (in -> rank) and "lora_B" (rank -> out) without biases, whose scaled product is added to
/// the layer's output. Expert layers have adapters per expert; layers that share a weight share adapters. With a
/// dropout probability each adapter drops elements of its own copy of the input and saves that copy and the mask
/// instead of the input. In fp32 an adapter converts its input, and converts its result back.
///
/// Returns the number of adapted layers, including copies of blocks; with zero, the network trains nothing.
Count add_low_rank_adapters(Network& network, std::int64_t rank, AdapterTargets targets, double dropout = 0.0,
                            bool in_fp32 = false);

/// Marks the matrices that quantization libraries store in `format` (int8 or nf4): the weights of linear layers, except
/// the one that writes the model's output, and embedding tables. Precondition: no adapters yet.
void quantize_linear_weights(Network& network, NumberFormat format);

} // namespace rigwright

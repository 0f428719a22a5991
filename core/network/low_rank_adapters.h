// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network.h"

namespace rigwright {

/// Which linear layers get adapters beside them.
enum class AdapterTargets {
    /// Those that attention takes its queries and its values from (Hu et al. 2021, section 4.2, and the defaults of PEFT
    /// and litgpt): q_proj and v_proj, or the one layer that projects queries, keys and values together.
    query_and_value,
    /// Every linear layer but the one that writes the model's output ("all-linear" in PEFT).
    all_linear,
};

/// Low-rank adapters (Hu et al. 2021, LoRA) on a network: all parameters freeze, and beside each targeted layer of
/// in -> out features stand "lora_A" (in -> rank) and "lora_B" (rank -> out) without biases, whose scaled product is
/// added to the layer's output. Adapters of an expert layer exist once for each expert; layers that share a weight
/// share adapters. With a dropout probability each adapter drops elements of its own copy of the input, which it then
/// keeps with the mask instead of the input itself. In fp32 an adapter converts its input, and its result back.
///
/// Gives the number of layers adapted, copies of blocks included; zero leaves a network that trains nothing.
Count add_low_rank_adapters(Network& network, std::int64_t rank, AdapterTargets targets, double dropout = 0.0,
                            bool in_fp32 = false);

/// Marks the matrices that quantisation libraries store in `format` (int8 or nf4): the weights of linear layers, except
/// the one that writes the model's output, and tables that an embedding reads. Precondition: no adapters yet.
void quantize_linear_weights(Network& network, NumberFormat format);

} // namespace rigwright

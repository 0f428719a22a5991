// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/analysis.h"

#include <cstdint>
#include <vector>

namespace rigwright {

/// Bytes of one micro-batch by how the ranks of tensor parallelism hold them (Korthikanti et al. 2022, section 4).
struct SharedBytes {
    /// Between a column-parallel and a row-parallel product: heads, the inside of feed-forward layers, logits.
    BatchBytes split;
    /// Everything between such pairs: each rank has all of it unless sequence parallelism divides the tokens.
    BatchBytes whole;

    SharedBytes& operator+=(const SharedBytes& other)
    {
        split += other.split;
        whole += other.whole;
        return *this;
    }
    friend SharedBytes operator*(const SharedBytes& amount, Count copies)
    {
        return {amount.split * copies, amount.whole * copies};
    }
};

/// Parameters of one copy of a group: in products that tensor parallelism splits, replicated on its ranks, in experts.
struct ParameterShares {
    Count split;
    Count whole;
    Count experts;

    Count total() const { return split + whole + experts; }
    ParameterShares& operator+=(const ParameterShares& other);
};
ParameterShares operator*(const ParameterShares& amount, Count copies);

/// Parameters that are gathered together; of them those that are trained and those stored quantized.
struct GatheredShares {
    ParameterShares all;
    ParameterShares trained;
    ParameterShares quantized;

    GatheredShares& operator+=(const GatheredShares& other);
};

/// A block of a network as parallel trainers see it; amounts are for one copy.
struct LayerShares {
    std::int64_t copies = 1;
    /// A layer, of which pipeline stages are made and which FSDP gathers as a unit; else operators before, between or
    /// after the layers.
    bool layer = false;
    std::size_t first_op = 0;
    std::size_t widest_op = 0;
    /// Kept for backward.
    SharedBytes kept;
    /// Of it: scores of attention that selective recomputation drops (Korthikanti et al. 2022, section 5).
    SharedBytes scores;
    /// What enters the copy: all that stays of it under full recomputation.
    SharedBytes boundary;
    /// Outputs of products with weights; output and statistics of fused attention.
    SharedBytes products;
    SharedBytes attended;
    /// Keys and values; queries, keys, values and output: what context parallelism moves.
    SharedBytes keys_values;
    SharedBytes attention;
    /// Inputs and output of the widest element-wise product or activation, whose gradients are alive together.
    SharedBytes widest;
    GatheredShares parameters;
    /// Parameters owned by an earlier group that this one reads too (an output layer tied to the embedding).
    ParameterShares borrowed;
    /// Rows and width of its table over words or of the product that makes the model's output; zero without one.
    std::int64_t vocabulary = 0;
    std::int64_t vocabulary_width = 0;
    bool makes_output = false;
};

/// A network cut into groups in execution order.
struct LayerPlan {
    std::vector<LayerShares> groups;
    /// Copies of all layers together.
    std::int64_t layers = 0;
    bool fused_attention = false;
    /// Elements a sample that the model hands to the loss.
    Count output_elements;
};

/// The kernels of norms, rotations and gated activations.
enum class LayerKernels {
    /// One for each operator, which keeps what the analysis says.
    separate,
    /// A norm keeps input and statistics, element-wise chains keep what enters them (Megatron-LM with Transformer
    /// Engine).
    fused,
    /// The same, and gradients are written over what was kept (Liger).
    fused_in_place,
};

/// Tensors are in `format` where kernels are fused.
LayerPlan share_layers(const Network& network, const Analysis& analysis, NumberFormat format, LayerKernels kernels);

} // namespace rigwright

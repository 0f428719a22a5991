// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/analysis.h"

#include <cstdint>
#include <vector>

namespace rigwright {

/// Bytes of one micro-batch by their distribution over the ranks of tensor parallelism (Korthikanti et al. 2022,
/// section 4).
struct SharedBytes {
    /// Between a column-parallel and a row-parallel product: heads, the hidden features of feed-forward layers, logits.
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

/// Parameters that are gathered together; among them the trained ones, the quantized ones and those that products read
/// as stored, which autocast converts.
struct GatheredShares {
    ParameterShares all;
    ParameterShares trained;
    ParameterShares quantized;
    ParameterShares converted;

    GatheredShares& operator+=(const GatheredShares& other);
};

/// A block of a network under model parallelism; amounts are for one copy.
struct LayerShares {
    std::int64_t copies = 1;
    /// Whether it is a layer, the unit of pipeline stages and of FSDP's gathering; else it has operators before,
    /// between or after the layers.
    bool layer = false;
    std::size_t first_op = 0;
    std::size_t widest_op = 0;
    /// Saved for backward.
    SharedBytes kept;
    /// Attention scores among them, which selective recomputation drops (Korthikanti et al. 2022, section 5).
    SharedBytes scores;
    /// Input of the copy: the only tensor saved under full recomputation.
    SharedBytes boundary;
    /// Outputs of products with weights; output and statistics of fused attention.
    SharedBytes products;
    SharedBytes attended;
    /// Keys and values; queries, keys, values and output: traffic of context parallelism.
    SharedBytes keys_values;
    SharedBytes attention;
    /// Inputs and output of the widest element-wise product or activation, whose gradients are alive together.
    SharedBytes widest;
    GatheredShares parameters;
    /// Parameters of an earlier group that this one also reads (an output layer tied to the embedding).
    ParameterShares borrowed;
    /// Rows and width of its vocabulary table or of the product that makes the model's output; zero without one.
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
    /// Elements per sample of the model's outputs to the loss.
    Count output_elements;
};

/// The kernels of norms, rotations and gated activations.
enum class LayerKernels {
    /// One per operator, which saves the tensors that the analysis gives.
    separate,
    /// A norm saves input and statistics, element-wise chains save their inputs (Megatron-LM with Transformer Engine).
    fused,
    /// Like `fused`, with gradients written over saved tensors (Liger).
    fused_in_place,
};

/// Fused kernels hold tensors in `format`.
LayerPlan share_layers(const Network& network, const Analysis& analysis, NumberFormat format, LayerKernels kernels);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network.h"

#include <optional>
#include <vector>

namespace rigwright {

/// Forward multiply-accumulates of one operator for one sample. Counted: convolutions (zero padding counts as work),
/// linear layers and products of activations, causal attention in full; bias, norms, activations and softmax count
/// nothing. This is the convention of the measured reference figures (executed kernels of PyTorch 1.13 below autograd).
Count forward_macs(const Network& network, const Operator& op);

/// Products of queries, keys and values.
bool is_attention(const OperatorKind& kind);

/// Multiply-accumulates of one sample by kind of work.
struct MacSplit {
    Count convolution;
    Count linear;
    Count attention;
    Count other;

    Count total() const { return convolution + linear + attention + other; }
};

/// Forward multiply-accumulates of the whole network for one sample, in evaluation mode.
MacSplit forward_macs(const Network& network);

struct ParameterCounts {
    Count total;
    Count trainable;
    /// Active parameters: those that one token passes through in a mixture of experts.
    Count active;
    /// Arrays, not elements: all, and those that an optimizer loops over.
    Count tensors;
    Count trainable_tensors;
};

/// Parameters of the network; tied ones count once.
ParameterCounts count_parameters(const Network& network);

/// Experts of a layer that has any; zero without such a layer.
std::int64_t experts_of(const Network& network);

/// For each tensor whether an operator writes it; the others are inputs, constants and parameter values.
std::vector<bool> written_tensors(const Network& network);

/// Length of the longest token-index sequence of one sample; nullopt if the model reads none. Indices that the network
/// computes, such as the routing of a mixture of experts, do not count.
std::optional<std::int64_t> tokens_per_sample(const Network& network);

// Figures that other tools and textbooks print. They are shown next to the engine's own to explain the difference; no
// estimate uses them.

/// The outputs of all layers of one sample in fp32, each counted once: convolutions, linear layers, norms, activations,
/// dropout, pooling and embeddings, including in-place ones; functions called by the model's code are not layers. This
/// is the "feature maps" sum of textbooks (measured with module hooks on PyTorch 1.13).
Bytes layer_output_bytes(const Network& network);

/// Multiply-accumulates as printed by thop (pytorch-OpCounter 0.1.1), for a network built for inference. It sees only
/// modules, so attention between activations is missing; it adds 4 per element of batch, layer and instance norms, 1 of
/// PReLU, 2 per output element of adaptive pooling (more if it shrinks its input), 1 per output element of average
/// pooling, 1 (nearest) or 11 (bilinear) per output element of upsampling, and counts transposed convolutions with the
/// output's size. Group norm is not in its table.
Count thop_macs(const Network& network);

/// Forward multiply-accumulates of one sample that a causal mask makes unnecessary: products of a query with keys that
/// come after it or are beyond its reach. Attention kernels that know their mask skip them, so the network must be
/// built with fused attention; zero if no attention is causal.
Count masked_macs(const Network& network);

} // namespace rigwright

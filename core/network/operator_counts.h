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

/// For each tensor whether an operator writes it; the others are inputs, constants and parameter values.
std::vector<bool> written_tensors(const Network& network);

/// Length of the longest token-index sequence of one sample; nullopt if the model reads none. Indices that the network
/// computes, such as the routing of a mixture of experts, do not count.
std::optional<std::int64_t> tokens_per_sample(const Network& network);

} // namespace rigwright

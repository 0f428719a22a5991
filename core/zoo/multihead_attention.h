// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network_builder.h"

#include <string_view>

namespace rigwright {

/// Attention as `torch.nn.MultiheadAttention` does it: one packed input projection, queries scaled before the product,
/// tokens before samples in memory. Sequences are {tokens, width}.
struct MultiheadAttention {
    /// Prefix of the operators' names ("self", "cross").
    std::string_view name;
    std::int64_t heads = 1;
    double dropout = 0.0;
    bool bias = true;
    /// One kernel instead of materialised scores; never where the weights are returned.
    bool fused = false;
    /// The weights are averaged over the heads and returned, as DETR's code asks for.
    bool returns_weights = false;
    /// Sequences arrive with tokens first already, so that no copy brings them there.
    bool tokens_first = false;
};

/// Queries, keys and values from one sequence with one product.
TensorId self_attention(NetworkBuilder& builder, TensorId x, const MultiheadAttention& attention);
/// Queries from one sequence, keys and values from another (the encoder's memory) with one product.
TensorId cross_attention(NetworkBuilder& builder, TensorId query, TensorId memory, const MultiheadAttention& attention);
/// Queries, keys and values from three sequences (positions added to the first two, as in DETR).
TensorId three_way_attention(NetworkBuilder& builder, TensorId query, TensorId key, TensorId value,
                             const MultiheadAttention& attention);

} // namespace rigwright

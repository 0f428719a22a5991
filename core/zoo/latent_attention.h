// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zoo/transformer_parts.h"

namespace rigwright {

/// Widths of multi-head latent attention (DeepSeek-AI 2024, DeepSeek-V2, section 2.1).
struct LatentAttention {
    /// Width to which queries are compressed, 0 for queries straight from the tokens.
    std::int64_t query_rank = 0;
    std::int64_t key_value_rank = 0;
    /// Parts of a query or key head without and with rotary positions, and a value head.
    std::int64_t plain_width = 0;
    std::int64_t rotary_width = 0;
    std::int64_t value_width = 0;
};

/// Keys and values come from one compressed vector a token, rotary parts of the keys are shared by all heads. `shape`
/// gives heads, mask and dropout; the result is {tokens, heads x value_width}, before the output projection.
TensorId latent_attention(NetworkBuilder& builder, TensorId x, const LatentAttention& latent, AttentionShape shape,
                          TensorId cosine, TensorId sine);

} // namespace rigwright

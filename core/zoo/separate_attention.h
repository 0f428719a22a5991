// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zoo/transformer_parts.h"

namespace rigwright {

/// Attention as Hugging Face's encoder-decoders do it: three projections of their own, and scores to which a tensor is
/// added that all layers of a stack share: the mask, and in T5 (Raffel et al. 2020) a bias by the distance of the tokens.
struct SeparateAttention {
    std::int64_t heads = 8;
    std::int64_t head_width = 64;
    bool bias = false;
    /// Scores are divided by the root of the head width; T5 does not.
    bool scaled = false;
    /// One kernel instead of materialised scores.
    bool fused = false;
    double dropout = 0.0;
    /// Key and value heads that query heads share; as many as those unless said otherwise.
    std::int64_t key_value_heads = 8;
};

/// What is added to every score, {heads, query tokens, key tokens}: the mask of padded keys and, with `buckets`
/// distances told apart, a bias learned by distance.
TensorId score_bias(NetworkBuilder& builder, std::int64_t query_tokens, std::int64_t key_tokens, std::int64_t buckets,
                    const SeparateAttention& attention);

/// Queries from one sequence, keys and values from another or the same.
TensorId separate_attention(NetworkBuilder& builder, std::string_view name, TensorId x, TensorId memory,
                            TensorId score_bias, const SeparateAttention& attention);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/latent_attention.h"

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

constexpr SequenceNorm rms{NormalizationKind::rms, false};

TensorId queries(Builder& builder, TensorId x, const LatentAttention& latent, std::int64_t heads)
{
    const std::int64_t width = heads * (latent.plain_width + latent.rotary_width);
    if (latent.query_rank == 0) return builder.linear("attn.q_proj", x, width, false);
    const TensorId compressed = builder.linear("attn.q_a_proj", x, latent.query_rank, false);
    return builder.linear("attn.q_b_proj", sequence_norm(builder, "attn.q_a_norm", compressed, rms), width, false);
}

/// Pairs of neighbouring numbers are brought into halves before they are turned.
TensorId turned(Builder& builder, const char* name, TensorId x, std::int64_t width, TensorId cosine, TensorId sine)
{
    const Shape shape = builder.shape_of(x).with(-1, width);
    return rotary(builder, builder.copy(name, x, shape), cosine, sine);
}

} // namespace

TensorId latent_attention(NetworkBuilder& builder, TensorId x, const LatentAttention& latent, AttentionShape shape,
                          TensorId cosine, TensorId sine)
{
    const std::int64_t tokens = builder.shape_of(x)[0];
    const std::int64_t heads = shape.heads;
    shape.key_value_heads = heads;
    shape.width = latent.plain_width + latent.rotary_width;
    shape.value_width = latent.value_width;
    const TensorId all_queries = queries(builder, x, latent, heads);
    const TensorId query_plain = builder.view("attn.split", all_queries, {tokens, heads * latent.plain_width});
    const TensorId query_turned =
        turned(builder, "attn.q_halves", all_queries, heads * latent.rotary_width, cosine, sine);

    const TensorId compressed =
        builder.linear("attn.kv_a_proj_with_mqa", x, latent.key_value_rank + latent.rotary_width, false);
    const TensorId key_value = builder.view("attn.split", compressed, {tokens, latent.key_value_rank});
    const TensorId key_turned = turned(builder, "attn.k_halves", compressed, latent.rotary_width, cosine, sine);
    const TensorId expanded = builder.linear("attn.kv_b_proj", sequence_norm(builder, "attn.kv_a_norm", key_value, rms),
                                             heads * (latent.plain_width + latent.value_width), false);
    const TensorId key_plain = builder.view("attn.split", expanded, {tokens, heads * latent.plain_width});
    const TensorId value = builder.view("attn.split", expanded, {tokens, heads * latent.value_width});

    const TensorId query = builder.concatenate("attn.q_join", {query_plain, query_turned}, -1);
    // The shared rotary part is written out for every head where the two parts meet.
    const TensorId shared = builder.view("attn.k_expand", key_turned, {tokens, heads * latent.rotary_width});
    const TensorId key = builder.concatenate("attn.k_join", {key_plain, shared}, -1);
    return attention(builder, query, key, value, shape);
}

} // namespace rigwright

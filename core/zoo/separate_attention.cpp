// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/separate_attention.h"

#include <string>

namespace rigwright {

TensorId score_bias(NetworkBuilder& builder, std::int64_t query_tokens, std::int64_t key_tokens, std::int64_t buckets,
                    const SeparateAttention& attention)
{
    const TensorId padding = builder.input({1, 1, key_tokens});
    const Shape shape{attention.heads, query_tokens, key_tokens};
    if (buckets == 0) return builder.add("score_bias", builder.constant(shape), padding);
    const TensorId distances = builder.constant({query_tokens, key_tokens}, Content::index);
    const TensorId by_distance = builder.embedding("relative_bias", distances, buckets, attention.heads);
    return builder.add("score_bias", builder.view("permute", by_distance, shape), padding);
}

TensorId separate_attention(NetworkBuilder& builder, std::string_view name, TensorId x, TensorId memory,
                            TensorId score_bias, const SeparateAttention& attention)
{
    const auto named = [&](const char* part) { return std::string(name).append(part); };
    const std::int64_t d_model = builder.shape_of(x)[-1];
    const std::int64_t width = attention.heads * attention.head_width;
    const TensorId query = builder.linear(named(".q"), x, width, attention.bias);
    const std::int64_t kv_width = attention.key_value_heads * attention.head_width;
    const TensorId key = builder.linear(named(".k"), memory, kv_width, attention.bias);
    const TensorId value = builder.linear(named(".v"), memory, kv_width, attention.bias);
    AttentionShape shape;
    shape.heads = attention.heads;
    shape.key_value_heads = attention.key_value_heads;
    shape.width = attention.head_width;
    shape.mask = ScoreMask::add_in_place;
    shape.mask_tensor = score_bias;
    shape.scaled = attention.scaled;
    shape.fused = attention.fused;
    shape.dropout = attention.dropout;
    shape.dropout_called_as = CalledAs::function;
    return builder.linear(named(".o"), rigwright::attention(builder, query, key, value, shape), d_model,
                          attention.bias);
}

} // namespace rigwright

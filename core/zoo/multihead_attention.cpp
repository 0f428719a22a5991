// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/multihead_attention.h"

#include <string>

namespace rigwright {

namespace {

/// Writes one attention layer; every operator's name starts with the layer's.
class Writer {
public:
    Writer(NetworkBuilder& builder, const MultiheadAttention& attention, std::int64_t width)
        : builder_(builder),
          attention_(attention),
          width_(width),
          weight_(builder.add_parameter(Count(3 * width) * Count(width), true)),
          bias_(attention.bias ? builder.add_parameter(Count(3 * width), true) : no_id)
    {}

    std::string named(const char* part) const { return std::string(attention_.name).append(".").append(part); }

    /// `parts` of the packed projection's three, applied to one sequence.
    TensorId projected(const char* part, TensorId x, std::int64_t parts)
    {
        const TensorId ordered =
            attention_.tokens_first ? x : builder_.copy(named("order"), x, builder_.shape_of(x), true);
        const TensorId y = builder_.linear_shared(named(part), ordered, parts * width_, weight_, bias_);
        builder_.mark(CalledAs::function);
        return y;
    }

    /// A third of a packed projection, written out on its own.
    TensorId part_of(TensorId packed)
    {
        const Shape shape = builder_.shape_of(packed).with(-1, width_);
        return builder_.copy(named("split"), builder_.view(named("chunk"), packed, shape), shape);
    }

    TensorId finished(TensorId query, TensorId key, TensorId value)
    {
        const TensorId context = attention_.fused ? fused(query, key, value) : materialised(query, key, value);
        const TensorId merged = builder_.copy(named("merge"), context, builder_.shape_of(query));
        const TensorId y = builder_.linear(named("out_proj"), merged, width_, attention_.bias);
        builder_.mark(CalledAs::result_of_layer);
        return y;
    }

private:
    std::int64_t head_width() const { return width_ / attention_.heads; }

    TensorId fused(TensorId query, TensorId key, TensorId value)
    {
        FusedAttention kernel;
        kernel.heads = kernel.key_value_heads = attention_.heads;
        kernel.query_tokens = builder_.shape_of(query)[0];
        kernel.key_tokens = builder_.shape_of(key)[0];
        kernel.head_width = kernel.value_width = head_width();
        return builder_.fused_attention(named("fused"), query, key, value, kernel);
    }

    TensorId materialised(TensorId query, TensorId key, TensorId value)
    {
        const std::int64_t heads = attention_.heads;
        const std::int64_t rows = builder_.shape_of(query)[0];
        const std::int64_t columns = builder_.shape_of(key)[0];
        const TensorId scaled = builder_.scale(named("scale"), query);
        const TensorId scores = builder_.matrix_product(named("qk"), scaled, key,
                                                        {ProductRole::query_key, heads, rows, columns, head_width()},
                                                        {heads, rows, columns});
        TensorId weights = builder_.softmax(named("softmax"), scores);
        builder_.mark(CalledAs::function);
        if (attention_.dropout > 0) {
            weights = builder_.dropout(named("attn_drop"), weights, attention_.dropout);
            builder_.mark(CalledAs::function);
        }
        const TensorId context =
            builder_.matrix_product(named("av"), weights, value,
                                    {ProductRole::attention_value, heads, rows, head_width(), columns}, {rows, width_});
        if (attention_.returns_weights) {
            builder_.scale(named("average"), builder_.mean(named("sum"), weights, {rows, columns}));
            builder_.mark(CalledAs::result_of_layer);
        }
        return context;
    }

    NetworkBuilder& builder_;
    const MultiheadAttention& attention_;
    std::int64_t width_;
    ParameterId weight_;
    ParameterId bias_;
};

} // namespace

TensorId self_attention(NetworkBuilder& builder, TensorId x, const MultiheadAttention& attention)
{
    Writer writer(builder, attention, builder.shape_of(x)[-1]);
    const TensorId packed = writer.projected("in_proj", x, 3);
    const TensorId query = writer.part_of(packed);
    const TensorId key = writer.part_of(packed);
    return writer.finished(query, key, writer.part_of(packed));
}

TensorId cross_attention(NetworkBuilder& builder, TensorId query, TensorId memory, const MultiheadAttention& attention)
{
    Writer writer(builder, attention, builder.shape_of(query)[-1]);
    const TensorId q = writer.projected("q_proj", query, 1);
    const TensorId packed = writer.projected("kv_proj", memory, 2);
    const TensorId k = writer.part_of(packed);
    return writer.finished(q, k, writer.part_of(packed));
}

TensorId three_way_attention(NetworkBuilder& builder, TensorId query, TensorId key, TensorId value,
                             const MultiheadAttention& attention)
{
    Writer writer(builder, attention, builder.shape_of(query)[-1]);
    const TensorId q = writer.projected("q_proj", query, 1);
    const TensorId k = writer.projected("k_proj", key, 1);
    return writer.finished(q, k, writer.projected("v_proj", value, 1));
}

} // namespace rigwright

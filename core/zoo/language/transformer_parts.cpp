// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/language/transformer_parts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>

namespace rigwright {

namespace {

constexpr std::string_view written_out_gelu = "gelu-new";
constexpr std::string_view squared_relu = "relu-squared";

constexpr std::array<std::string_view, 8> activations{"gelu",       "gelu-tanh", written_out_gelu, "relu",
                                                      squared_relu, "silu",      "quick-gelu",     "tanh"};

/// Key and value heads shared by multiple query heads are materialized for each of them.
TensorId repeated_heads(NetworkBuilder& builder, const char* name, TensorId x, const AttentionShape& shape)
{
    if (shape.key_value_heads == shape.heads) return x;
    return builder.copy(name, x, builder.shape_of(x).with(-1, shape.heads * shape.width));
}

std::int64_t value_width_of(const AttentionShape& shape)
{
    return shape.value_width > 0 ? shape.value_width : shape.width;
}

TensorId masked(NetworkBuilder& builder, TensorId scores, const AttentionShape& shape)
{
    const Shape& extents = builder.shape_of(scores);
    switch (shape.mask) {
    case ScoreMask::absent: return scores;
    case ScoreMask::fill: return builder.masked_fill("attn.mask", scores, {extents[-1] * extents[-2], false});
    case ScoreMask::add: return builder.add("attn.mask", scores, shape.mask_tensor);
    case ScoreMask::add_in_place: return builder.add("attn.mask", scores, shape.mask_tensor, true);
    }
    return scores;
}

TensorId fused(NetworkBuilder& builder, TensorId query, TensorId key, TensorId value, const AttentionShape& shape)
{
    FusedAttention kernel;
    kernel.heads = shape.heads;
    kernel.key_value_heads = shape.heads;
    kernel.query_tokens = builder.shape_of(query)[0];
    kernel.key_tokens = builder.shape_of(key)[0];
    kernel.head_width = shape.width;
    kernel.value_width = value_width_of(shape);
    kernel.causal = shape.causal;
    kernel.reach = shape.reach;
    // Kernels write in the order of their queries (`empty_like` in PyTorch's flash_api.cpp).
    const TensorId context = builder.fused_attention("attn.fused", query, key, value, kernel);
    return shape.kernel.copies_around ? builder.copy("attn.merge", context, builder.shape_of(context))
                                      : builder.view("attn.merge", context, builder.shape_of(context));
}

TensorId plain_softmax(NetworkBuilder& builder, TensorId scores)
{
    const TensorId weights = builder.softmax("attn.softmax", scores);
    builder.mark(CalledAs::function);
    return weights;
}

/// Adds a column of scores, subtracts the maximum, applies softmax, and drops the column.
TensorId sunk_softmax(NetworkBuilder& builder, TensorId scores, const AttentionShape& shape)
{
    const Shape extents = builder.shape_of(scores);
    const TensorId column = builder.view("attn.sinks", shape.sinks, extents.with(-2, 1).with(-1, 1));
    const TensorId joined = builder.concatenate("attn.join", {scores, column}, -1);
    const TensorId maximum = builder.top_k("attn.max", joined, 1);
    const TensorId lowered = builder.add("attn.lower", joined, maximum);
    return builder.view("attn.drop_sink", plain_softmax(builder, lowered), extents);
}

TensorId materialised(NetworkBuilder& builder, TensorId query, TensorId key, TensorId value,
                      const AttentionShape& shape)
{
    const std::int64_t rows = builder.shape_of(query)[0];
    const std::int64_t columns = builder.shape_of(key)[0];
    const std::int64_t value_width = value_width_of(shape);
    const std::int64_t width = shape.heads * value_width;
    const Shape scores_shape{shape.heads, rows, columns};
    TensorId scores = builder.matrix_product(
        "attn.qk", heads_first(builder, "attn.q", query), heads_first(builder, "attn.k", key),
        {ProductRole::query_key, shape.heads, rows, columns, shape.width, shape.scores_in_fp32}, scores_shape);
    if (shape.scaled) scores = builder.scale("attn.scale", scores);
    scores = masked(builder, scores, shape);
    if (shape.softmax_in_fp32) scores = builder.cast("attn.wide", scores);
    TensorId weights = shape.sinks == no_id ? plain_softmax(builder, scores) : sunk_softmax(builder, scores, shape);
    if (shape.softmax_in_fp32) weights = builder.cast("attn.cast", weights, query);
    if (shape.dropout && (*shape.dropout > 0 || shape.dropout_called_as == CalledAs::layer)) {
        weights = builder.dropout("attn.dropout", weights, *shape.dropout);
        if (*shape.dropout > 0) builder.mark(shape.dropout_called_as);
    }
    const TensorId context =
        builder.matrix_product("attn.av", weights, heads_first(builder, "attn.v", value),
                               {ProductRole::attention_value, shape.heads, rows, value_width, columns}, {rows, width});
    return builder.copy("attn.merge", context, {rows, width});
}

} // namespace

TensorId heads_first(NetworkBuilder& builder, const char* name, TensorId x)
{
    return builder.copy(name, x, builder.shape_of(x), {.view_at_batch_one = true});
}

TensorId attention(NetworkBuilder& builder, TensorId query, TensorId key, TensorId value, const AttentionShape& shape)
{
    if (!shape.kernel.fused || shape.kernel.copies_around) {
        key = repeated_heads(builder, "attn.k_rep", key, shape);
        value = repeated_heads(builder, "attn.v_rep", value, shape);
    }
    return shape.kernel.fused ? fused(builder, query, key, value, shape)
                              : materialised(builder, query, key, value, shape);
}

TensorId sequence_norm(NetworkBuilder& builder, std::string_view name, TensorId x, const SequenceNorm& norm)
{
    if (norm.kind != NormalizationKind::rms)
        return builder.normalization(name, x, norm.kind, NormalizationMode::train, 1, norm.scale, norm.shift);
    const Shape shape = builder.shape_of(x);
    const TensorId wide = builder.cast("norm.cast", x);
    const TensorId squares = builder.activation("norm.square", wide, ActivationFunction::square);
    builder.mark(CalledAs::function);
    const TensorId mean = builder.mean("norm.mean", squares, shape.with(-1, 1));
    const TensorId root = builder.activation("norm.rsqrt", mean, ActivationFunction::rsqrt);
    builder.mark(CalledAs::function);
    const TensorId normed = builder.cast("norm.back", builder.multiply("norm.scale", wide, root), x);
    return builder.combine(name, normed, BinaryOperation::multiply, {shape[-1]});
}

TensorId rotary(NetworkBuilder& builder, TensorId x, TensorId cosine, TensorId sine)
{
    const Shape shape = builder.shape_of(x);
    const Shape half = shape.with(-1, shape[-1] / 2);
    const TensorId straight = builder.multiply("rotary.cos", x, cosine);
    const TensorId negated = builder.copy("rotary.negate", builder.view("rotary.half", x, half), half);
    const TensorId turned = builder.concatenate("rotary.turn", {negated, builder.view("rotary.half", x, half)}, -1);
    return builder.add("rotary.add", straight, builder.multiply("rotary.sin", turned, sine));
}

FeedForwardActivation activation_of(std::string_view name, const BuildOptions& options)
{
    if (name == written_out_gelu) return {ActivationFunction::gelu_tanh, !options.fused_elements};
    if (name == squared_relu) return {.function = ActivationFunction::relu, .squared = true};
    return {from_word<ActivationFunction>(name).value_or(ActivationFunction::gelu)};
}

TensorId activated(NetworkBuilder& builder, const std::string& name, TensorId x,
                   const FeedForwardActivation& activation)
{
    if (activation.squared) {
        const TensorId root = builder.activation(name + ".root", x, activation.function);
        builder.mark(CalledAs::function);
        const TensorId y = builder.activation(name, root, ActivationFunction::square);
        builder.mark(CalledAs::result_of_layer);
        return y;
    }
    if (!activation.written_out) return builder.activation(name, x, activation.function);
    // 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))); a power saves what a square saves.
    const auto inner = [&](TensorId y) {
        builder.mark(CalledAs::function);
        return y;
    };
    const TensorId cube = inner(builder.activation(name + ".pow", x, ActivationFunction::square));
    const TensorId sum = inner(builder.add(name + ".add", x, inner(builder.scale(name + ".cubic", cube))));
    const TensorId scaled = inner(builder.scale(name + ".scale", sum));
    const TensorId bent = inner(builder.activation(name + ".tanh", scaled, ActivationFunction::tanh));
    const TensorId shifted = inner(builder.shift(name + ".shift", bent));
    const TensorId y = builder.multiply(name, inner(builder.scale(name + ".half", x)), shifted);
    builder.mark(CalledAs::result_of_layer);
    return y;
}

std::vector<std::string_view> activation_names(std::string_view standard)
{
    std::vector<std::string_view> names{standard};
    std::ranges::remove_copy(activations, std::back_inserter(names), standard);
    return names;
}

bool report_indivisible(NetworkBuilder& builder, const char* code, const char* layer, std::int64_t whole,
                        std::int64_t parts)
{
    if (whole % parts == 0) return false;
    builder.report(code, layer, whole, parts);
    return true;
}

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

    /// `parts` of the three in the packed projection, applied to one sequence.
    TensorId projected(const char* part, TensorId x, std::int64_t parts)
    {
        const TensorId ordered = attention_.tokens_first ? x
                                                         : builder_.copy(named("order"), x, builder_.shape_of(x),
                                                                         {.view_at_batch_one = true});
        const TensorId y = builder_.linear_shared(named(part), ordered, parts * width_, weight_, bias_);
        builder_.mark(CalledAs::function);
        // `linear` adds the bias inside the product only if the sequence needs no copy before it.
        if (!attention_.tokens_first && bias_ != no_id) builder_.move_beside({2.0, 0.0});
        return y;
    }

    /// Materializes a part of a packed projection.
    TensorId part_of(TensorId packed)
    {
        const Shape shape = builder_.shape_of(packed).with(-1, width_);
        const TensorId part = builder_.copy(named("split"), builder_.view(named("chunk"), packed, shape), shape);
        // Releases with the fused kernel select the parts from one copy. The gradient of each is written into a zeroed
        // tensor of the whole, and these are summed; the copy's own moves are already counted.
        const auto parts = static_cast<double>(builder_.shape_of(packed)[-1] / width_);
        if (attention_.kernel.fused) builder_.move_beside({0.0, parts + 3.0 * (parts - 1.0)});
        return part;
    }

    TensorId finished(TensorId query, TensorId key, TensorId value)
    {
        const TensorId context = attention_.kernel.fused
                                     ? builder_.fused_attention(named("fused"), query, key, value, attention_.heads)
                                     : materialised(query, key, value);
        // FlashAttention supports only 16 bit.
        const TensorId merged =
            builder_.copy(named("merge"), context, builder_.shape_of(query),
                          {.view_in_16_bit = attention_.kernel.fused && attention_.kernel.keeps_query_order});
        const TensorId y = builder_.linear(named("out_proj"), merged, width_, attention_.bias);
        builder_.mark(CalledAs::result_of_layer);
        return y;
    }

private:
    std::int64_t head_width() const { return width_ / attention_.heads; }

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

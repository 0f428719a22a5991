// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/language/transformer_parts.h"

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

struct ImageGpt {
    std::int64_t layers, d_model, heads, d_ff, vocabulary, max_positions, tokens;
    FeedForwardActivation activation;
    bool fused;
    /// One in the lower triangle: scores are multiplied by it before a large number is subtracted from the rest.
    TensorId mask;
};

constexpr SequenceNorm image_gpt_norm{NormalizationKind::rms, false};

ImageGpt read_image_gpt(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    ImageGpt g{};
    g.layers = shape.integer("layers");
    g.d_model = shape.integer("d_model");
    g.heads = shape.integer("heads");
    g.d_ff = shape.integer_or("d_ff", 4 * g.d_model);
    g.vocabulary = shape.integer("vocabulary");
    g.tokens = *input.sequence_length;
    g.max_positions = shape.integer("max_positions");
    g.activation = activation_of(shape.choice("activation"), options);
    g.fused = options.attention.fused;
    return g;
}

bool report_impossible(Builder& builder, const ImageGpt& g)
{
    const bool heads = report_indivisible(builder, "heads-do-not-divide-width", "heads", g.d_model, g.heads);
    if (g.tokens <= g.max_positions) return heads;
    builder.report("sequence-longer-than-positions", "max_positions", g.tokens, g.max_positions);
    return true;
}

/// Color tokens after a start vector, without the last one, with learned positions.
TensorId embedded(Builder& builder, const ImageGpt& g)
{
    const TensorId colours = builder.input({g.tokens}, Content::index);
    TensorId x = builder.embedding("wte", colours, g.vocabulary, g.d_model);
    const TensorId start = builder.parameter_tensor("sos", {1, g.d_model});
    // The start vector is multiplied by a one per sample and element; those ones are saved for backward.
    const TensorId ones = builder.repeat("ones", builder.constant({1, g.d_model}));
    const TensorId first = builder.multiply("start", ones, start);
    x = g.tokens == 1 ? first
                      : builder.concatenate("shift", {first, builder.view("front", x, {g.tokens - 1, g.d_model})}, 0);
    const TensorId places = builder.constant({g.tokens}, Content::index);
    return builder.add("add", x, builder.embedding("wpe", places, g.max_positions, g.d_model));
}

TensorId materialised(Builder& builder, TensorId query, TensorId key, TensorId value, const ImageGpt& g)
{
    const std::int64_t width = g.d_model / g.heads;
    const Shape scores{g.heads, g.tokens, g.tokens};
    TensorId w = builder.matrix_product("attn.qk", query, key,
                                        {ProductRole::query_key, g.heads, g.tokens, g.tokens, width}, scores);
    w = builder.multiply("attn.mask", builder.scale("attn.scale", w), g.mask);
    w = builder.softmax("attn.softmax", builder.add("attn.lower", w, g.mask));
    builder.mark(CalledAs::function);
    return builder.matrix_product(
        "attn.av", w, value, {ProductRole::attention_value, g.heads, g.tokens, width, g.tokens}, {g.tokens, g.d_model});
}

TensorId attended(Builder& builder, TensorId x, const ImageGpt& g)
{
    const Shape shape{g.tokens, g.d_model};
    // Heads before tokens; a view at batch 1.
    const auto projected = [&](const char* name, const char* order) {
        return builder.copy(order, builder.linear(name, x, g.d_model, false), shape, {.view_at_batch_one = true});
    };
    const TensorId key = projected("attn.k_proj", "attn.k");
    const TensorId query = projected("attn.q_proj", "attn.q");
    const TensorId value = projected("attn.v_proj", "attn.v");
    const TensorId y = g.fused ? builder.fused_attention("attn.fused", query, key, value, g.heads, true)
                               : materialised(builder, query, key, value, g);
    return builder.linear("attn.c_proj", builder.copy("attn.merge", y, shape), g.d_model, false);
}

TensorId blocks(Builder& builder, TensorId x, const ImageGpt& g)
{
    builder.begin_block("h{}", g.layers);
    const TensorId middle =
        builder.add("add1", x, attended(builder, sequence_norm(builder, "ln_1", x, image_gpt_norm), g));
    TensorId y = builder.linear("mlp.c_fc", sequence_norm(builder, "ln_2", middle, image_gpt_norm), g.d_ff, false);
    y = activated(builder, "mlp.act", y, g.activation);
    builder.mark(CalledAs::function);
    const TensorId output = builder.add("add2", middle, builder.linear("mlp.c_proj", y, g.d_model, false));
    builder.end_block({{x, output}});
    return output;
}

Network build_image_gpt(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    ImageGpt g = read_image_gpt(shape, input, options);
    if (report_impossible(builder, g)) return builder.finish({});
    builder.caches(Count(2) * Count(g.layers) * Count(g.d_model) * Count(g.tokens), g.heads);
    const TensorId x = embedded(builder, g);
    if (!g.fused) g.mask = builder.constant({g.tokens, g.tokens});
    const TensorId y = sequence_norm(builder, "ln_f", blocks(builder, x, g), image_gpt_norm);
    return builder.finish({builder.linear("wtet", y, g.vocabulary, false)});
}

} // namespace

Family image_gpt_family()
{
    return sequence_family("image-gpt", build_image_gpt, 1024)
        .with(Hyperparameter::integer("layers", 24, 1, 1e6))
        .with(Hyperparameter::integer("d_model", 512, 1, 1e6))
        .with(Hyperparameter::integer("heads", 8, 1, 1e5))
        .with(Hyperparameter::derived("d_ff", 1, 1e7))
        .with(Hyperparameter::integer("vocabulary", 512, 1, 1e8))
        .with(Hyperparameter::integer("max_positions", 1024, 1, 1e9))
        .with(Hyperparameter::choice("activation", activation_names("quick-gelu")));
}

} // namespace rigwright

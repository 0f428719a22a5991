// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/multihead_attention.h"
#include "core/zoo/transformer_parts.h"

#include <algorithm>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// The hyperparameters with everything left out filled in.
struct Transformer {
    std::int64_t encoder_layers, decoder_layers, d_model, d_ff, vocabulary, source_tokens, target_tokens;
    SequenceNorm norm;
    bool bias, norm_first, final_norm, tied, learned_positions;
    std::optional<std::int64_t> max_positions;
    ActivationFunction activation;
    double dropout;
    MultiheadAttention self, cross;
};

Transformer read(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Transformer t{};
    t.encoder_layers = shape.integer_or("encoder_layers", shape.integer("layers"));
    t.decoder_layers = shape.integer_or("decoder_layers", shape.integer("layers"));
    t.d_model = shape.integer("d_model");
    t.d_ff = shape.integer_or("d_ff", 4 * t.d_model);
    t.vocabulary = shape.integer("vocabulary");
    t.source_tokens = *input.sequence_length;
    t.target_tokens = input.target_sequence_length.value_or(t.source_tokens);
    t.bias = shape.flag("bias");
    t.norm = {shape.choice("norm") == "rms" ? NormalizationKind::rms : NormalizationKind::layer, t.bias};
    t.norm_first = shape.flag("norm_first");
    t.final_norm = shape.flag("final_norm");
    t.tied = shape.flag("tied_embeddings");
    t.learned_positions = shape.choice("positions") == "learned";
    if (shape.has("max_positions")) t.max_positions = shape.integer("max_positions");
    t.activation = activation_of(shape.choice("activation"));
    t.dropout = options.training ? shape.real("dropout") : 0.0;
    t.self.name = "self";
    t.self.heads = shape.integer("heads");
    t.self.bias = shape.flag_or("attention_bias", t.bias);
    t.self.dropout = options.training ? shape.real_or("attention_dropout", t.dropout) : 0.0;
    t.self.fused = options.fused_attention;
    t.cross = t.self;
    t.cross.name = "cross";
    return t;
}

bool report_impossible(Builder& builder, const Transformer& t)
{
    const std::int64_t longest = std::max(t.source_tokens, t.target_tokens);
    bool impossible = report_indivisible(builder, "heads-do-not-divide-width", "heads", t.d_model, t.self.heads);
    if (t.learned_positions && t.max_positions && longest > *t.max_positions) {
        builder.report("sequence-longer-than-positions", "max_positions", longest, *t.max_positions);
        impossible = true;
    }
    return impossible;
}

TensorId feed_forward(Builder& builder, TensorId x, const Transformer& t)
{
    x = builder.linear("linear1", x, t.d_ff, t.bias);
    x = builder.activation("act", x, t.activation);
    builder.mark(CalledAs::function);
    x = builder.dropout("dropout", x, t.dropout);
    return builder.linear("linear2", x, t.d_model, t.bias);
}

/// x + dropout(layer(norm(x))), or the norm after the sum.
template <typename Layer>
TensorId residual(Builder& builder, const char* norm, TensorId x, const Transformer& t, Layer layer)
{
    const TensorId y = layer(t.norm_first ? sequence_norm(builder, norm, x, t.norm) : x);
    const TensorId sum = builder.add("add", x, builder.dropout("drop", y, t.dropout));
    return t.norm_first ? sum : sequence_norm(builder, norm, sum, t.norm);
}

TensorId encoder(Builder& builder, TensorId x, const Transformer& t)
{
    builder.begin_block("encoder.{}", t.encoder_layers);
    TensorId y = residual(builder, "norm1", x, t, [&](TensorId in) { return self_attention(builder, in, t.self); });
    y = residual(builder, "norm2", y, t, [&](TensorId in) { return feed_forward(builder, in, t); });
    builder.end_block({{x, y}});
    return t.final_norm ? sequence_norm(builder, "encoder.norm", y, t.norm) : y;
}

TensorId decoder(Builder& builder, TensorId x, TensorId memory, const Transformer& t)
{
    builder.begin_block("decoder.{}", t.decoder_layers);
    TensorId y = residual(builder, "norm1", x, t, [&](TensorId in) { return self_attention(builder, in, t.self); });
    y = residual(builder, "norm2", y, t, [&](TensorId in) { return cross_attention(builder, in, memory, t.cross); });
    y = residual(builder, "norm3", y, t, [&](TensorId in) { return feed_forward(builder, in, t); });
    builder.end_block({{x, y}});
    return t.final_norm ? sequence_norm(builder, "decoder.norm", y, t.norm) : y;
}

TensorId positioned(Builder& builder, const char* name, TensorId x, std::int64_t tokens, const Transformer& t)
{
    if (!t.learned_positions) return x;
    const TensorId places = builder.constant({tokens}, Content::index);
    return builder.add("add", x, builder.embedding(name, places, t.max_positions.value_or(tokens), t.d_model));
}

Network build(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const Transformer t = read(shape, input, options);
    if (report_impossible(builder, t)) return builder.finish({});
    // One table serves source, target and, tied, the output layer.
    TensorId x = builder.embedding("shared", builder.input({t.source_tokens}, Content::index), t.vocabulary, t.d_model);
    const ParameterId table = builder.last_parameter();
    const TensorId memory = encoder(builder, positioned(builder, "source_positions", x, t.source_tokens, t), t);
    TensorId y = builder.embedding_shared("shared", builder.input({t.target_tokens}, Content::index), t.d_model, table);
    y = decoder(builder, positioned(builder, "target_positions", y, t.target_tokens, t), memory, t);
    const TensorId logits = t.tied ? builder.linear_shared("output", y, t.vocabulary, table) : builder.linear("output", y, t.vocabulary, false);
    return builder.finish({logits});
}

} // namespace

Family encoder_decoder_transformer_family()
{
    return {"encoder-decoder-transformer",
            Family::InputKind::sequence_pair,
            {
                Hyperparameter::integer("layers", 6, 1, 1e6),
                Hyperparameter::derived("encoder_layers", 1, 1e6),
                Hyperparameter::derived("decoder_layers", 1, 1e6),
                Hyperparameter::integer("d_model", 512, 1, 1e6),
                Hyperparameter::integer("heads", 8, 1, 1e5),
                Hyperparameter::derived("d_ff", 1, 1e7),
                Hyperparameter::integer("vocabulary", 37000, 1, 1e8),
                Hyperparameter::derived("max_positions", 1, 1e9),
                Hyperparameter::choice("norm", {"layer", "rms"}),
                Hyperparameter::flag("norm_first", true),
                Hyperparameter::flag("final_norm", true),
                Hyperparameter::choice("positions", {"learned", "none"}),
                Hyperparameter::flag("bias", true),
                Hyperparameter::derived_flag("attention_bias"),
                Hyperparameter::choice("activation", activation_names("gelu")),
                Hyperparameter::flag("tied_embeddings", true),
                Hyperparameter::real("dropout", 0.1, 0, 1),
                Hyperparameter::derived_real("attention_dropout", 0, 1),
            },
            {.image_height = {}, .image_width = {}, .channels = {}, .sequence_length = 512, .target_sequence_length = {}},
            build};
}

} // namespace rigwright

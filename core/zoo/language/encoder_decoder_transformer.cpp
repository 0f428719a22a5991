// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/language/decoder_parts.h"
#include "core/zoo/language/transformer_parts.h"

#include <algorithm>
#include <string>
#include <utility>

namespace rigwright {

namespace {

/// Bias added to every score, {heads, query tokens, key tokens}: the mask of padded keys and, for `buckets` distance
/// buckets, a bias learned per bucket.
TensorId score_bias(NetworkBuilder& builder, std::int64_t query_tokens, std::int64_t key_tokens, std::int64_t buckets,
                    const AttentionShape& attention)
{
    const TensorId padding = builder.input({1, 1, key_tokens});
    const Shape shape{attention.heads, query_tokens, key_tokens};
    if (buckets == 0) return builder.add("score_bias", builder.constant(shape), padding);
    const TensorId distances = builder.constant({query_tokens, key_tokens}, Content::index);
    const TensorId by_distance = builder.embedding("relative_bias", distances, buckets, attention.heads);
    return builder.add("score_bias", builder.view("permute", by_distance, shape), padding);
}

using Builder = NetworkBuilder;

/// The hyperparameters with all defaults filled in.
struct Transformer {
    std::int64_t encoder_layers, decoder_layers, d_model, d_ff, vocabulary, source_tokens, target_tokens;
    SequenceNorm norm;
    bool bias, norm_first, embedding_norm, final_norm, tied, gated, learned_positions;
    /// Relative position biases; the code around the layers is that of T5.
    bool relative;
    std::int64_t buckets;
    /// Query, key and value have separate projections, as in Hugging Face's code.
    bool separate_projections;
    std::optional<std::int64_t> max_positions;
    FeedForwardActivation activation;
    double dropout;
    /// Experts of the two stacks, whose capacity follows their sequences; empty without experts.
    std::optional<MixtureShape> encoder_mixture, decoder_mixture;
    std::int64_t expert_layers_every;
    MultiheadAttention self, cross;
    /// For separate projections; without the tensor that all layers of a stack add to their scores.
    AttentionShape separate;
};

void read_mixtures(const ShapeReader& shape, Transformer& t)
{
    const FeedForwardShape dense{t.d_ff, t.bias, t.gated, t.activation, false, t.dropout};
    t.encoder_mixture = read_mixture(shape, dense, t.source_tokens);
    t.decoder_mixture = read_mixture(shape, dense, t.target_tokens);
    t.expert_layers_every = t.encoder_mixture ? shape.integer("expert_layers_every") : 1;
}

Transformer read_encoder_decoder_transformer(const ShapeReader& shape, const ModelInput& input,
                                             const BuildOptions& options)
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
    t.embedding_norm = shape.flag("embedding_norm");
    t.final_norm = shape.flag("final_norm");
    t.tied = shape.flag("tied_embeddings");
    t.gated = shape.flag("gated_ffn");
    t.learned_positions = shape.choice("positions") == "learned";
    t.relative = shape.choice("positions") == "relative-bias";
    t.buckets = t.relative ? shape.integer("relative_buckets") : 0;
    t.separate_projections = t.relative || shape.flag("separate_projections");
    if (shape.has("max_positions")) t.max_positions = shape.integer("max_positions");
    t.activation = activation_of(shape.choice("activation"), options);
    t.dropout = options.training ? shape.real("dropout") : 0.0;
    t.self.name = "self";
    t.self.heads = shape.integer("heads");
    t.self.bias = shape.flag_or("attention_bias", t.bias);
    t.self.dropout = options.training ? shape.real_or("attention_dropout", t.dropout) : 0.0;
    t.self.kernel.fused = options.attention.fused;
    t.cross = t.self;
    t.cross.name = "cross";
    t.separate.heads = t.self.heads;
    t.separate.key_value_heads = shape.integer_or("kv_heads", t.self.heads);
    t.separate.width = shape.integer_or("head_dim", t.d_model / t.self.heads);
    t.separate.mask = ScoreMask::add_in_place;
    t.separate.scaled = !t.relative;
    t.separate.kernel.fused = options.attention.fused && !t.relative;
    t.separate.dropout = t.self.dropout;
    t.separate.dropout_called_as = CalledAs::function;
    read_mixtures(shape, t);
    return t;
}

bool report_impossible(Builder& builder, const Transformer& t, const ShapeReader& shape)
{
    const std::int64_t longest = std::max(t.source_tokens, t.target_tokens);
    bool impossible = !shape.has("head_dim") &&
                      report_indivisible(builder, "heads-do-not-divide-width", "heads", t.d_model, t.self.heads);
    if (!t.separate_projections && shape.has("head_dim") && t.separate.width * t.self.heads != t.d_model) {
        builder.report("head-width-does-not-fill-width", "head_dim", t.separate.width * t.self.heads, t.d_model);
        impossible = true;
    }
    if (t.separate.key_value_heads != t.self.heads && !t.separate_projections) {
        builder.report("shared-heads-need-separate-projections", "kv_heads", t.separate.key_value_heads, t.self.heads);
        impossible = true;
    }
    impossible = report_indivisible(builder, "kv-heads-do-not-divide-heads", "kv_heads", t.self.heads,
                                    t.separate.key_value_heads) ||
                 impossible;
    impossible = (t.encoder_mixture && report_impossible_mixture(builder, *t.encoder_mixture)) || impossible;
    if (t.learned_positions && t.max_positions && longest > *t.max_positions) {
        builder.report("sequence-longer-than-positions", "max_positions", longest, *t.max_positions);
        impossible = true;
    }
    return impossible;
}

TensorId feed_forward(Builder& builder, TensorId x, const Transformer& t, const std::optional<MixtureShape>& mixture,
                      std::int64_t number)
{
    if (mixture && (number + 1) % t.expert_layers_every == 0) return mixture_of_experts(builder, x, *mixture);
    TensorId y = activated(builder, "act", builder.linear("linear1", x, t.d_ff, t.bias), t.activation);
    if (!t.relative) builder.mark(CalledAs::function);
    if (t.gated) y = builder.multiply("product", y, builder.linear("gate", x, t.d_ff, t.bias));
    return builder.linear("linear2", builder.dropout("dropout", y, t.dropout), t.d_model, t.bias);
}

/// x + dropout(layer(norm(x))), or the norm after the sum.
template <typename Layer>
TensorId residual(Builder& builder, const char* norm, TensorId x, const Transformer& t, Layer layer)
{
    const TensorId y = layer(t.norm_first ? sequence_norm(builder, norm, x, t.norm) : x);
    const TensorId sum = builder.add("add", x, builder.dropout("drop", y, t.dropout));
    return t.norm_first ? sum : sequence_norm(builder, norm, sum, t.norm);
}

/// Attention of Hugging Face's encoder-decoders: three separate projections, and a tensor added to the scores that all
/// layers of a stack share: the mask, and in T5 (Raffel et al. 2020) a bias by the distance of the tokens.
TensorId separate_attention(Builder& builder, std::string_view name, TensorId x, TensorId memory, TensorId score_bias,
                            const Transformer& t)
{
    const auto named = [&](const char* part) { return std::string(name).append(part); };
    AttentionShape shape = t.separate;
    shape.mask_tensor = score_bias;
    const std::int64_t kv_width = shape.key_value_heads * shape.width;
    const TensorId query = builder.linear(named(".q"), x, shape.heads * shape.width, t.self.bias);
    const TensorId key = builder.linear(named(".k"), memory, kv_width, t.self.bias);
    const TensorId value = builder.linear(named(".v"), memory, kv_width, t.self.bias);
    return builder.linear(named(".o"), attention(builder, query, key, value, shape), t.d_model, t.self.bias);
}

/// Self-attention, with the stack's position bias if there is one.
TensorId within(Builder& builder, TensorId x, TensorId bias, const Transformer& t)
{
    return t.separate_projections ? separate_attention(builder, "self", x, x, bias, t)
                                  : self_attention(builder, x, t.self);
}

TensorId across(Builder& builder, TensorId x, TensorId memory, TensorId bias, const Transformer& t)
{
    return t.separate_projections ? separate_attention(builder, "cross", x, memory, bias, t)
                                  : cross_attention(builder, x, memory, t.cross);
}

/// The end of a stack: T5 applies dropout once more.
TensorId finished(Builder& builder, const char* norm, TensorId x, const Transformer& t)
{
    if (t.final_norm) x = sequence_norm(builder, norm, x, t.norm);
    return t.relative ? builder.dropout("dropout", x, t.dropout) : x;
}

TensorId encoder(Builder& builder, TensorId x, const Transformer& t)
{
    const TensorId bias =
        t.separate_projections ? score_bias(builder, t.source_tokens, t.source_tokens, t.buckets, t.separate) : no_id;
    const auto layer = [&](TensorId in, std::int64_t number) {
        const TensorId y = residual(builder, "norm1", in, t, [&](TensorId z) { return within(builder, z, bias, t); });
        return residual(builder, "norm2", y, t,
                        [&](TensorId z) { return feed_forward(builder, z, t, t.encoder_mixture, number); });
    };
    const TensorId y = layers_in_turn(builder, "encoder", x, 0, t.encoder_layers, t.expert_layers_every, layer);
    return finished(builder, "encoder.norm", y, t);
}

TensorId decoder(Builder& builder, TensorId x, TensorId memory, const Transformer& t)
{
    const TensorId bias =
        t.separate_projections ? score_bias(builder, t.target_tokens, t.target_tokens, t.buckets, t.separate) : no_id;
    const TensorId mask =
        t.separate_projections ? score_bias(builder, t.target_tokens, t.source_tokens, 0, t.separate) : no_id;
    const auto layer = [&](TensorId in, std::int64_t number) {
        TensorId y = residual(builder, "norm1", in, t, [&](TensorId z) { return within(builder, z, bias, t); });
        y = residual(builder, "norm2", y, t, [&](TensorId z) { return across(builder, z, memory, mask, t); });
        return residual(builder, "norm3", y, t,
                        [&](TensorId z) { return feed_forward(builder, z, t, t.decoder_mixture, number); });
    };
    const TensorId y = layers_in_turn(builder, "decoder", x, 0, t.decoder_layers, t.expert_layers_every, layer);
    return finished(builder, "decoder.norm", y, t);
}

/// Adds learned positions and, as Hugging Face's code does, norm and dropout.
TensorId positioned(Builder& builder, const char* name, TensorId x, std::int64_t tokens, const Transformer& t)
{
    if (t.learned_positions) {
        const TensorId places = builder.constant({tokens}, Content::index);
        x = builder.add("add", x, builder.embedding(name, places, t.max_positions.value_or(tokens), t.d_model));
    }
    if (t.embedding_norm) x = sequence_norm(builder, "embedding.norm", x, t.norm);
    return t.separate_projections ? builder.dropout("dropout", x, t.dropout) : x;
}

TensorId logits(Builder& builder, TensorId y, ParameterId table, const Transformer& t)
{
    if (!t.tied) return builder.linear("output", y, t.vocabulary, false);
    // T5 divides by the square root of the width before it uses the table a second time.
    if (t.relative) y = builder.scale("scale", y);
    return builder.linear_shared("output", y, t.vocabulary, table);
}

Network build_encoder_decoder_transformer(const ShapeReader& shape, const ModelInput& input,
                                          const BuildOptions& options)
{
    Builder builder;
    const Transformer t = read_encoder_decoder_transformer(shape, input, options);
    if (report_impossible(builder, t, shape)) return builder.finish({});
    // Generation caches keys and values of its own tokens and, for cross-attention, of the source.
    builder.caches(Count(2) * Count(t.decoder_layers) * Count(t.separate.key_value_heads) * Count(t.separate.width) *
                       (Count(t.target_tokens) + Count(t.source_tokens)),
                   t.separate.key_value_heads);
    // One table serves source, target and, tied, the output layer.
    TensorId x = builder.embedding("shared", builder.input({t.source_tokens}, Content::index), t.vocabulary, t.d_model);
    const ParameterId table = builder.last_parameter();
    const TensorId memory = encoder(builder, positioned(builder, "source_positions", x, t.source_tokens, t), t);
    TensorId y = builder.embedding_shared("shared", builder.input({t.target_tokens}, Content::index), t.d_model, table);
    y = decoder(builder, positioned(builder, "target_positions", y, t.target_tokens, t), memory, t);
    return builder.finish({logits(builder, y, table, t)});
}

} // namespace

Family encoder_decoder_transformer_family()
{
    return Family{"encoder-decoder-transformer",
                  Family::InputKind::sequence_pair,
                  {},
                  {.sequence_length = 512},
                  build_encoder_decoder_transformer}
        .with(Hyperparameter::integer("layers", 6, 1, 1e6))
        .with(Hyperparameter::derived("encoder_layers", 1, 1e6))
        .with(Hyperparameter::derived("decoder_layers", 1, 1e6))
        .with(Hyperparameter::integer("d_model", 512, 1, 1e6))
        .with(Hyperparameter::integer("heads", 8, 1, 1e5))
        .with(Hyperparameter::derived("kv_heads", 1, 1e5))
        .with(Hyperparameter::derived("head_dim", 1, 1e5))
        .with(Hyperparameter::derived("d_ff", 1, 1e7))
        .with(Hyperparameter::flag("gated_ffn", false))
        .with(Hyperparameter::integer("vocabulary", 37000, 1, 1e8))
        .with(Hyperparameter::derived("max_positions", 1, 1e9))
        .with(Hyperparameter::choice("norm", {"layer", "rms"}))
        .with(Hyperparameter::flag("norm_first", true))
        .with(Hyperparameter::flag("embedding_norm", false))
        .with(Hyperparameter::flag("final_norm", true))
        .with(Hyperparameter::choice("positions", {"learned", "relative-bias", "none"}))
        .with(Hyperparameter::integer("relative_buckets", 32, 1, 1e6))
        .with(Hyperparameter::flag("bias", true))
        .with(Hyperparameter::derived_flag("attention_bias"))
        .with(Hyperparameter::flag("separate_projections", false))
        .with(Hyperparameter::choice("activation", activation_names("gelu")))
        .with(Hyperparameter::flag("tied_embeddings", true))
        .with(Hyperparameter::real("dropout", 0.1, 0, 1))
        .with(Hyperparameter::derived_real("attention_dropout", 0, 1))
        .with(mixture_hyperparameters());
}

} // namespace rigwright

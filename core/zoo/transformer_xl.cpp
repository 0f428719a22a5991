// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/adaptive_vocabulary.h"
#include "core/zoo/family_list.h"
#include "core/zoo/transformer_parts.h"

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

struct TransformerXl {
    std::int64_t layers, heads, head_width, d_ff, memory;
    double dropout, attention_dropout;
    AdaptiveVocabulary::Shape vocabulary;

    std::int64_t tokens() const { return vocabulary.tokens; }
    std::int64_t keys() const { return vocabulary.tokens + memory; }
    std::int64_t width() const { return heads * head_width; }
};

TransformerXl read_transformer_xl(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    TransformerXl t{};
    t.layers = shape.integer("layers");
    t.heads = shape.integer("heads");
    t.d_ff = shape.integer("d_ff");
    t.vocabulary.width = shape.integer("d_model");
    t.vocabulary.tokens = *input.sequence_length;
    t.vocabulary.words = shape.integer("vocabulary");
    t.vocabulary.cutoffs = {shape.integer("cutoff1"), shape.integer("cutoff2"), shape.integer("cutoff3")};
    t.vocabulary.division = shape.integer("embedding_division");
    t.head_width = shape.integer_or("head_dim", t.vocabulary.width / t.heads);
    t.memory = shape.integer_or("memory_length", t.tokens());
    t.dropout = options.training ? shape.real("dropout") : 0.0;
    t.attention_dropout = options.training ? shape.real("attention_dropout") : 0.0;
    return t;
}

/// What all layers share: positions, and the two biases added to every query (Dai et al. 2019, section 3.3).
struct Shared {
    TensorId positions, content_bias, position_bias;
};

TensorId product(Builder& builder, const char* name, TensorId query, TensorId key, const TransformerXl& t)
{
    return builder.matrix_product(name, query, key,
                                  {ProductRole::query_key, t.heads, t.tokens(), t.keys(), t.head_width},
                                  {t.heads, t.tokens(), t.keys()});
}

/// Each row of position scores is moved so that its last column is the query's own place: a column of zeros is set
/// before them and the result read in rows of another length.
TensorId shifted(Builder& builder, TensorId scores)
{
    const Shape shape = builder.shape_of(scores);
    const TensorId zeros = builder.constant(shape.with(-1, 1));
    const TensorId padded = builder.concatenate("dec_attn.rel_pad", {scores, zeros}, -1);
    return builder.view("dec_attn.rel_shift", padded, shape);
}

TensorId scores(Builder& builder, TensorId query, TensorId key, TensorId relative, const Shared& shared,
                const TransformerXl& t)
{
    const TensorId by_content = builder.add("dec_attn.r_w", query, shared.content_bias);
    const TensorId content = product(builder, "dec_attn.ac", by_content, heads_first(builder, "dec_attn.k", key), t);
    const TensorId by_place =
        heads_first(builder, "dec_attn.q", builder.add("dec_attn.r_r", query, shared.position_bias));
    const TensorId place = shifted(builder, product(builder, "dec_attn.bd", by_place, relative, t));
    return builder.scale("dec_attn.scale", builder.add("dec_attn.sum", content, place));
}

TensorId attention(Builder& builder, TensorId x, TensorId memory, const Shared& shared, const TransformerXl& t)
{
    const TensorId context = builder.concatenate("dec_attn.context", {memory, x}, 0);
    const TensorId all = builder.linear("dec_attn.qkv_net", context, 3 * t.width(), false);
    const TensorId relative = builder.linear("dec_attn.r_net", shared.positions, t.width(), false);
    const TensorId query = builder.view("dec_attn.split", all, {t.tokens(), t.width()});
    const TensorId key = builder.view("dec_attn.split", all, {t.keys(), t.width()});
    const TensorId value = builder.view("dec_attn.split", all, {t.keys(), t.width()});
    // The mask is one tensor for all layers; the scores are overwritten.
    const TensorId masked = builder.masked_fill("dec_attn.mask", scores(builder, query, key, relative, shared, t), {});
    TensorId weights = builder.softmax("dec_attn.softmax", masked);
    builder.mark(CalledAs::function);
    weights = builder.dropout("dec_attn.dropatt", weights, t.attention_dropout);
    TensorId y = builder.matrix_product("dec_attn.av", weights, heads_first(builder, "dec_attn.v", value),
                                        {ProductRole::attention_value, t.heads, t.tokens(), t.head_width, t.keys()},
                                        {t.tokens(), t.width()});
    y = builder.copy("dec_attn.merge", y, {t.tokens(), t.width()});
    y = builder.linear("dec_attn.o_net", y, t.vocabulary.width, false);
    y = builder.dropout("dec_attn.drop", y, t.dropout);
    return builder.normalization("dec_attn.layer_norm", builder.add("dec_attn.add", x, y), NormalizationKind::layer);
}

TensorId feed_forward(Builder& builder, TensorId x, const TransformerXl& t)
{
    TensorId y = builder.linear("pos_ff.CoreNet.0", x, t.d_ff);
    y = builder.activation("pos_ff.CoreNet.1", y, ActivationFunction::relu, true);
    y = builder.dropout("pos_ff.CoreNet.2", y, t.dropout);
    y = builder.linear("pos_ff.CoreNet.3", y, t.vocabulary.width);
    y = builder.dropout("pos_ff.CoreNet.4", y, t.dropout);
    return builder.normalization("pos_ff.layer_norm", builder.add("pos_ff.add", x, y), NormalizationKind::layer);
}

bool report_impossible(Builder& builder, const TransformerXl& t, bool head_width_given)
{
    const bool uneven = !head_width_given &&
                        report_indivisible(builder, "heads-do-not-divide-width", "heads", t.vocabulary.width, t.heads);
    return AdaptiveVocabulary::report_impossible(builder, t.vocabulary) || uneven;
}

Network build_transformer_xl(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const TransformerXl t = read_transformer_xl(shape, input, options);
    if (report_impossible(builder, t, shape.has("head_dim"))) return builder.finish({});
    AdaptiveVocabulary vocabulary(builder, t.vocabulary);
    const TensorId indices = builder.input({t.tokens()}, Content::index);
    TensorId x = builder.dropout("drop", vocabulary.embed(indices), t.dropout);
    Shared shared{};
    shared.positions = builder.dropout("drop", builder.constant({t.keys(), t.vocabulary.width}), t.dropout);
    shared.content_bias = builder.parameter_tensor("r_w_bias", {1, t.width()});
    shared.position_bias = builder.parameter_tensor("r_r_bias", {1, t.width()});
    const TensorId memory = builder.input({t.memory, t.vocabulary.width});
    builder.begin_block("layers.{}", t.layers);
    const TensorId y = feed_forward(builder, attention(builder, x, memory, shared, t), t);
    builder.end_block({{x, y}});
    return builder.finish(vocabulary.logits(builder.dropout("drop", y, t.dropout)));
}

} // namespace

Family transformer_xl_family()
{
    return {
        "transformer-xl",
        Family::InputKind::sequence,
        {
            Hyperparameter::integer("layers", 16, 1, 1e6),
            Hyperparameter::integer("d_model", 512, 1, 1e6),
            Hyperparameter::integer("heads", 8, 1, 1e5),
            Hyperparameter::derived("head_dim", 1, 1e5),
            Hyperparameter::integer("d_ff", 2048, 1, 1e7),
            Hyperparameter::derived("memory_length", 1, 1e9),
            Hyperparameter::integer("vocabulary", 267735, 1, 1e8),
            Hyperparameter::integer("cutoff1", 19997, 1, 1e8),
            Hyperparameter::integer("cutoff2", 39997, 1, 1e8),
            Hyperparameter::integer("cutoff3", 199997, 1, 1e8),
            Hyperparameter::integer("embedding_division", 1, 1, 64),
            Hyperparameter::real("dropout", 0.1, 0, 1),
            Hyperparameter::real("attention_dropout", 0, 0, 1),
        },
        {.image_height = {}, .image_width = {}, .channels = {}, .sequence_length = 192, .target_sequence_length = {}},
        build_transformer_xl};
}

} // namespace rigwright

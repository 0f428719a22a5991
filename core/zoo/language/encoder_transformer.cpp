// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/language/transformer_parts.h"

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// The hyperparameters with all defaults filled in.
struct Encoder {
    std::int64_t layers, d_model, heads, d_ff, vocabulary, tokens, max_positions, segments, classes;
    SequenceNorm norm;
    bool bias, pooler, norm_first;
    FeedForwardActivation activation;
    double dropout, attention_dropout;
    std::string_view head;
    AttentionKernel kernel;
    bool masked_only;
};

Encoder read_encoder_transformer(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Encoder e{};
    e.layers = shape.integer("layers");
    e.d_model = shape.integer("d_model");
    e.heads = shape.integer("heads");
    e.d_ff = shape.integer_or("d_ff", 4 * e.d_model);
    e.vocabulary = shape.integer("vocabulary");
    e.tokens = *input.sequence_length;
    e.max_positions = shape.integer_or("max_positions", e.tokens);
    e.segments = shape.integer("segments");
    e.classes = shape.integer("classes");
    e.head = shape.choice("head");
    e.bias = shape.flag("bias");
    e.norm = {NormalizationKind::layer, e.bias};
    e.pooler = shape.flag("pooler");
    e.norm_first = shape.flag("norm_first");
    e.activation = activation_of(shape.choice("activation"), options);
    e.dropout = options.training ? shape.real("dropout") : 0.0;
    e.attention_dropout = options.training ? shape.real_or("attention_dropout", e.dropout) : 0.0;
    e.kernel = options.attention;
    e.masked_only = options.predicts_masked_only;
    return e;
}

TensorId embedded(Builder& builder, const Encoder& e, ParameterId& words)
{
    TensorId x = builder.embedding("word", builder.input({e.tokens}, Content::index), e.vocabulary, e.d_model);
    words = builder.last_parameter();
    if (e.segments > 0)
        x = builder.add("add", x,
                        builder.embedding("segment", builder.input({e.tokens}, Content::index), e.segments, e.d_model));
    const TensorId places = builder.constant({e.tokens}, Content::index);
    x = builder.add("add", x, builder.embedding("position", places, e.max_positions, e.d_model));
    if (!e.norm_first) x = sequence_norm(builder, "norm", x, e.norm);
    return builder.dropout("drop", x, e.dropout);
}

TensorId self_attention(Builder& builder, TensorId x, const Encoder& e, TensorId mask)
{
    const TensorId query = builder.linear("attn.query", x, e.d_model, e.bias);
    const TensorId key = builder.linear("attn.key", x, e.d_model, e.bias);
    const TensorId value = builder.linear("attn.value", x, e.d_model, e.bias);
    AttentionShape shape;
    shape.heads = shape.key_value_heads = e.heads;
    shape.width = e.d_model / e.heads;
    shape.mask = ScoreMask::add;
    shape.mask_tensor = mask;
    shape.kernel = e.kernel;
    shape.dropout = e.attention_dropout;
    x = builder.linear("attn.out", attention(builder, query, key, value, shape), e.d_model, e.bias);
    return builder.dropout("attn.drop", x, e.dropout);
}

TensorId feed_forward(Builder& builder, TensorId x, const Encoder& e)
{
    TensorId y = builder.linear("ffn.up", x, e.d_ff, e.bias);
    y = activated(builder, "ffn.act", y, e.activation);
    y = builder.linear("ffn.down", y, e.d_model, e.bias);
    return builder.dropout("ffn.drop", y, e.dropout);
}

/// Layer norm before attention and feed-forward, and once after the last block.
TensorId blocks_norm_first(Builder& builder, TensorId x, const Encoder& e, TensorId mask)
{
    builder.begin_block("layers.{}", e.layers);
    const TensorId normed = sequence_norm(builder, "norm1", x, e.norm);
    const TensorId middle = builder.add("add1", self_attention(builder, normed, e, mask), x);
    const TensorId output =
        builder.add("add2", feed_forward(builder, sequence_norm(builder, "norm2", middle, e.norm), e), middle);
    builder.end_block({{x, output}});
    return sequence_norm(builder, "norm", output, e.norm);
}

/// Layer norm after each residual sum, as in the original Transformer and BERT.
TensorId blocks_norm_last(Builder& builder, TensorId x, const Encoder& e, TensorId mask)
{
    builder.begin_block("layers.{}", e.layers);
    const TensorId attended = builder.add("add1", self_attention(builder, x, e, mask), x);
    const TensorId middle = sequence_norm(builder, "norm1", attended, e.norm);
    const TensorId sum = builder.add("add2", feed_forward(builder, middle, e), middle);
    const TensorId output = sequence_norm(builder, "norm2", sum, e.norm);
    builder.end_block({{x, output}});
    return output;
}

/// The first token through a dense layer and tanh. BERT, RoBERTa (as part of the head) and DistilBERT (with ReLU) all
/// classify a sequence by it.
TensorId pooled(Builder& builder, TensorId x, const Encoder& e)
{
    const TensorId first = builder.view("first", x, {1, e.d_model});
    const TensorId dense = builder.linear("pooler", first, e.d_model);
    const TensorId result = builder.activation("tanh", dense, ActivationFunction::tanh);
    builder.mark(CalledAs::function);
    return result;
}

/// Masked tokens per hundred (Devlin et al. 2019, section 3.1).
constexpr std::int64_t masked_percent = 15;

/// A dense layer, its activation and a norm, then the word embeddings as output matrix with a separate bias (Devlin et
/// al. 2019, section 3.1, as released).
TensorId word_logits(Builder& builder, TensorId x, const Encoder& e, ParameterId words)
{
    if (e.head == "pretraining" && e.masked_only) {
        const std::int64_t masked = (masked_percent * e.tokens + 99) / 100;
        x = builder.picked_rows("predictions.masked", x, builder.input({masked}, Content::index), masked);
    }
    x = builder.linear("predictions.dense", x, e.d_model);
    x = activated(builder, "predictions.act", x, e.activation);
    x = sequence_norm(builder, "predictions.norm", x, {NormalizationKind::layer, true});
    return builder.linear_shared("predictions.decoder", x, e.vocabulary, words,
                                 builder.add_parameter(Count(e.vocabulary), true));
}

/// The task head on top of the blocks; without one the blocks' result, or its pooled first token.
std::vector<TensorId> outputs(Builder& builder, TensorId x, const Encoder& e, ParameterId words)
{
    const auto classified = [&](TensorId y) {
        return builder.linear("classifier", builder.dropout("classifier.drop", y, e.dropout), e.classes);
    };
    if (e.head == "masked-lm") return {word_logits(builder, x, e, words)};
    // Next-sentence prediction: two classes.
    if (e.head == "pretraining")
        return {word_logits(builder, x, e, words), builder.linear("next_sentence", pooled(builder, x, e), 2)};
    if (e.head == "sequence-classification") return {classified(pooled(builder, x, e))};
    if (e.head == "token-classification") return {classified(x)};
    // The first and the last token of the answer.
    if (e.head == "question-answering") return {builder.linear("span", x, 2)};
    return {e.pooler ? pooled(builder, x, e) : x};
}

/// The number of classes belongs to two heads; every network reads everything else.
bool encoder_transformer_reads(const ShapeReader& shape, std::string_view key)
{
    if (key != "classes") return true;
    const std::string_view head = shape.choice("head");
    return head == "sequence-classification" || head == "token-classification";
}

Network build_encoder_transformer(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const Encoder e = read_encoder_transformer(shape, input, options);
    bool impossible = report_indivisible(builder, "heads-do-not-divide-width", "heads", e.d_model, e.heads);
    if (e.tokens > e.max_positions) {
        builder.report("sequence-longer-than-positions", "max_positions", e.tokens, e.max_positions);
        impossible = true;
    }
    if (impossible) return builder.finish({});
    ParameterId words = no_id;
    TensorId x = embedded(builder, e, words);
    // The padding mask, one row per sample.
    const TensorId mask = builder.input({1, e.tokens});
    x = e.norm_first ? blocks_norm_first(builder, x, e, mask) : blocks_norm_last(builder, x, e, mask);
    return builder.finish(outputs(builder, x, e, words));
}

} // namespace

Family encoder_transformer_family()
{
    return Family{"encoder-transformer",    Family::InputKind::sequence, {},
                  {.sequence_length = 512}, build_encoder_transformer,   encoder_transformer_reads}
        .with(Hyperparameter::integer("layers", 12, 1, 1e6))
        .with(Hyperparameter::integer("d_model", 768, 1, 1e6))
        .with(Hyperparameter::integer("heads", 12, 1, 1e5))
        .with(Hyperparameter::derived("d_ff", 1, 1e7))
        .with(Hyperparameter::integer("vocabulary", 30522, 1, 1e8))
        .with(Hyperparameter::derived("max_positions", 1, 1e9))
        .with(Hyperparameter::integer("segments", 0, 0, 1e6))
        .with(Hyperparameter::flag("pooler", false))
        .with(Hyperparameter::choice("head", {"none", "pretraining", "masked-lm", "sequence-classification",
                                              "token-classification", "question-answering"}))
        .with(Hyperparameter::integer("classes", 2, 1, 1e6))
        .with(Hyperparameter::flag("norm_first", true))
        .with(Hyperparameter::flag("bias", true))
        .with(Hyperparameter::choice("activation", activation_names("gelu")))
        .with(Hyperparameter::real("dropout", 0.1, 0, 1))
        .with(Hyperparameter::derived_real("attention_dropout", 0, 1));
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/family_list.h"
#include "core/zoo/language/transformer_parts.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace rigwright {

namespace {

/// Sum of 1/k up to n, by its asymptotic series (Euler's constant 0.5772...); exact to 1e-6 from n = 10 on.
double harmonic(std::int64_t n)
{
    constexpr double euler = 0.57721566490153286;
    const auto x = static_cast<double>(n);
    return std::log(x) + euler + 1.0 / (2.0 * x) - 1.0 / (12.0 * x * x);
}

/// Adaptive input and output vocabulary (Grave et al. 2017; Baevski and Auli 2019) as Transformer-XL's authors build
/// it: words sorted by frequency and split into a head and three tails, whose embeddings get narrower by `division`.
/// Embedding and output weights are tied; projections too, except the head's.
class AdaptiveVocabulary {
public:
    static constexpr std::size_t clusters = 4;
    static constexpr auto tails = static_cast<std::int64_t>(clusters) - 1;

    struct Shape {
        std::int64_t words = 0;
        std::array<std::int64_t, clusters - 1> cutoffs{};
        std::int64_t division = 1;
        std::int64_t width = 0;
        std::int64_t tokens = 0;
    };

    AdaptiveVocabulary(NetworkBuilder& builder, const Shape& shape)
        : builder_(builder),
          shape_(shape),
          tokens_(tokens_by_cluster(shape))
    {
        const bool divided = shape.division > 1;
        projections_.fill(no_id);
        if (!divided) tables_.fill(builder.add_parameter(Count(shape.words) * Count(shape.width), true));
        for (std::size_t i = 0; i < clusters; ++i) {
            if (divided) {
                tables_[i] = builder.add_parameter(Count(words_of(i)) * Count(width_of(i)), true);
                projections_[i] = builder.add_parameter(Count(shape.width) * Count(width_of(i)), true);
            }
            biases_[i] = builder.add_parameter(Count(words_of(i) + (i == 0 ? tails : 0)), true);
        }
        if (divided) head_projection_ = builder.add_parameter(Count(shape.width) * Count(shape.width), true);
        tail_weight_ = builder.add_parameter(Count(tails) * Count(shape.width), true);
    }

    /// Reports cut-offs that do not ascend and embeddings of zero width; true if there is one.
    static bool report_impossible(NetworkBuilder& builder, const Shape& shape)
    {
        std::int64_t before = 0;
        for (std::size_t i = 0; i < clusters; ++i) {
            const std::int64_t end = i < shape.cutoffs.size() ? shape.cutoffs[i] : shape.words;
            if (end <= before) {
                const bool last = i == shape.cutoffs.size();
                builder.report("cutoffs-do-not-ascend", last ? "vocabulary" : "cutoff" + std::to_string(i + 1), end,
                               before);
                return true;
            }
            before = end;
        }
        std::int64_t width = shape.width;
        for (std::size_t i = 1; i < clusters; ++i) width /= shape.division;
        if (width > 0) return false;
        builder.report("embedding-division-leaves-no-width", "embedding_division", shape.division, shape.width);
        return true;
    }

    /// Tokens of one sample in each cluster, if the frequency of words is one over their rank (Zipf 1935).
    static std::array<std::int64_t, clusters> tokens_by_cluster(const Shape& shape)
    {
        std::array<std::int64_t, clusters> counts{};
        std::int64_t before = 0;
        for (std::size_t i = 0; i < clusters; ++i) {
            const std::int64_t end = i < shape.cutoffs.size() ? shape.cutoffs[i] : shape.words;
            const double share = harmonic(end) / harmonic(shape.words);
            const std::int64_t until = std::llround(share * static_cast<double>(shape.tokens));
            counts[i] = until - before;
            before = until;
        }
        return counts;
    }

    /// Embeddings of token indices: {tokens, width}.
    TensorId embed(TensorId indices)
    {
        const TensorId x = shape_.division > 1
                               ? embed_divided(indices)
                               : builder_.embedding_shared("word_emb.emb_layers.0", indices, shape_.width, tables_[0]);
        return builder_.scale("word_emb.scale", x);
    }

    /// Logits of the head, with one more for each tail, for all tokens, and of each tail for its own tokens.
    std::vector<TensorId> logits(TensorId hidden)
    {
        std::vector<TensorId> all{cluster_logits(hidden, 0)};
        for (std::size_t i = 1; i < clusters; ++i) {
            if (tokens_[i] == 0) continue;
            const TensorId own = builder_.indices("crit.select", hidden, {tokens_[i]});
            const TensorId rows = builder_.gather("crit.gather", hidden, {own}, {tokens_[i], shape_.width});
            all.push_back(cluster_logits(rows, i));
        }
        return all;
    }

private:
    std::int64_t words_of(std::size_t cluster) const
    {
        const std::int64_t end = cluster < shape_.cutoffs.size() ? shape_.cutoffs[cluster] : shape_.words;
        return cluster == 0 ? end : end - shape_.cutoffs[cluster - 1];
    }

    std::int64_t width_of(std::size_t cluster) const
    {
        std::int64_t width = shape_.width;
        for (std::size_t i = 0; i < cluster; ++i) width /= shape_.division;
        return width;
    }

    /// Each cluster's words are looked up and projected, then put back in text order.
    TensorId embed_divided(TensorId indices)
    {
        TensorId all = no_id;
        for (std::size_t i = 0; i < clusters; ++i) {
            if (tokens_[i] == 0) continue;
            const std::string number = std::to_string(i);
            const TensorId own = builder_.indices("word_emb.select", indices, {tokens_[i]});
            TensorId x = builder_.embedding_shared("word_emb.emb_layers." + number, own, width_of(i), tables_[i]);
            x = builder_.linear_shared("word_emb.emb_projs." + number, x, shape_.width, projections_[i]);
            builder_.mark(CalledAs::function);
            all = all == no_id ? x : builder_.concatenate("word_emb.join", {all, x}, 0);
        }
        const TensorId places = builder_.indices("word_emb.places", indices, {shape_.tokens});
        return builder_.scatter_add("word_emb.order", all, places, {shape_.tokens, shape_.width});
    }

    /// Logits of one cluster; `extra` additional words for the head's tails.
    TensorId cluster_logits(TensorId hidden, std::size_t cluster)
    {
        const std::string number = std::to_string(cluster);
        if (shape_.division > 1) {
            const ParameterId projection = cluster == 0 ? head_projection_ : projections_[cluster];
            hidden = builder_.linear_shared("crit.out_projs." + number, hidden, width_of(cluster), projection);
            builder_.mark(CalledAs::function);
        }
        const std::int64_t words = words_of(cluster) + (cluster == 0 ? tails : 0);
        const TensorId logits =
            builder_.linear_shared("crit.out_layers." + number, hidden, words, tables_[cluster], biases_[cluster]);
        builder_.mark(CalledAs::function);
        if (cluster == 0) builder_.use_third_parameter(tail_weight_);
        return logits;
    }

    NetworkBuilder& builder_;
    Shape shape_;
    std::array<std::int64_t, clusters> tokens_;
    std::array<ParameterId, clusters> tables_{};
    std::array<ParameterId, clusters> projections_{};
    std::array<ParameterId, clusters> biases_{};
    ParameterId head_projection_ = no_id;
    ParameterId tail_weight_ = no_id;
};

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

/// Tensors shared by all layers: positions, and the two biases added to every query (Dai et al. 2019, section 3.3).
struct Shared {
    TensorId positions, content_bias, position_bias;
};

TensorId product(Builder& builder, const char* name, TensorId query, TensorId key, const TransformerXl& t)
{
    return builder.matrix_product(name, query, key,
                                  {ProductRole::query_key, t.heads, t.tokens(), t.keys(), t.head_width},
                                  {t.heads, t.tokens(), t.keys()});
}

/// Shifts each row of position scores so that its last column is the query's own position: a zero column is prepended
/// and the result is read with another row length.
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
    return sequence_family("transformer-xl", build_transformer_xl, 192)
        .with(Hyperparameter::integer("layers", 16, 1, 1e6))
        .with(Hyperparameter::integer("d_model", 512, 1, 1e6))
        .with(Hyperparameter::integer("heads", 8, 1, 1e5))
        .with(Hyperparameter::derived("head_dim", 1, 1e5))
        .with(Hyperparameter::integer("d_ff", 2048, 1, 1e7))
        .with(Hyperparameter::derived("memory_length", 1, 1e9))
        .with(Hyperparameter::integer("vocabulary", 267735, 1, 1e8))
        .with(Hyperparameter::integer("cutoff1", 19997, 1, 1e8))
        .with(Hyperparameter::integer("cutoff2", 39997, 1, 1e8))
        .with(Hyperparameter::integer("cutoff3", 199997, 1, 1e8))
        .with(Hyperparameter::integer("embedding_division", 1, 1, 64))
        .with(Hyperparameter::real("dropout", 0.1, 0, 1))
        .with(Hyperparameter::real("attention_dropout", 0, 0, 1));
}

} // namespace rigwright

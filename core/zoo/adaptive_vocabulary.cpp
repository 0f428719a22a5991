// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/adaptive_vocabulary.h"

#include <cmath>
#include <string>

namespace rigwright {

namespace {

constexpr std::int64_t tails = static_cast<std::int64_t>(AdaptiveVocabulary::clusters) - 1;

/// Sum of 1/k up to n, by its asymptotic series (Euler's constant 0.5772...); exact to 1e-6 from n = 10 on.
double harmonic(std::int64_t n)
{
    constexpr double euler = 0.57721566490153286;
    const auto x = static_cast<double>(n);
    return std::log(x) + euler + 1.0 / (2.0 * x) - 1.0 / (12.0 * x * x);
}

} // namespace

AdaptiveVocabulary::AdaptiveVocabulary(NetworkBuilder& builder, const Shape& shape)
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

bool AdaptiveVocabulary::report_impossible(NetworkBuilder& builder, const Shape& shape)
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

std::array<std::int64_t, AdaptiveVocabulary::clusters> AdaptiveVocabulary::tokens_by_cluster(const Shape& shape)
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

std::int64_t AdaptiveVocabulary::words_of(std::size_t cluster) const
{
    const std::int64_t end = cluster < shape_.cutoffs.size() ? shape_.cutoffs[cluster] : shape_.words;
    return cluster == 0 ? end : end - shape_.cutoffs[cluster - 1];
}

std::int64_t AdaptiveVocabulary::width_of(std::size_t cluster) const
{
    std::int64_t width = shape_.width;
    for (std::size_t i = 0; i < cluster; ++i) width /= shape_.division;
    return width;
}

TensorId AdaptiveVocabulary::embed(TensorId indices)
{
    const TensorId x = shape_.division > 1
                           ? embed_divided(indices)
                           : builder_.embedding_shared("word_emb.emb_layers.0", indices, shape_.width, tables_[0]);
    return builder_.scale("word_emb.scale", x);
}

/// Each cluster's words are looked up and projected, then put back in the order of the text.
TensorId AdaptiveVocabulary::embed_divided(TensorId indices)
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

TensorId AdaptiveVocabulary::cluster_logits(TensorId hidden, std::size_t cluster)
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

std::vector<TensorId> AdaptiveVocabulary::logits(TensorId hidden)
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

} // namespace rigwright

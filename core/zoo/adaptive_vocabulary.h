// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network_builder.h"

#include <array>
#include <vector>

namespace rigwright {

/// Adaptive input and output vocabulary (Grave et al. 2017; Baevski and Auli 2019) as Transformer-XL's authors build
/// it: words sorted by frequency and cut into a head and three tails whose embeddings get narrower by `division`.
/// Embedding and output weights are tied, projections too but for the head's.
class AdaptiveVocabulary {
public:
    static constexpr std::size_t clusters = 4;

    struct Shape {
        std::int64_t words = 0;
        std::array<std::int64_t, clusters - 1> cutoffs{};
        std::int64_t division = 1;
        std::int64_t width = 0;
        std::int64_t tokens = 0;
    };

    AdaptiveVocabulary(NetworkBuilder& builder, const Shape& shape);

    /// Reports cut-offs that do not ascend and embeddings that would have no width; true where there is one.
    static bool report_impossible(NetworkBuilder& builder, const Shape& shape);
    /// Tokens of one sample whose word lies in each cluster, if words are as frequent as one over their rank (Zipf
    /// 1935).
    static std::array<std::int64_t, clusters> tokens_by_cluster(const Shape& shape);

    /// Embeddings of token indices: {tokens, width}.
    TensorId embed(TensorId indices);
    /// Logits of the head, with one more for each tail, for all tokens, and of each tail for its own tokens.
    std::vector<TensorId> logits(TensorId hidden);

private:
    std::int64_t words_of(std::size_t cluster) const;
    std::int64_t width_of(std::size_t cluster) const;
    TensorId embed_divided(TensorId indices);
    /// Logits of one cluster; `extra` words more for the head's tails.
    TensorId cluster_logits(TensorId hidden, std::size_t cluster);

    NetworkBuilder& builder_;
    Shape shape_;
    std::array<std::int64_t, clusters> tokens_;
    std::array<ParameterId, clusters> tables_{};
    std::array<ParameterId, clusters> projections_{};
    std::array<ParameterId, clusters> biases_{};
    ParameterId head_projection_ = no_id;
    ParameterId tail_weight_ = no_id;
};

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zoo/language/transformer_parts.h"

#include <optional>
#include <vector>

namespace rigwright {

/// Conversion of scores to weights of the selected experts.
enum class Routing {
    /// Softmax over all experts, top-k selected and normalized to sum one (Mixtral, Qwen3).
    softmax,
    /// Softmax over all experts, top-k selected without normalization (Switch Transformer, DeepSeek-V2).
    softmax_kept,
    /// Top-k logits selected, softmax over them (gpt-oss).
    softmax_of_chosen,
    /// Sigmoid per expert, top-k selected, normalized to sum one and scaled (DeepSeek-V3).
    sigmoid,
};

/// A gated or plain feed-forward layer of `width`.
struct FeedForwardShape {
    std::int64_t width = 0;
    bool bias = false;
    bool gated = false;
    FeedForwardActivation activation;
    /// Gate and up come from one product, are clamped, and are combined as (up + 1) gate sigmoid(1.702 gate) (gpt-oss).
    bool clamped = false;
    /// Before the last product (T5).
    double dropout = 0.0;
};

/// A layer of experts, of which each token uses a few, as the eager code of Hugging Face runs it; every expert receives
/// the same number of tokens.
struct MixtureShape {
    std::int64_t experts = 0;
    std::int64_t active = 1;
    Routing routing = Routing::softmax;
    FeedForwardShape expert;
    /// Maximum number of one sample's tokens per expert, 0 for no limit; with `padded` it always computes that many.
    std::int64_t capacity = 0;
    bool padded = false;
    /// Width of the shared feed-forward layer for every token, 0 for none.
    std::int64_t shared_width = 0;
};

/// The keys of a mixture and their legal values, for the families that can have one.
std::vector<Hyperparameter> mixture_hyperparameters();
/// The mixture of a shape, with experts like `dense` by default; empty without experts.
std::optional<MixtureShape> read_mixture(const ShapeReader& shape, const FeedForwardShape& dense, std::int64_t tokens);
/// Reports more active experts per token than there are experts.
bool report_impossible_mixture(NetworkBuilder& builder, const MixtureShape& mixture);

/// Tokens of one sample that all experts together process.
std::int64_t routed_tokens(const MixtureShape& mixture, std::int64_t tokens);

/// `x` and the result are {tokens, width}.
TensorId mixture_of_experts(NetworkBuilder& builder, TensorId x, const MixtureShape& mixture);
/// One feed-forward layer; `prefix` begins the names of its operators ("mlp.").
TensorId feed_forward(NetworkBuilder& builder, std::string_view prefix, TensorId x, const FeedForwardShape& shape);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zoo/family.h"
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
template <>
inline constexpr std::array<std::string_view, 4> words<Routing>{"softmax", "softmax-kept", "softmax-of-chosen",
                                                                "sigmoid"};

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
    /// Each token weights the shared layer's output by a learned number (Qwen2-MoE).
    bool shared_gate = false;
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

/// Widths of multi-head latent attention (DeepSeek-AI 2024, DeepSeek-V2, section 2.1).
struct LatentAttention {
    /// Width of compressed queries, 0 for queries directly from the tokens.
    std::int64_t query_rank = 0;
    std::int64_t key_value_rank = 0;
    /// Widths of a query or key head's parts without and with rotary positions, and of a value head.
    std::int64_t plain_width = 0;
    std::int64_t rotary_width = 0;
    std::int64_t value_width = 0;
};

/// Position encoding of a decoder.
enum class Positions { learned, rotary, alibi, absent };
template <>
inline constexpr std::array<std::string_view, 4> words<Positions>{"learned", "rotary", "alibi", "none"};

/// Placement of a layer's norms, and connection of attention and feed-forward layer.
enum class DecoderBlock {
    /// A norm before each (GPT-2, Llama).
    pre_norm,
    /// A norm after each, before it is added (OLMo 2, EXAONE 4).
    norm_after,
    /// Both (Gemma 2, GLM-4).
    sandwich_norm,
    /// Both take the output of one norm and are added together (GPT-J, Command R).
    parallel,
    /// Parallel with one norm each (GPT-NeoX, Falcon 40B).
    parallel_two_norms,
};
template <>
inline constexpr std::array<std::string_view, 5> words<DecoderBlock>{"pre-norm", "norm-after", "sandwich-norm",
                                                                     "parallel", "parallel-two-norms"};

/// The hyperparameters of a decoder with all defaults filled in.
struct DecoderShape {
    std::int64_t layers = 0, d_model = 0, heads = 0, kv_heads = 0, head_width = 0, vocabulary = 0, tokens = 0;
    std::int64_t max_positions = 0;
    SequenceNorm norm = {};
    DecoderBlock block = {};
    bool embedding_norm = false;
    Positions positions = {};
    bool qkv_bias = false, output_bias = false, tied = false, fused_qkv = false;
    /// Output of the last layer: logits over the vocabulary, `classes` logits, or nothing.
    std::string_view head;
    std::int64_t classes = 0;
    bool head_bias = false;
    /// RMS norms over each query and key head (Qwen3), or over all heads at once (OLMo 2).
    bool qk_norm = false, qk_norm_across_heads = false;
    /// A learned logit per head in addition to those of the keys (gpt-oss).
    bool sinks = false;
    /// Number of keys that a query of a sliding-window layer attends to, 0 for none; every n-th layer has full
    /// attention, none if 0.
    std::int64_t sliding_window = 0, full_attention_every = 0;
    std::optional<LatentAttention> latent;
    FeedForwardShape feed_forward;
    /// Empty for a dense decoder.
    std::optional<MixtureShape> mixture;
    /// Dense layers at the start; after them every `expert_layers_every`-th layer has experts.
    std::int64_t dense_layers = 0, expert_layers_every = 0;
    double dropout = 0.0, attention_dropout = 0.0;
    /// Code with rotary positions has no dropout layers unless requested.
    bool dropout_layers = false;
    AttentionKernel kernel;
};

/// Keys and values come from one compressed vector per token; all heads share the rotary part of the keys. `shape`
/// gives heads, mask and dropout; the result is {tokens, heads x value_width}, before the output projection.
TensorId latent_attention(NetworkBuilder& builder, TensorId x, const LatentAttention& latent, AttentionShape shape,
                          TensorId cosine, TensorId sine);

/// The keys of the decoder family and their legal values.
std::vector<Hyperparameter> decoder_hyperparameters();
DecoderShape read_decoder(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options);
/// KV-cache elements per sample: keys and values of each token and layer (Shazeer 2019), only of the window in
/// sliding-window layers; latent attention caches the compressed vector and the rotary key instead (DeepSeek-V2 2024,
/// section 2.1).
Count cache_elements(const DecoderShape& decoder);
/// Reports combinations that cannot be built; true if there is one.
bool report_impossible(NetworkBuilder& builder, const DecoderShape& decoder, bool head_width_given);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network_builder.h"
#include "core/zoo/family.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// Ways to mask keys in attention.
enum class ScoreMask {
    absent,
    /// Overwrites positions by a boolean mask that each layer creates (GPT-2 style).
    fill,
    /// Adds a tensor of zeros and very negative numbers (BERT and Llama in Hugging Face's code).
    add,
    /// Like `add`, in place (T5, which adds its position bias this way).
    add_in_place,
};

/// Attention between projected queries, keys and values; sequences are {tokens, heads x width}.
struct AttentionShape {
    std::int64_t heads = 1;
    std::int64_t key_value_heads = 1;
    std::int64_t width = 0;
    ScoreMask mask = ScoreMask::absent;
    /// The added tensor.
    TensorId mask_tensor = no_id;
    bool causal = false;
    /// Width of a value head if it differs from `width`, else 0.
    std::int64_t value_width = 0;
    /// Maximum number of keys per query, 0 for all.
    std::int64_t reach = 0;
    /// A learned logit per head that takes attention away from all keys (gpt-oss), or `no_id`.
    TensorId sinks = no_id;
    /// Scores are divided by the square root of the head width.
    bool scaled = true;
    /// Scores are computed in fp32 regardless of autocast.
    bool scores_in_fp32 = false;
    /// Softmax is requested in fp32 and its result converted back to the format of the queries.
    bool softmax_in_fp32 = false;
    AttentionKernel kernel;
    /// Empty: the reference code has no such layer.
    std::optional<double> dropout;
    /// The way in which the code calls that layer.
    CalledAs dropout_called_as = CalledAs::layer;
};

/// Heads before tokens, as batched products require; a view at batch 1.
TensorId heads_first(NetworkBuilder& builder, const char* name, TensorId x);

/// The attention output, heads concatenated again: {query tokens, heads x width}.
TensorId attention(NetworkBuilder& builder, TensorId query, TensorId key, TensorId value, const AttentionShape& shape);

/// Layer norm, or RMS norm written out as in Hugging Face's Llama: cast, square, mean, reciprocal square root, two
/// products.
struct SequenceNorm {
    NormalizationKind kind = NormalizationKind::layer;
    bool shift = true;
    /// Layer norm without it has no weights (OLMo).
    bool scale = true;
};
TensorId sequence_norm(NetworkBuilder& builder, std::string_view name, TensorId x, const SequenceNorm& norm);

/// Rotary position embedding (Su et al. 2021) of {tokens, heads x width}: x cos + rotate_half(x) sin.
TensorId rotary(NetworkBuilder& builder, TensorId x, TensorId cosine, TensorId sine);

/// The function between the two products of a feed-forward layer.
struct FeedForwardActivation {
    ActivationFunction function = ActivationFunction::gelu;
    /// GELU by tanh as computed by the code of GPT-2 in Hugging Face transformers (`NewGELUActivation`): eight
    /// operators, each of which reads and writes the whole tensor. One kernel if a compiler or a tuned stack fuses
    /// them.
    bool written_out = false;
    /// A separate operator squares the function's result (squared ReLU).
    bool squared = false;
};

FeedForwardActivation activation_of(std::string_view name, const BuildOptions& options);
TensorId activated(NetworkBuilder& builder, const std::string& name, TensorId x,
                   const FeedForwardActivation& activation);
/// The names that `activation_of` knows, the default first.
std::vector<std::string_view> activation_names(std::string_view standard);

/// The smallest multiple of `step` that is at least `extent`.
constexpr std::int64_t rounded_up(std::int64_t extent, std::int64_t step) { return (extent + step - 1) / step * step; }

/// Reports the issue `heads-do-not-divide-width` and returns true if a width cannot be split evenly.
bool report_indivisible(NetworkBuilder& builder, const char* code, const char* layer, std::int64_t whole,
                        std::int64_t parts);

/// Attention as in `torch.nn.MultiheadAttention`: one packed input projection, queries scaled before the product,
/// tokens before samples in memory. Sequences are {tokens, width}.
struct MultiheadAttention {
    /// Prefix of the operators' names ("self", "cross").
    std::string_view name;
    std::int64_t heads = 1;
    double dropout = 0.0;
    bool bias = true;
    /// Not fused if the weights are returned.
    AttentionKernel kernel;
    /// The weights are averaged over the heads and returned, as DETR's code requires.
    bool returns_weights = false;
    /// Sequences are already tokens-first, so no copy is needed.
    bool tokens_first = false;
};

/// Queries, keys and values from one sequence by one product.
TensorId self_attention(NetworkBuilder& builder, TensorId x, const MultiheadAttention& attention);
/// Queries from one sequence, keys and values from another (the encoder's memory) by one product.
TensorId cross_attention(NetworkBuilder& builder, TensorId query, TensorId memory, const MultiheadAttention& attention);
/// Queries, keys and values from three sequences (positions added to the first two, as in DETR).
TensorId three_way_attention(NetworkBuilder& builder, TensorId query, TensorId key, TensorId value,
                             const MultiheadAttention& attention);

/// Writes `count` layers starting at number `first`, whose kinds repeat every `period`: one repeated block of `period`
/// layers, then the remaining ones one by one. `layer(x, number)` writes one and returns its output.
template <typename Layer>
TensorId layers_in_turn(NetworkBuilder& builder, const std::string& name, TensorId x, std::int64_t first,
                        std::int64_t count, std::int64_t period, Layer layer)
{
    const std::int64_t groups = count / period;
    if (groups > 0 && period == 1) {
        builder.begin_block(name + ".{}", groups, first);
        const TensorId y = layer(x, first);
        builder.end_block({{x, y}});
        return y;
    }
    if (groups > 0) {
        builder.begin_block(name + ".group{}", groups, first / period);
        TensorId y = x;
        for (std::int64_t place = 0; place < period; ++place) {
            builder.name_prefix("layer" + std::to_string(place) + ".");
            y = layer(y, first + place);
        }
        builder.name_prefix("");
        builder.end_block({{x, y}});
        x = y;
    }
    for (std::int64_t number = first + groups * period; number < first + count; ++number) {
        builder.begin_block(name + ".{}", 1, number);
        x = layer(x, number);
        builder.end_block();
    }
    return x;
}

} // namespace rigwright

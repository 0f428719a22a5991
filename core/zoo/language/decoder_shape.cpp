// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/language/decoder_shape.h"

#include "core/zoo/language/transformer_parts.h"

#include <algorithm>
#include <utility>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

constexpr SequenceNorm rms{NormalizationKind::rms, false};

TensorId queries(Builder& builder, TensorId x, const LatentAttention& latent, std::int64_t heads)
{
    const std::int64_t width = heads * (latent.plain_width + latent.rotary_width);
    if (latent.query_rank == 0) return builder.linear("attn.q_proj", x, width, false);
    const TensorId compressed = builder.linear("attn.q_a_proj", x, latent.query_rank, false);
    return builder.linear("attn.q_b_proj", sequence_norm(builder, "attn.q_a_norm", compressed, rms), width, false);
}

/// Pairs of neighbouring numbers are reordered into halves before the rotation.
TensorId turned(Builder& builder, const char* name, TensorId x, std::int64_t width, TensorId cosine, TensorId sine)
{
    const Shape shape = builder.shape_of(x).with(-1, width);
    return rotary(builder, builder.copy(name, x, shape), cosine, sine);
}

} // namespace

TensorId latent_attention(NetworkBuilder& builder, TensorId x, const LatentAttention& latent, AttentionShape shape,
                          TensorId cosine, TensorId sine)
{
    const std::int64_t tokens = builder.shape_of(x)[0];
    const std::int64_t heads = shape.heads;
    shape.key_value_heads = heads;
    shape.width = latent.plain_width + latent.rotary_width;
    shape.value_width = latent.value_width;
    const TensorId all_queries = queries(builder, x, latent, heads);
    const TensorId query_plain = builder.view("attn.split", all_queries, {tokens, heads * latent.plain_width});
    const TensorId query_turned =
        turned(builder, "attn.q_halves", all_queries, heads * latent.rotary_width, cosine, sine);

    const TensorId compressed =
        builder.linear("attn.kv_a_proj_with_mqa", x, latent.key_value_rank + latent.rotary_width, false);
    const TensorId key_value = builder.view("attn.split", compressed, {tokens, latent.key_value_rank});
    const TensorId key_turned = turned(builder, "attn.k_halves", compressed, latent.rotary_width, cosine, sine);
    const TensorId expanded = builder.linear("attn.kv_b_proj", sequence_norm(builder, "attn.kv_a_norm", key_value, rms),
                                             heads * (latent.plain_width + latent.value_width), false);
    const TensorId key_plain = builder.view("attn.split", expanded, {tokens, heads * latent.plain_width});
    const TensorId value = builder.view("attn.split", expanded, {tokens, heads * latent.value_width});

    const TensorId query = builder.concatenate("attn.q_join", {query_plain, query_turned}, -1);
    // The shared rotary part is materialized per head when the two parts are concatenated.
    const TensorId shared = builder.view("attn.k_expand", key_turned, {tokens, heads * latent.rotary_width});
    const TensorId key = builder.concatenate("attn.k_join", {key_plain, shared}, -1);
    return attention(builder, query, key, value, shape);
}

namespace {

Positions positions_of(std::string_view name)
{
    if (name == "rotary") return Positions::rotary;
    if (name == "alibi") return Positions::alibi;
    return name == "none" ? Positions::absent : Positions::learned;
}

std::optional<LatentAttention> read_latent(const ShapeReader& shape)
{
    if (shape.choice("attention") != "mla") return std::nullopt;
    LatentAttention latent;
    latent.query_rank = shape.integer("q_lora_rank");
    latent.key_value_rank = shape.integer("kv_lora_rank");
    latent.plain_width = shape.integer("qk_nope_head_dim");
    latent.rotary_width = shape.integer("qk_rope_head_dim");
    latent.value_width = shape.integer("v_head_dim");
    return latent;
}

void read_attention(const ShapeReader& shape, DecoderShape& d)
{
    d.heads = shape.integer("heads");
    d.kv_heads = shape.integer_or("kv_heads", d.heads);
    d.head_width = shape.integer_or("head_dim", d.d_model / d.heads);
    d.output_bias = shape.flag_or("attention_bias", shape.flag("bias"));
    d.qkv_bias = shape.flag_or("qkv_bias", d.output_bias);
    d.qk_norm = shape.flag("qk_norm");
    d.sinks = shape.flag("attention_sinks");
    d.sliding_window = shape.integer_or("sliding_window", 0);
    d.full_attention_every = shape.integer("full_attention_every");
    d.latent = read_latent(shape);
    // Most code with rotary positions projects queries, keys and values separately, the others all three at once.
    d.fused_qkv = shape.flag_or("fused_qkv", d.positions != Positions::rotary);
}

void read_feed_forward(const ShapeReader& shape, const BuildOptions& options, DecoderShape& d)
{
    d.feed_forward.width = shape.integer_or("d_ff", 4 * d.d_model);
    d.feed_forward.bias = shape.flag("bias");
    d.feed_forward.gated = shape.flag("gated_ffn");
    d.feed_forward.activation = activation_of(shape.choice("activation"), options);
    d.feed_forward.clamped = shape.flag("clamped_gate");
    d.mixture = read_mixture(shape, d.feed_forward, d.tokens);
    d.dense_layers = d.mixture ? shape.integer("dense_layers") : 0;
    d.expert_layers_every = d.mixture ? shape.integer("expert_layers_every") : 1;
}

bool report_pair(NetworkBuilder& builder, bool bad, const char* code, const char* key, std::int64_t found,
                 std::int64_t expected)
{
    if (bad) builder.report(code, key, found, expected);
    return bad;
}

bool report_widths(NetworkBuilder& builder, const DecoderShape& d, bool head_width_given)
{
    const bool own_width = head_width_given || d.latent.has_value();
    bool impossible =
        !own_width && report_indivisible(builder, "heads-do-not-divide-width", "heads", d.d_model, d.heads);
    impossible =
        report_indivisible(builder, "kv-heads-do-not-divide-heads", "kv_heads", d.heads, d.kv_heads) || impossible;
    const std::int64_t turned = d.latent ? d.latent->rotary_width : d.head_width;
    const bool odd = d.positions == Positions::rotary && turned % 2 != 0;
    const char* key = d.latent ? "qk_rope_head_dim" : "head_dim";
    return report_pair(builder, odd, "rotary-width-is-odd", key, turned, 2) || impossible;
}

} // namespace

std::vector<Hyperparameter> decoder_hyperparameters()
{
    std::vector<Hyperparameter> all{
        Hyperparameter::integer("layers", 12, 1, 1e6),
        Hyperparameter::integer("d_model", 768, 1, 1e6),
        Hyperparameter::integer("heads", 12, 1, 1e5),
        Hyperparameter::derived("kv_heads", 1, 1e5),
        Hyperparameter::derived("head_dim", 1, 1e5),
        Hyperparameter::derived("d_ff", 1, 1e7),
        Hyperparameter::integer("vocabulary", 50257, 1, 1e8),
        Hyperparameter::derived("max_positions", 1, 1e9),
        Hyperparameter::choice("norm", {"layer", "rms"}),
        Hyperparameter::choice("positions", {"learned", "rotary", "alibi", "none"}),
        Hyperparameter::flag("bias", true),
        Hyperparameter::derived_flag("attention_bias"),
        Hyperparameter::derived_flag("qkv_bias"),
        Hyperparameter::derived_flag("fused_qkv"),
        Hyperparameter::choice("activation", activation_names("gelu")),
        Hyperparameter::flag("gated_ffn", false),
        Hyperparameter::flag("tied_embeddings", true),
        Hyperparameter::choice("head", {"causal-lm", "none", "sequence-classification"}),
        Hyperparameter::integer("classes", 2, 1, 1e6),
        Hyperparameter::real("dropout", 0.1, 0, 1),
        Hyperparameter::derived_real("attention_dropout", 0, 1),
        Hyperparameter::flag("qk_norm", false),
        Hyperparameter::flag("attention_sinks", false),
        Hyperparameter::derived("sliding_window", 1, 1e9),
        Hyperparameter::integer("full_attention_every", 0, 0, 64),
        Hyperparameter::choice("attention", {"heads", "mla"}),
        Hyperparameter::integer("q_lora_rank", 1536, 0, 1e6),
        Hyperparameter::integer("kv_lora_rank", 512, 1, 1e6),
        Hyperparameter::integer("qk_nope_head_dim", 128, 1, 1e5),
        Hyperparameter::integer("qk_rope_head_dim", 64, 1, 1e5),
        Hyperparameter::integer("v_head_dim", 128, 1, 1e5),
        Hyperparameter::integer("dense_layers", 0, 0, 1e6),
        Hyperparameter::flag("clamped_gate", false),
    };
    for (Hyperparameter& hyperparameter : mixture_hyperparameters()) all.push_back(std::move(hyperparameter));
    return all;
}

DecoderShape read_decoder(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    DecoderShape d;
    d.layers = shape.integer("layers");
    d.d_model = shape.integer("d_model");
    d.vocabulary = shape.integer("vocabulary");
    d.tokens = *input.sequence_length;
    d.max_positions = shape.integer_or("max_positions", d.tokens);
    d.positions = positions_of(shape.choice("positions"));
    d.norm = {shape.choice("norm") == "rms" ? NormalizationKind::rms : NormalizationKind::layer, shape.flag("bias")};
    d.tied = shape.flag("tied_embeddings");
    d.head = shape.choice("head");
    d.classes = shape.integer("classes");
    read_attention(shape, d);
    read_feed_forward(shape, options, d);
    d.dropout = options.training ? shape.real("dropout") : 0.0;
    d.attention_dropout = options.training ? shape.real_or("attention_dropout", d.dropout) : 0.0;
    d.dropout_layers = d.positions != Positions::rotary || d.dropout > 0 || d.attention_dropout > 0;
    d.fused_attention = options.fused_attention;
    return d;
}

Count cache_elements(const DecoderShape& d)
{
    const Count token = d.latent ? Count(d.latent->key_value_rank) + Count(d.latent->rotary_width)
                                 : Count(2) * Count(d.kv_heads) * Count(d.head_width);
    if (d.sliding_window == 0) return token * Count(d.layers) * Count(d.tokens);
    const std::int64_t wide = d.full_attention_every == 0 ? 0 : d.layers / d.full_attention_every;
    const Count tokens =
        Count(wide) * Count(d.tokens) + Count(d.layers - wide) * Count(std::min(d.tokens, d.sliding_window));
    return token * tokens;
}

bool report_impossible(NetworkBuilder& builder, const DecoderShape& d, bool head_width_given)
{
    bool impossible = report_widths(builder, d, head_width_given);
    const bool too_long = d.positions == Positions::learned && d.tokens > d.max_positions;
    impossible =
        report_pair(builder, too_long, "sequence-longer-than-positions", "max_positions", d.tokens, d.max_positions) ||
        impossible;
    impossible = report_pair(builder, d.latent && d.positions != Positions::rotary, "latent-attention-is-rotary",
                             "positions", 0, 0) ||
                 impossible;
    impossible = report_pair(builder, d.dense_layers > d.layers, "dense-layers-exceed-layers", "dense_layers",
                             d.dense_layers, d.layers) ||
                 impossible;
    return (d.mixture && report_impossible_mixture(builder, *d.mixture)) || impossible;
}

} // namespace rigwright

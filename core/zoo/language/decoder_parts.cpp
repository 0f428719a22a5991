// SPDX-License-Identifier: Apache-2.0

#include "core/zoo/language/decoder_parts.h"

#include "core/zoo/language/transformer_parts.h"

#include <algorithm>
#include <cmath>
#include <string>
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

/// Pairs of neighboring numbers are reordered into halves before the rotation.
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

SequenceNorm norm_of(const ShapeReader& shape)
{
    const std::string_view name = shape.choice("norm");
    if (name == "rms") return rms;
    return {NormalizationKind::layer, shape.flag_or("norm_bias", shape.flag("bias")), name == "layer"};
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
    d.qk_norm_across_heads = shape.flag("qk_norm_across_heads");
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
        Hyperparameter::choice("norm", {"layer", "rms", "non-parametric"}),
        Hyperparameter::derived_flag("norm_bias"),
        Hyperparameter::choice<DecoderBlock>("block"),
        Hyperparameter::flag("embedding_norm", false),
        Hyperparameter::choice<Positions>("positions"),
        Hyperparameter::flag("bias", true),
        Hyperparameter::derived_flag("attention_bias"),
        Hyperparameter::derived_flag("qkv_bias"),
        Hyperparameter::derived_flag("fused_qkv"),
        Hyperparameter::choice("activation", activation_names("gelu")),
        Hyperparameter::flag("gated_ffn", false),
        Hyperparameter::flag("tied_embeddings", true),
        Hyperparameter::choice("head", {"causal-lm", "none", "sequence-classification"}),
        Hyperparameter::integer("classes", 2, 1, 1e6),
        Hyperparameter::flag("lm_head_bias", false),
        Hyperparameter::real("dropout", 0.1, 0, 1),
        Hyperparameter::derived_real("attention_dropout", 0, 1),
        Hyperparameter::flag("qk_norm", false),
        Hyperparameter::flag("qk_norm_across_heads", false),
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
    d.positions = shape.word<Positions>("positions");
    d.norm = norm_of(shape);
    d.block = shape.word<DecoderBlock>("block");
    d.embedding_norm = shape.flag("embedding_norm");
    d.tied = shape.flag("tied_embeddings");
    d.head = shape.choice("head");
    d.classes = shape.integer("classes");
    d.head_bias = shape.flag("lm_head_bias");
    read_attention(shape, d);
    read_feed_forward(shape, options, d);
    d.dropout = options.training ? shape.real("dropout") : 0.0;
    d.attention_dropout = options.training ? shape.real_or("attention_dropout", d.dropout) : 0.0;
    d.dropout_layers = d.positions != Positions::rotary || d.dropout > 0 || d.attention_dropout > 0;
    d.kernel = options.attention;
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

namespace {

using Builder = NetworkBuilder;

/// Softmax called as a function by the model's code.
TensorId softmax(Builder& builder, TensorId x)
{
    const TensorId y = builder.softmax("mlp.probabilities", x);
    builder.mark(CalledAs::function);
    return y;
}

/// Weights divided by their sum over the selected experts.
TensorId normalised(Builder& builder, TensorId weights, const Shape& shape)
{
    const TensorId sum = builder.mean("mlp.weight_sum", weights, shape.with(-1, 1));
    const TensorId y = builder.multiply("mlp.normalise", weights, sum);
    builder.mark(CalledAs::function);
    return y;
}

/// The code of gpt-oss and DeepSeek-V3 multiplies by bare parameters, the latter in fp32.
TensorId router(Builder& builder, TensorId x, const MixtureShape& m)
{
    if (m.routing == Routing::sigmoid) x = builder.cast("mlp.router_cast", x);
    const TensorId logits = builder.linear("mlp.router", x, m.experts, m.expert.bias);
    const bool bare = m.routing == Routing::softmax_of_chosen || m.routing == Routing::sigmoid;
    if (bare) builder.mark(CalledAs::function);
    return logits;
}

/// Weights of the selected experts: {tokens, active}.
TensorId routed(Builder& builder, TensorId x, const MixtureShape& m)
{
    const TensorId logits = router(builder, x, m);
    const Shape chosen = builder.shape_of(logits).with(-1, m.active);
    switch (m.routing) {
    case Routing::softmax_kept: {
        const TensorId picked = builder.top_k("mlp.top_k", softmax(builder, logits), m.active);
        return builder.cast("mlp.cast", picked, x);
    }
    case Routing::softmax: {
        const TensorId picked = builder.top_k("mlp.top_k", softmax(builder, logits), m.active);
        return builder.cast("mlp.cast", normalised(builder, picked, chosen), x);
    }
    case Routing::softmax_of_chosen: return softmax(builder, builder.top_k("mlp.top_k", logits, m.active));
    case Routing::sigmoid: {
        const TensorId scores = builder.activation("mlp.scores", logits, ActivationFunction::sigmoid);
        builder.mark(CalledAs::function);
        const TensorId picked = builder.top_k("mlp.top_k", scores, m.active);
        return builder.scale("mlp.scale", normalised(builder, picked, chosen));
    }
    }
    return logits;
}

/// Writes linear layers with one matrix, or one per expert.
class Products {
public:
    Products(Builder& builder, std::string_view prefix, const MixtureShape* mixture)
        : builder_(builder),
          prefix_(prefix),
          mixture_(mixture)
    {}

    TensorId linear(const char* name, TensorId x, std::int64_t width, bool bias)
    {
        if (mixture_ == nullptr) return builder_.linear(prefix_ + name, x, width, bias);
        const TensorId y = builder_.expert_linear(prefix_ + name, x, width, mixture_->experts, mixture_->active, bias);
        // If gate and up are one product, the experts' weights are also bare parameters.
        if (mixture_->expert.clamped) builder_.mark(CalledAs::function);
        return y;
    }

    TensorId feed_forward(TensorId x, const FeedForwardShape& shape)
    {
        const std::int64_t width = builder_.shape_of(x)[-1];
        TensorId y = no_id;
        if (shape.clamped) {
            y = clamped(linear("gate_up", x, 2 * shape.width, shape.bias), shape.width);
        } else if (shape.gated) {
            y = linear("gate", x, shape.width, shape.bias);
            y = activated(builder_, prefix_ + "act", y, shape.activation);
            y = builder_.multiply(prefix_ + "product", y, linear("up", x, shape.width, shape.bias));
        } else {
            y = linear("up", x, shape.width, shape.bias);
            y = activated(builder_, prefix_ + "act", y, shape.activation);
        }
        if (shape.dropout > 0) y = builder_.dropout(prefix_ + "dropout", y, shape.dropout);
        return linear("down", y, width, shape.bias);
    }

private:
    TensorId function(const char* name, TensorId x, ActivationFunction which)
    {
        const TensorId y = builder_.activation(prefix_ + name, x, which);
        builder_.mark(CalledAs::function);
        return y;
    }

    TensorId clamped(TensorId both, std::int64_t width)
    {
        const Shape half = builder_.shape_of(both).with(-1, width);
        const TensorId gate = function("clamp", builder_.view(prefix_ + "half", both, half), ActivationFunction::clamp);
        const TensorId up = function("clamp", builder_.view(prefix_ + "half", both, half), ActivationFunction::clamp);
        const TensorId slope = function("act", builder_.scale(prefix_ + "slope", gate), ActivationFunction::sigmoid);
        const TensorId bent = builder_.multiply(prefix_ + "gated", gate, slope);
        return builder_.multiply(prefix_ + "product", builder_.copy(prefix_ + "up_one", up, half), bent);
    }

    Builder& builder_;
    const std::string prefix_;
    const MixtureShape* mixture_;
};

/// Maximum number of one sample's tokens per expert: given directly, or as a factor on the even share.
std::int64_t capacity_of(const ShapeReader& shape, const MixtureShape& mixture, std::int64_t tokens)
{
    if (shape.has("expert_capacity_tokens")) return shape.integer("expert_capacity_tokens");
    if (!shape.has("expert_capacity_factor")) return 0;
    const double even =
        static_cast<double>(tokens) * static_cast<double>(mixture.active) / static_cast<double>(mixture.experts);
    return std::max<std::int64_t>(1, std::llround(std::ceil(shape.real("expert_capacity_factor") * even)));
}

} // namespace

std::vector<Hyperparameter> mixture_hyperparameters()
{
    return {
        Hyperparameter::integer("experts", 0, 0, 1e5),
        Hyperparameter::derived("experts_per_token", 1, 1e5),
        Hyperparameter::choice<Routing>("routing"),
        Hyperparameter::derived("expert_d_ff", 1, 1e7),
        Hyperparameter::integer("shared_experts", 0, 0, 1e4),
        Hyperparameter::derived("shared_expert_d_ff", 1, 1e8),
        Hyperparameter::flag("shared_expert_gate", false),
        Hyperparameter::integer("expert_layers_every", 1, 1, 64),
        Hyperparameter::derived_real("expert_capacity_factor", 0.01, 1e4),
        Hyperparameter::derived("expert_capacity_tokens", 1, 1e9),
        Hyperparameter::flag("pad_experts_to_capacity", false),
    };
}

std::optional<MixtureShape> read_mixture(const ShapeReader& shape, const FeedForwardShape& dense, std::int64_t tokens)
{
    const std::int64_t experts = shape.integer("experts");
    if (experts == 0) return std::nullopt;
    MixtureShape m;
    m.experts = experts;
    m.active = shape.integer_or("experts_per_token", std::min<std::int64_t>(2, experts));
    m.routing = shape.word<Routing>("routing");
    m.expert = dense;
    m.expert.width = shape.integer_or("expert_d_ff", dense.width);
    m.capacity = capacity_of(shape, m, tokens);
    m.padded = shape.flag("pad_experts_to_capacity");
    const std::int64_t shared = shape.integer("shared_experts");
    if (shared > 0) m.shared_width = shape.integer_or("shared_expert_d_ff", shared * m.expert.width);
    m.shared_gate = shape.flag("shared_expert_gate");
    return m;
}

bool report_impossible_mixture(NetworkBuilder& builder, const MixtureShape& m)
{
    if (m.active <= m.experts) return false;
    builder.report("experts-per-token-exceed-experts", "experts_per_token", m.active, m.experts);
    return true;
}

std::int64_t routed_tokens(const MixtureShape& m, std::int64_t tokens)
{
    const std::int64_t chosen = tokens * m.active;
    if (m.capacity <= 0) return chosen;
    // No expert takes more than all tokens, so that no product here exceeds 64 bits.
    const std::int64_t room = m.experts * std::min(m.capacity, tokens);
    return m.padded ? room : std::min(chosen, room);
}

TensorId feed_forward(NetworkBuilder& builder, std::string_view prefix, TensorId x, const FeedForwardShape& shape)
{
    return Products(builder, prefix, nullptr).feed_forward(x, shape);
}

TensorId mixture_of_experts(NetworkBuilder& builder, TensorId x, const MixtureShape& m)
{
    const Shape shape = builder.shape_of(x);
    const TensorId weights = routed(builder, x, m);
    const Shape rows = shape.with(0, routed_tokens(m, shape[0]));
    const TensorId token = builder.indices("mlp.tokens", weights, {rows[0]});
    const TensorId slot = builder.indices("mlp.slots", weights, {rows[0]});
    const TensorId picked = builder.gather("mlp.gather", x, {token}, rows);
    const TensorId y = Products(builder, "mlp.experts.", &m).feed_forward(picked, m.expert);
    const TensorId factor = builder.gather("mlp.weights", weights, {token, slot}, {rows[0], 1});
    const TensorId sum = builder.scatter_add("mlp.sum", builder.multiply("mlp.weighted", y, factor), token, shape);
    if (m.shared_width == 0) return sum;
    FeedForwardShape shared = m.expert;
    shared.width = m.shared_width;
    TensorId z = feed_forward(builder, "mlp.shared_experts.", x, shared);
    if (m.shared_gate) {
        const TensorId logit = builder.linear("mlp.shared_expert_gate", x, 1, false);
        const TensorId weight = builder.activation("mlp.shared_weight", logit, ActivationFunction::sigmoid);
        builder.mark(CalledAs::function);
        z = builder.multiply("mlp.shared_weighted", z, weight);
    }
    return builder.add("mlp.add", sum, z);
}

} // namespace rigwright

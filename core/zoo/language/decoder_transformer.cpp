// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/language/decoder_parts.h"
#include "core/zoo/language/transformer_parts.h"

#include <algorithm>
#include <numeric>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

TensorId dropped(Builder& builder, const char* name, TensorId x, const DecoderShape& d)
{
    return d.dropout_layers ? builder.dropout(name, x, d.dropout) : x;
}

/// The norms of GPT-2 code are separate modules that call the library's function.
TensorId normed(Builder& builder, const char* name, TensorId x, const DecoderShape& d)
{
    const TensorId y = sequence_norm(builder, name, x, d.norm);
    if (d.norm.kind == NormalizationKind::layer) builder.mark(CalledAs::result_of_layer);
    return y;
}

struct Tables {
    TensorId cosine = no_id;
    TensorId sine = no_id;
    TensorId mask = no_id;
};

struct Projections {
    TensorId query, key, value;
};

/// One RMS norm for all heads, each head normalized separately, or all together.
TensorId head_norm(Builder& builder, const char* name, TensorId x, const DecoderShape& d)
{
    if (!d.qk_norm) return x;
    if (d.qk_norm_across_heads) return sequence_norm(builder, name, x, {NormalizationKind::rms, false});
    const Shape shape = builder.shape_of(x);
    const TensorId heads = builder.view("attn.heads", x, {shape[0], shape[1] / d.head_width, d.head_width});
    const TensorId y = sequence_norm(builder, name, heads, {NormalizationKind::rms, false});
    return builder.view("attn.join", y, shape);
}

Projections projected(Builder& builder, TensorId x, const DecoderShape& d, const Tables& tables)
{
    const std::int64_t width = d.heads * d.head_width;
    const std::int64_t kv_width = d.kv_heads * d.head_width;
    Projections made;
    if (d.fused_qkv) {
        const TensorId all = builder.linear("attn.qkv", x, width + 2 * kv_width, d.qkv_bias);
        made = {builder.view("attn.split", all, {d.tokens, width}),
                builder.view("attn.split", all, {d.tokens, kv_width}),
                builder.view("attn.split", all, {d.tokens, kv_width})};
    } else {
        made.query = builder.linear("attn.q_proj", x, width, d.qkv_bias);
        made.key = builder.linear("attn.k_proj", x, kv_width, d.qkv_bias);
        made.value = builder.linear("attn.v_proj", x, kv_width, d.qkv_bias);
    }
    if (d.positions != Positions::rotary) return made;
    made.query = rotary(builder, head_norm(builder, "attn.q_norm", made.query, d), tables.cosine, tables.sine);
    made.key = rotary(builder, head_norm(builder, "attn.k_norm", made.key, d), tables.cosine, tables.sine);
    return made;
}

AttentionShape attention_shape(const DecoderShape& d, const Tables& tables, bool sliding)
{
    AttentionShape shape;
    shape.heads = d.heads;
    shape.key_value_heads = d.kv_heads;
    shape.width = d.head_width;
    shape.mask = d.positions == Positions::rotary || d.positions == Positions::alibi ? ScoreMask::add : ScoreMask::fill;
    shape.mask_tensor = tables.mask;
    shape.causal = true;
    shape.reach = sliding ? d.sliding_window : 0;
    shape.softmax_in_fp32 = d.positions == Positions::rotary && !d.sinks;
    shape.kernel = d.kernel;
    if (d.dropout_layers) shape.dropout = d.attention_dropout;
    return shape;
}

TensorId self_attention(Builder& builder, TensorId x, const DecoderShape& d, const Tables& tables, bool sliding)
{
    AttentionShape shape = attention_shape(d, tables, sliding);
    if (d.sinks) shape.sinks = builder.parameter_tensor("attn.sinks", {d.heads, 1, 1});
    if (d.latent) {
        x = latent_attention(builder, x, *d.latent, shape, tables.cosine, tables.sine);
    } else {
        const Projections p = projected(builder, x, d, tables);
        x = attention(builder, p.query, p.key, p.value, shape);
    }
    x = builder.linear("attn.out", x, d.d_model, d.output_bias);
    return dropped(builder, "attn.drop", x, d);
}

/// Differences between layers.
struct LayerKind {
    bool experts = false;
    bool sliding = false;
};

LayerKind kind_of(const DecoderShape& d, std::int64_t index)
{
    LayerKind kind;
    kind.experts = d.mixture && index >= d.dense_layers && (index + 1) % d.expert_layers_every == 0;
    kind.sliding = d.sliding_window > 0 && (d.full_attention_every == 0 || (index + 1) % d.full_attention_every != 0);
    return kind;
}

/// Number of layers after which the kinds repeat.
std::int64_t period_of(const DecoderShape& d)
{
    const std::int64_t experts = d.mixture ? d.expert_layers_every : 1;
    const bool slides = d.kernel.fused && d.sliding_window > 0 && d.sliding_window < d.tokens;
    return std::lcm(experts, slides ? std::max<std::int64_t>(d.full_attention_every, 1) : 1);
}

TensorId fed_forward(Builder& builder, TensorId x, const DecoderShape& d, LayerKind kind)
{
    const TensorId y =
        kind.experts ? mixture_of_experts(builder, x, *d.mixture) : feed_forward(builder, "mlp.", x, d.feed_forward);
    return dropped(builder, "mlp.drop", y, d);
}

TensorId parallel_layer(Builder& builder, TensorId x, const DecoderShape& d, const Tables& tables, LayerKind kind)
{
    const TensorId y = normed(builder, "norm1", x, d);
    const TensorId attended = self_attention(builder, y, d, tables, kind.sliding);
    const TensorId z = d.block == DecoderBlock::parallel ? y : normed(builder, "norm2", x, d);
    const TensorId both = builder.add("add1", attended, fed_forward(builder, z, d, kind));
    return builder.add("add2", both, x);
}

TensorId layer(Builder& builder, TensorId x, const DecoderShape& d, const Tables& tables, LayerKind kind)
{
    if (d.block == DecoderBlock::parallel || d.block == DecoderBlock::parallel_two_norms)
        return parallel_layer(builder, x, d, tables, kind);
    const auto before = [&](const char* name, TensorId in) {
        return d.block == DecoderBlock::norm_after ? in : normed(builder, name, in, d);
    };
    const auto after = [&](const char* name, TensorId out) {
        return d.block == DecoderBlock::pre_norm ? out : normed(builder, name, out, d);
    };
    const TensorId attended = self_attention(builder, before("norm1", x), d, tables, kind.sliding);
    const TensorId middle = builder.add("add1", x, after("post_norm1", attended));
    const TensorId fed = fed_forward(builder, before("norm2", middle), d, kind);
    return builder.add("add2", middle, after("post_norm2", fed));
}

TensorId all_layers(Builder& builder, TensorId x, const DecoderShape& d, const Tables& tables)
{
    const auto write = [&](TensorId in, std::int64_t number) {
        return layer(builder, in, d, tables, kind_of(d, number));
    };
    const std::int64_t period = period_of(d);
    x = layers_in_turn(builder, "layers", x, 0, d.dense_layers, period, write);
    return layers_in_turn(builder, "layers", x, d.dense_layers, d.layers - d.dense_layers, period, write);
}

Tables tables_of(Builder& builder, const DecoderShape& d)
{
    Tables tables;
    if (d.positions == Positions::rotary) {
        const std::int64_t width = d.latent ? d.latent->rotary_width : d.head_width;
        tables.cosine = builder.constant({d.tokens, width});
        tables.sine = builder.constant({d.tokens, width});
    }
    if (!d.kernel.fused) tables.mask = builder.constant({d.tokens, d.tokens});
    return tables;
}

TensorId decoder_output(Builder& builder, TensorId x, const DecoderShape& d, ParameterId table)
{
    if (d.head == "none") return x;
    if (d.head == "sequence-classification") return builder.linear("score", x, d.classes, false);
    builder.set_loss(LossKind::next_token);
    if (!d.tied) return builder.linear("head", x, d.vocabulary, d.head_bias);
    const ParameterId bias = d.head_bias ? builder.add_parameter(Count(d.vocabulary), true) : no_id;
    return builder.linear_shared("head", x, d.vocabulary, table, bias);
}

Network build_decoder_transformer(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const DecoderShape d = read_decoder(shape, input, options);
    if (report_impossible(builder, d, shape.has("head_dim"))) return builder.finish({});
    builder.caches(cache_elements(d), d.latent ? 1 : d.kv_heads);
    const TensorId indices = builder.input({d.tokens}, Content::index);
    TensorId x = builder.embedding("wte", indices, d.vocabulary, d.d_model);
    const ParameterId table = builder.last_parameter();
    if (d.positions == Positions::learned) {
        const TensorId places = builder.constant({d.tokens}, Content::index);
        x = builder.add("add", x, builder.embedding("wpe", places, d.max_positions, d.d_model));
    }
    if (d.embedding_norm) x = normed(builder, "embedding_norm", x, d);
    x = dropped(builder, "drop", x, d);
    x = all_layers(builder, x, d, tables_of(builder, d));
    x = normed(builder, "norm", x, d);
    return builder.finish({decoder_output(builder, x, d, table)});
}

/// The number of classes belongs to one head; every network reads everything else.
bool decoder_reads(const ShapeReader& shape, std::string_view key)
{
    return key != "classes" || shape.choice("head") == "sequence-classification";
}

} // namespace

Family decoder_transformer_family()
{
    return {"decoder-transformer",     Family::InputKind::sequence, decoder_hyperparameters(),
            {.sequence_length = 1024}, build_decoder_transformer,   decoder_reads};
}

} // namespace rigwright

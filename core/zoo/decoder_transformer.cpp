// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/transformer_parts.h"

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

enum class Positions { learned, rotary, alibi, absent };

Positions positions_of(std::string_view name)
{
    if (name == "rotary") return Positions::rotary;
    if (name == "alibi") return Positions::alibi;
    return name == "none" ? Positions::absent : Positions::learned;
}

/// The hyperparameters with everything left out filled in.
struct Decoder {
    std::int64_t layers, d_model, heads, kv_heads, head_width, d_ff, vocabulary, tokens, max_positions;
    SequenceNorm norm;
    Positions positions;
    bool bias, qkv_bias, gated, tied, fused_qkv;
    ActivationFunction activation;
    double dropout, attention_dropout;
    /// Code with rotary positions has no dropout layers unless they are asked for.
    bool dropout_layers;
};

Decoder read(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Decoder d{};
    d.layers = shape.integer("layers");
    d.d_model = shape.integer("d_model");
    d.heads = shape.integer("heads");
    d.kv_heads = shape.integer_or("kv_heads", d.heads);
    d.head_width = shape.integer_or("head_dim", d.d_model / d.heads);
    d.d_ff = shape.integer_or("d_ff", 4 * d.d_model);
    d.vocabulary = shape.integer("vocabulary");
    d.tokens = *input.sequence_length;
    d.max_positions = shape.integer_or("max_positions", d.tokens);
    d.positions = positions_of(shape.choice("positions"));
    d.bias = shape.flag("bias");
    d.qkv_bias = shape.flag_or("qkv_bias", d.bias);
    d.norm = {shape.choice("norm") == "rms" ? NormalizationKind::rms : NormalizationKind::layer, d.bias};
    d.gated = shape.flag("gated_ffn");
    d.tied = shape.flag("tied_embeddings");
    // Code with rotary positions turns queries and keys one by one, the others project all three at once.
    d.fused_qkv = d.positions != Positions::rotary;
    d.activation = activation_of(shape.choice("activation"));
    d.dropout = options.training ? shape.real("dropout") : 0.0;
    d.attention_dropout = options.training ? shape.real_or("attention_dropout", d.dropout) : 0.0;
    d.dropout_layers = d.positions != Positions::rotary || d.dropout > 0 || d.attention_dropout > 0;
    return d;
}

bool report_impossible(Builder& builder, const Decoder& d, bool head_width_given)
{
    bool impossible =
        !head_width_given && report_indivisible(builder, "heads-do-not-divide-width", "heads", d.d_model, d.heads);
    impossible =
        report_indivisible(builder, "kv-heads-do-not-divide-heads", "kv_heads", d.heads, d.kv_heads) || impossible;
    if (d.positions == Positions::learned && d.tokens > d.max_positions) {
        builder.report("sequence-longer-than-positions", "max_positions", d.tokens, d.max_positions);
        impossible = true;
    }
    if (d.positions == Positions::rotary && d.head_width % 2 != 0) {
        builder.report("rotary-width-is-odd", "head_dim", d.head_width, 2);
        impossible = true;
    }
    return impossible;
}

TensorId dropped(Builder& builder, const char* name, TensorId x, const Decoder& d)
{
    return d.dropout_layers ? builder.dropout(name, x, d.dropout) : x;
}

/// The norms of GPT-2 code are modules of their own that call the library's function.
TensorId normed(Builder& builder, const char* name, TensorId x, const Decoder& d)
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

Projections projected(Builder& builder, TensorId x, const Decoder& d, const Tables& tables)
{
    const std::int64_t width = d.heads * d.head_width;
    const std::int64_t kv_width = d.kv_heads * d.head_width;
    if (d.fused_qkv) {
        const TensorId all = builder.linear("attn.qkv", x, width + 2 * kv_width, d.qkv_bias);
        return {builder.view("attn.split", all, {d.tokens, width}),
                builder.view("attn.split", all, {d.tokens, kv_width}),
                builder.view("attn.split", all, {d.tokens, kv_width})};
    }
    const TensorId query = builder.linear("attn.q_proj", x, width, d.qkv_bias);
    const TensorId key = builder.linear("attn.k_proj", x, kv_width, d.qkv_bias);
    const TensorId value = builder.linear("attn.v_proj", x, kv_width, d.qkv_bias);
    return {rotary(builder, query, tables.cosine, tables.sine), rotary(builder, key, tables.cosine, tables.sine),
            value};
}

TensorId self_attention(Builder& builder, TensorId x, const Decoder& d, const Tables& tables, bool fused)
{
    const Projections p = projected(builder, x, d, tables);
    AttentionShape shape;
    shape.heads = d.heads;
    shape.key_value_heads = d.kv_heads;
    shape.width = d.head_width;
    shape.mask = d.positions == Positions::rotary || d.positions == Positions::alibi ? ScoreMask::add : ScoreMask::fill;
    shape.mask_tensor = tables.mask;
    shape.causal = true;
    shape.softmax_in_fp32 = d.positions == Positions::rotary;
    shape.fused = fused;
    if (d.dropout_layers) shape.dropout = d.attention_dropout;
    x = attention(builder, p.query, p.key, p.value, shape);
    x = builder.linear("attn.out", x, d.d_model, d.bias);
    return dropped(builder, "attn.drop", x, d);
}

TensorId feed_forward(Builder& builder, TensorId x, const Decoder& d)
{
    TensorId y = builder.linear(d.gated ? "mlp.gate" : "mlp.up", x, d.d_ff, d.bias);
    y = builder.activation("mlp.act", y, d.activation);
    if (d.gated) y = builder.multiply("mlp.product", y, builder.linear("mlp.up", x, d.d_ff, d.bias));
    y = builder.linear("mlp.down", y, d.d_model, d.bias);
    return dropped(builder, "mlp.drop", y, d);
}

void blocks(Builder& builder, TensorId& x, const Decoder& d, const Tables& tables, bool fused)
{
    builder.begin_block("layers.{}", d.layers);
    const TensorId attended = self_attention(builder, normed(builder, "norm1", x, d), d, tables, fused);
    const TensorId middle = builder.add("add1", x, attended);
    const TensorId output = builder.add("add2", middle, feed_forward(builder, normed(builder, "norm2", middle, d), d));
    builder.end_block({{x, output}});
    x = output;
}

Tables tables_of(Builder& builder, const Decoder& d, bool fused)
{
    Tables tables;
    if (d.positions == Positions::rotary) {
        tables.cosine = builder.constant({d.tokens, d.head_width});
        tables.sine = builder.constant({d.tokens, d.head_width});
    }
    if (!fused) tables.mask = builder.constant({d.tokens, d.tokens});
    return tables;
}

Network build(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const Decoder d = read(shape, input, options);
    if (report_impossible(builder, d, shape.has("head_dim"))) return builder.finish({});
    const TensorId indices = builder.input({d.tokens}, Content::index);
    TensorId x = builder.embedding("wte", indices, d.vocabulary, d.d_model);
    const ParameterId table = builder.last_parameter();
    if (d.positions == Positions::learned) {
        const TensorId places = builder.constant({d.tokens}, Content::index);
        x = builder.add("add", x, builder.embedding("wpe", places, d.max_positions, d.d_model));
    }
    x = dropped(builder, "drop", x, d);
    blocks(builder, x, d, tables_of(builder, d, options.fused_attention), options.fused_attention);
    x = normed(builder, "norm", x, d);
    const TensorId logits =
        d.tied ? builder.linear_shared("head", x, d.vocabulary, table) : builder.linear("head", x, d.vocabulary, false);
    return builder.finish({logits});
}

} // namespace

Family decoder_transformer_family()
{
    return {
        "decoder-transformer",
        Family::InputKind::sequence,
        {
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
            Hyperparameter::derived_flag("qkv_bias"),
            Hyperparameter::choice("activation", activation_names("gelu")),
            Hyperparameter::flag("gated_ffn", false),
            Hyperparameter::flag("tied_embeddings", true),
            Hyperparameter::real("dropout", 0.1, 0, 1),
            Hyperparameter::derived_real("attention_dropout", 0, 1),
        },
        {.image_height = {}, .image_width = {}, .channels = {}, .sequence_length = 1024, .target_sequence_length = {}},
        build};
}

} // namespace rigwright

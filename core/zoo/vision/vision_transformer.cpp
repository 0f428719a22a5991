// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/language/transformer_parts.h"

#include <string>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// Layer names in a reference implementation; the layers are the same.
struct VisionTransformerNames {
    const char *patches, *class_token, *positions, *drop;
    const char *block, *norm1, *attention_drop, *norm2, *up, *activation, *drop1, *down, *drop2;
    const char *norm, *head;
};
constexpr VisionTransformerNames torchvision_names{
    "conv_proj", "class_token", "pos_embedding", "encoder.drop", "encoder.{}", "ln_1",       "dropout",   "ln_2",
    "mlp.0",     "mlp.1",       "mlp.2",         "mlp.3",        "mlp.4",      "encoder.ln", "heads.head"};
constexpr VisionTransformerNames timm_names{
    "patch_embed.proj", "cls_token", "pos_embed", "pos_drop", "blocks.{}", "norm1",
    "attn.proj_drop",   "norm2",     "mlp.fc1",   "mlp.act",  "mlp.drop1", "mlp.fc2",
    "mlp.drop2",        "norm",      "head"};

struct VisionTransformer {
    std::int64_t patch, layers, d_model, d_ff, classes;
    double dropout;
    /// timm's code: queries, keys and values from one ordinary linear layer.
    bool timm;
    VisionTransformerNames names;
    MultiheadAttention attention;
};

VisionTransformer read_vision_transformer(const ShapeReader& shape, const BuildOptions& options)
{
    VisionTransformer v{};
    v.patch = shape.integer("patch");
    v.layers = shape.integer("layers");
    v.d_model = shape.integer("d_model");
    v.d_ff = shape.integer_or("d_ff", 4 * v.d_model);
    v.classes = shape.integer("classes");
    v.dropout = options.training ? shape.real("dropout") : 0.0;
    v.timm = shape.choice("implementation") == "timm";
    v.names = v.timm ? timm_names : torchvision_names;
    v.attention.name = "attn";
    v.attention.heads = shape.integer("heads");
    v.attention.dropout = options.training ? shape.real_or("attention_dropout", v.dropout) : 0.0;
    v.attention.kernel = options.attention;
    return v;
}

std::int64_t patch_side(const ShapeReader& shape) { return shape.integer("patch"); }

/// Patch tokens after a class token, with learned positions.
TensorId tokens(Builder& builder, const VisionTransformer& v, const ModelInput& input)
{
    Builder::ConvolutionOptions patches = biased_square(v.d_model, v.patch, v.patch);
    const TensorId map = builder.convolution(
        v.names.patches, builder.input({*input.channels, *input.image_height, *input.image_width}), patches);
    const Shape shape = builder.shape_of(map);
    const TensorId sequence = builder.view("flatten", map, {shape[1] * shape[2], v.d_model});
    const TensorId x =
        builder.concatenate("cat", {builder.parameter_tensor(v.names.class_token, {1, v.d_model}), sequence}, 0);
    const TensorId placed = builder.combine(v.names.positions, x, BinaryOperation::add, builder.shape_of(x));
    return builder.dropout(v.names.drop, placed, v.dropout);
}

TensorId timm_attention(Builder& builder, TensorId x, const VisionTransformer& v)
{
    const Shape shape = builder.shape_of(x);
    const TensorId all = builder.linear("attn.qkv", x, 3 * v.d_model);
    const TensorId query = builder.view("attn.q", all, shape);
    const TensorId key = builder.view("attn.k", all, shape);
    AttentionShape attended;
    attended.heads = attended.key_value_heads = v.attention.heads;
    attended.width = v.d_model / v.attention.heads;
    attended.kernel = v.attention.kernel;
    attended.dropout = v.attention.dropout;
    x = attention(builder, query, key, builder.view("attn.v", all, shape), attended);
    return builder.linear("attn.proj", x, v.d_model);
}

TensorId blocks(Builder& builder, TensorId x, const VisionTransformer& v)
{
    const VisionTransformerNames& names = v.names;
    // torchvision's attention leaves its result, and with it the sums, with tokens before samples: each norm copies its
    // input forward and again backward.
    const ElementMoves reordered = v.timm ? ElementMoves{} : ElementMoves{2.0, 2.0};
    const auto norm = [&](const char* name, TensorId input) {
        const TensorId normed = sequence_norm(builder, name, input, {});
        builder.move_beside(reordered);
        return normed;
    };
    builder.begin_block(names.block, v.layers);
    TensorId y = norm(names.norm1, x);
    y = v.timm ? timm_attention(builder, y, v) : self_attention(builder, y, v.attention);
    const TensorId middle = builder.add("add1", builder.dropout(names.attention_drop, y, v.dropout), x);
    y = builder.linear(names.up, norm(names.norm2, middle), v.d_ff);
    y = builder.activation(names.activation, y, ActivationFunction::gelu);
    y = builder.linear(names.down, builder.dropout(names.drop1, y, v.dropout), v.d_model);
    const TensorId output = builder.add("add2", middle, builder.dropout(names.drop2, y, v.dropout));
    builder.end_block({{x, output}});
    return output;
}

Network build_vision_transformer(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const VisionTransformer v = read_vision_transformer(shape, options);
    if (report_indivisible(builder, "heads-do-not-divide-width", "heads", v.d_model, v.attention.heads))
        return builder.finish({});
    TensorId x = sequence_norm(builder, v.names.norm, blocks(builder, tokens(builder, v, input), v), {});
    x = builder.view("class", x, {1, v.d_model});
    // timm releases with fused attention have a dropout layer before the head.
    if (v.timm && v.attention.kernel.fused) x = builder.dropout("head_drop", x, v.dropout);
    const std::string_view head = shape.choice("head");
    if (head == "classifier") return builder.finish({builder.linear(v.names.head, x, v.classes)});
    if (head == "none") return builder.finish({x});
    return builder.finish(
        {builder.activation("pooler.tanh", builder.linear("pooler", x, v.d_model), ActivationFunction::tanh)});
}

bool vision_transformer_reads(const ShapeReader& shape, std::string_view key)
{
    return key != "classes" || shape.choice("head") == "classifier";
}

} // namespace

Family vision_transformer_family()
{
    return Family{"vision-transformer",
                  Family::InputKind::image,
                  {},
                  {.image_height = 224, .image_width = 224, .channels = 3},
                  build_vision_transformer,
                  vision_transformer_reads}
        .with(Hyperparameter::integer("patch", 16, 1, 1024))
        .with(Hyperparameter::integer("layers", 12, 1, 1e6))
        .with(Hyperparameter::integer("d_model", 768, 1, 1e6))
        .with(Hyperparameter::integer("heads", 12, 1, 1e5))
        .with(Hyperparameter::derived("d_ff", 1, 1e7))
        .with(Hyperparameter::integer("classes", 1000, 1, 1e7))
        .with(Hyperparameter::choice("head", {"classifier", "pooler", "none"}))
        .with(Hyperparameter::real("dropout", 0.0, 0, 1))
        .with(Hyperparameter::derived_real("attention_dropout", 0, 1))
        .with(Hyperparameter::choice("implementation", {"torchvision", "timm"}))
        .with_sides_in_steps_of(patch_side);
}

namespace {

struct Mixer {
    std::int64_t patch, layers, d_model, token_d_ff, d_ff, classes;
    double dropout;
};

Mixer read_mlp_mixer(const ShapeReader& shape, const BuildOptions& options)
{
    Mixer m{};
    m.patch = shape.integer("patch");
    m.layers = shape.integer("layers");
    m.d_model = shape.integer("d_model");
    m.token_d_ff = shape.integer_or("token_d_ff", (m.d_model + 1) / 2);
    m.d_ff = shape.integer_or("d_ff", 4 * m.d_model);
    m.classes = shape.integer("classes");
    m.dropout = options.training ? shape.real("dropout") : 0.0;
    return m;
}

TensorId perceptron(Builder& builder, const std::string& name, TensorId x, std::int64_t inner, const Mixer& m)
{
    const std::int64_t width = builder.shape_of(x)[-1];
    TensorId y = builder.activation(name + ".act", builder.linear(name + ".fc1", x, inner), ActivationFunction::gelu);
    y = builder.linear(name + ".fc2", builder.dropout(name + ".drop1", y, m.dropout), width);
    return builder.dropout(name + ".drop2", y, m.dropout);
}

/// Mixes along the tokens of each channel, then along the channels of each token.
TensorId blocks(Builder& builder, TensorId x, const Mixer& m)
{
    const Shape shape = builder.shape_of(x);
    const Shape turned{shape[1], shape[0]};
    builder.begin_block("blocks.{}", m.layers);
    TensorId y = builder.view("transpose", sequence_norm(builder, "norm1", x, {}), turned);
    // Beyond one sample the product needs the channel rows in order.
    y = perceptron(builder, "mlp_tokens", builder.copy("order", y, turned, {.view_at_batch_one = true}), m.token_d_ff,
                   m);
    const TensorId middle = builder.add("add1", x, builder.view("transpose", y, shape));
    y = perceptron(builder, "mlp_channels", sequence_norm(builder, "norm2", middle, {}), m.d_ff, m);
    const TensorId output = builder.add("add2", middle, y);
    builder.end_block({{x, output}});
    return output;
}

Network build_mlp_mixer(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const Mixer m = read_mlp_mixer(shape, options);
    Builder::ConvolutionOptions patches = biased_square(m.d_model, m.patch, m.patch);
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    const TensorId map = builder.convolution("stem.proj", image, patches);
    const Shape extents = builder.shape_of(map);
    TensorId x = builder.view("flatten", map, {extents[1] * extents[2], m.d_model});
    x = sequence_norm(builder, "norm", blocks(builder, x, m), {});
    return builder.finish({builder.linear("head", builder.mean("mean", x, {1, m.d_model}), m.classes)});
}

} // namespace

Family mlp_mixer_family()
{
    return image_family("mlp-mixer", build_mlp_mixer)
        .with(Hyperparameter::integer("patch", 16, 1, 1024))
        .with(Hyperparameter::integer("layers", 12, 1, 1e6))
        .with(Hyperparameter::integer("d_model", 768, 1, 1e6))
        .with(Hyperparameter::derived("token_d_ff", 1, 1e7))
        .with(Hyperparameter::derived("d_ff", 1, 1e7))
        .with(Hyperparameter::integer("classes", 1000, 1, 1e7))
        .with(Hyperparameter::real("dropout", 0.0, 0, 1))
        .with_sides_in_steps_of(patch_side);
}

} // namespace rigwright

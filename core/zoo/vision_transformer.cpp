// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/multihead_attention.h"
#include "core/zoo/transformer_parts.h"

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

struct VisionTransformer {
    std::int64_t patch, layers, d_model, d_ff, classes;
    double dropout;
    MultiheadAttention attention;
};

VisionTransformer read(const ShapeReader& shape, const BuildOptions& options)
{
    VisionTransformer v{};
    v.patch = shape.integer("patch");
    v.layers = shape.integer("layers");
    v.d_model = shape.integer("d_model");
    v.d_ff = shape.integer_or("d_ff", 4 * v.d_model);
    v.classes = shape.integer("classes");
    v.dropout = options.training ? shape.real("dropout") : 0.0;
    v.attention.name = "attn";
    v.attention.heads = shape.integer("heads");
    v.attention.dropout = options.training ? shape.real_or("attention_dropout", v.dropout) : 0.0;
    v.attention.fused = options.fused_attention;
    return v;
}

bool report_impossible(Builder& builder, const VisionTransformer& v, const ModelInput& input)
{
    bool impossible = report_indivisible(builder, "heads-do-not-divide-width", "heads", v.d_model, v.attention.heads);
    impossible =
        report_indivisible(builder, "patch-does-not-divide-image", "patch", *input.image_height, v.patch) || impossible;
    return report_indivisible(builder, "patch-does-not-divide-image", "patch", *input.image_width, v.patch) ||
           impossible;
}

/// Patches as tokens behind a class token, with learned positions.
TensorId tokens(Builder& builder, const VisionTransformer& v, const ModelInput& input)
{
    Builder::ConvolutionOptions patches = Builder::square(v.d_model, v.patch, v.patch);
    patches.bias = true;
    const TensorId map = builder.convolution(
        "conv_proj", builder.input({*input.channels, *input.image_height, *input.image_width}), patches);
    const Shape shape = builder.shape_of(map);
    const TensorId sequence = builder.view("flatten", map, {shape[1] * shape[2], v.d_model});
    const TensorId x =
        builder.concatenate("cat", {builder.parameter_tensor("class_token", {1, v.d_model}), sequence}, 0);
    const TensorId placed = builder.combine("pos_embedding", x, BinaryOperation::add, builder.shape_of(x));
    return builder.dropout("encoder.drop", placed, v.dropout);
}

TensorId blocks(Builder& builder, TensorId x, const VisionTransformer& v)
{
    builder.begin_block("encoder.{}", v.layers);
    TensorId y = self_attention(builder, sequence_norm(builder, "ln_1", x, {}), v.attention);
    const TensorId middle = builder.add("add1", builder.dropout("dropout", y, v.dropout), x);
    y = builder.linear("mlp.0", sequence_norm(builder, "ln_2", middle, {}), v.d_ff);
    y = builder.dropout("mlp.2", builder.activation("mlp.1", y, ActivationFunction::gelu), v.dropout);
    y = builder.dropout("mlp.4", builder.linear("mlp.3", y, v.d_model), v.dropout);
    const TensorId output = builder.add("add2", middle, y);
    builder.end_block({{x, output}});
    return output;
}

Network build(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const VisionTransformer v = read(shape, options);
    if (report_impossible(builder, v, input)) return builder.finish({});
    const TensorId x = sequence_norm(builder, "encoder.ln", blocks(builder, tokens(builder, v, input), v), {});
    return builder.finish({builder.linear("heads.head", builder.view("class", x, {1, v.d_model}), v.classes)});
}

} // namespace

Family vision_transformer_family()
{
    return {
        "vision-transformer",
        Family::InputKind::image,
        {
            Hyperparameter::integer("patch", 16, 1, 1024),
            Hyperparameter::integer("layers", 12, 1, 1e6),
            Hyperparameter::integer("d_model", 768, 1, 1e6),
            Hyperparameter::integer("heads", 12, 1, 1e5),
            Hyperparameter::derived("d_ff", 1, 1e7),
            Hyperparameter::integer("classes", 1000, 1, 1e7),
            Hyperparameter::real("dropout", 0.0, 0, 1),
            Hyperparameter::derived_real("attention_dropout", 0, 1),
        },
        {.image_height = 224, .image_width = 224, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build};
}

} // namespace rigwright

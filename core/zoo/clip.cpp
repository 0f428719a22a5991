// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/clip_towers.h"
#include "core/zoo/family_list.h"
#include "core/zoo/transformer_parts.h"

#include <algorithm>
#include <string>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// Width of an attention head where the number of heads is left out.
constexpr std::int64_t usual_head_width = 64;

ClipText text_tower(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    ClipText text;
    text.width = shape.integer("text_width");
    text.vocabulary = shape.integer("vocabulary");
    text.max_positions = shape.integer_or("max_positions", *input.sequence_length);
    text.transformer.layers = shape.integer("text_layers");
    text.transformer.heads = shape.integer_or("text_heads", std::max<std::int64_t>(text.width / usual_head_width, 1));
    text.transformer.mlp_ratio = shape.integer("mlp_ratio");
    text.transformer.fused = options.fused_attention;
    return text;
}

ClipVision vision_tower(const ShapeReader& shape, const BuildOptions& options)
{
    ClipVision vision;
    vision.patch = shape.integer("patch");
    vision.width = shape.integer("tower_width");
    vision.transformer.layers = shape.integer("tower_layers");
    vision.transformer.heads =
        shape.integer_or("tower_heads", std::max<std::int64_t>(vision.width / usual_head_width, 1));
    vision.transformer.mlp_ratio = shape.integer("mlp_ratio");
    vision.transformer.fused = options.fused_attention;
    return vision;
}

ClipResidual residual_tower(const ShapeReader& shape, const BuildOptions& options)
{
    ClipResidual residual;
    residual.stage_blocks = {shape.integer("stage1_blocks"), shape.integer("stage2_blocks"),
                             shape.integer("stage3_blocks"), shape.integer("stage4_blocks")};
    residual.width = shape.integer("tower_width");
    residual.heads = shape.integer_or("tower_heads", std::max<std::int64_t>(32 * residual.width / usual_head_width, 1));
    residual.normalization = options.normalization;
    residual.fused = options.fused_attention;
    return residual;
}

bool report_impossible(Builder& builder, const ClipText& text, const ModelInput& input)
{
    const bool heads =
        report_indivisible(builder, "heads-do-not-divide-width", "text_heads", text.width, text.transformer.heads);
    if (*input.sequence_length <= text.max_positions) return heads;
    builder.report("sequence-longer-than-positions", "max_positions", *input.sequence_length, text.max_positions);
    return true;
}

bool report_impossible(Builder& builder, const ClipVision& vision, const ModelInput& input)
{
    const char* patch = "patch-does-not-divide-image";
    const bool heads =
        report_indivisible(builder, "heads-do-not-divide-width", "tower_heads", vision.width, vision.transformer.heads);
    const bool height = report_indivisible(builder, patch, "patch", *input.image_height, vision.patch);
    return report_indivisible(builder, patch, "patch", *input.image_width, vision.patch) || height || heads;
}

bool report_impossible(Builder& builder, const ClipResidual& residual)
{
    const bool width = report_indivisible(builder, "width-is-odd", "tower_width", residual.width, 2);
    return report_indivisible(builder, "heads-do-not-divide-width", "tower_heads", 32 * residual.width,
                              residual.heads) ||
           width;
}

/// Features divided by their length.
TensorId normalized(Builder& builder, const std::string& name, TensorId x)
{
    const TensorId squares = builder.activation(name + ".square", x, ActivationFunction::square);
    builder.mark(CalledAs::function);
    const TensorId sum = builder.mean(name + ".sum", squares, {1, 1});
    const TensorId length = builder.activation(name + ".norm", sum, ActivationFunction::sqrt);
    builder.mark(CalledAs::function);
    return builder.multiply(name + ".divide", x, length);
}

/// How well the sample's image and text match, times a learned factor. In a batch every image meets every text.
TensorId logits(Builder& builder, TensorId image, TensorId text)
{
    const std::int64_t width = builder.shape_of(image)[-1];
    image = normalized(builder, "image_features", image);
    text = normalized(builder, "text_features", text);
    const TensorId scale =
        builder.activation("logit_scale.exp", builder.parameter_tensor("logit_scale", {1}), ActivationFunction::exp);
    builder.mark(CalledAs::function);
    const TensorId scaled = builder.multiply("scale", image, scale);
    return builder.matrix_product("logits", scaled, text, {ProductRole::other, 1, 1, 1, width}, {1, 1});
}

Network build_clip(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const std::int64_t embedding = shape.integer("embedding");
    const ClipText text = text_tower(shape, input, options);
    bool impossible = report_impossible(builder, text, input);
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    TensorId image_features = no_id;
    if (shape.choice("image_tower") == "residual-net") {
        const ClipResidual residual = residual_tower(shape, options);
        impossible = report_impossible(builder, residual) || impossible;
        if (!impossible) image_features = clip_residual(builder, image, residual, embedding);
    } else {
        const ClipVision vision = vision_tower(shape, options);
        impossible = report_impossible(builder, vision, input) || impossible;
        if (!impossible) image_features = clip_vision(builder, image, vision, embedding);
    }
    if (impossible) return builder.finish({});
    const TensorId tokens = builder.input({*input.sequence_length}, Content::index);
    const TensorId text_features = clip_text(builder, tokens, text, embedding);
    return builder.finish({logits(builder, image_features, text_features)});
}

} // namespace

Family clip_family()
{
    return {
        "clip",
        Family::InputKind::image_and_text,
        {
            Hyperparameter::choice("image_tower", {"vision-transformer", "residual-net"}),
            Hyperparameter::integer("patch", 32, 1, 1024),
            Hyperparameter::integer("tower_layers", 12, 1, 1e6),
            Hyperparameter::integer("stage1_blocks", 3, 1, 1e6),
            Hyperparameter::integer("stage2_blocks", 4, 1, 1e6),
            Hyperparameter::integer("stage3_blocks", 6, 1, 1e6),
            Hyperparameter::integer("stage4_blocks", 3, 1, 1e6),
            Hyperparameter::integer("tower_width", 768, 1, 1e5),
            Hyperparameter::derived("tower_heads", 1, 1e5),
            Hyperparameter::integer("text_layers", 12, 1, 1e6),
            Hyperparameter::integer("text_width", 512, 1, 1e6),
            Hyperparameter::derived("text_heads", 1, 1e5),
            Hyperparameter::integer("mlp_ratio", 4, 1, 1000),
            Hyperparameter::integer("vocabulary", 49408, 1, 1e8),
            Hyperparameter::derived("max_positions", 1, 1e9),
            Hyperparameter::integer("embedding", 512, 1, 1e6),
        },
        {.image_height = 224, .image_width = 224, .channels = 3, .sequence_length = 77, .target_sequence_length = {}},
        build_clip};
}

} // namespace rigwright

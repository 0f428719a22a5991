// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/pyramid_vision_transformer.h"
#include "core/zoo/swin.h"
#include "core/zoo/transformer_parts.h"

namespace rigwright {

namespace {

struct HierarchicalStageKeys {
    std::string_view layers, width, heads, mlp_ratio, reduction;
};
constexpr std::array<HierarchicalStageKeys, 4> stage_keys{{
    {"stage1_layers", "stage1_width", "stage1_heads", "stage1_mlp_ratio", "stage1_reduction"},
    {"stage2_layers", "stage2_width", "stage2_heads", "stage2_mlp_ratio", "stage2_reduction"},
    {"stage3_layers", "stage3_width", "stage3_heads", "stage3_mlp_ratio", "stage3_reduction"},
    {"stage4_layers", "stage4_width", "stage4_heads", "stage4_mlp_ratio", "stage4_reduction"},
}};

HierarchicalStages read_hierarchical_vision_transformer(const ShapeReader& shape, const BuildOptions& options)
{
    HierarchicalStages all;
    std::int64_t width = shape.integer("stage1_width");
    std::int64_t heads = shape.integer("stage1_heads");
    for (std::size_t i = 0; i < stage_keys.size(); ++i) {
        const HierarchicalStageKeys& keys = stage_keys[i];
        width = shape.integer_or(keys.width, i == 0 ? width : 2 * width);
        heads = shape.integer_or(keys.heads, i == 0 ? heads : 2 * heads);
        all.stages[i] = {shape.integer(keys.layers), width, heads, width * shape.integer(keys.mlp_ratio),
                         shape.integer(keys.reduction)};
    }
    all.classes = shape.integer("classes");
    all.dropout = options.training ? shape.real("dropout") : 0.0;
    all.attention_dropout = options.training ? shape.real_or("attention_dropout", all.dropout) : 0.0;
    all.drop_path = options.training ? shape.real("drop_path") : 0.0;
    all.fused_attention = options.fused_attention;
    return all;
}

bool report_impossible(NetworkBuilder& builder, const HierarchicalStages& all, bool class_token)
{
    bool impossible = false;
    for (std::size_t i = 0; i < stage_keys.size(); ++i) {
        const std::string heads(stage_keys[i].heads);
        impossible = report_indivisible(builder, "heads-do-not-divide-width", heads.c_str(), all.stages[i].width,
                                        all.stages[i].heads) ||
                     impossible;
    }
    // The class token of the last stage has no place in a map.
    if (class_token && all.stages[3].reduction > 1) {
        builder.report("class-token-cannot-be-reduced", "stage4_reduction", all.stages[3].reduction, 1);
        impossible = true;
    }
    return impossible;
}

Network build_hierarchical_vision_transformer(const ShapeReader& shape, const ModelInput& input,
                                              const BuildOptions& options)
{
    NetworkBuilder builder;
    const std::string_view architecture = shape.choice("architecture");
    const HierarchicalStages stages = read_hierarchical_vision_transformer(shape, options);
    if (report_impossible(builder, stages, architecture == "pvt")) return builder.finish({});
    const std::int64_t patch = shape.integer("patch");
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    if (architecture == "swin") return builder.finish({swin(builder, image, {stages, patch, shape.integer("window")})});
    return builder.finish({pyramid_vision_transformer(builder, image, {stages, patch, architecture == "pvt-v2"})});
}

} // namespace

Family hierarchical_vision_transformer_family()
{
    return {
        "hierarchical-vision-transformer",
        Family::InputKind::image,
        {
            Hyperparameter::choice("architecture", {"swin", "pvt", "pvt-v2"}),
            Hyperparameter::integer("patch", 4, 1, 1024),
            Hyperparameter::integer("window", 7, 1, 1024),
            Hyperparameter::integer("stage1_layers", 2, 1, 1e6),
            Hyperparameter::integer("stage2_layers", 2, 1, 1e6),
            Hyperparameter::integer("stage3_layers", 6, 1, 1e6),
            Hyperparameter::integer("stage4_layers", 2, 1, 1e6),
            Hyperparameter::integer("stage1_width", 96, 1, 1e5),
            Hyperparameter::derived("stage2_width", 1, 1e6),
            Hyperparameter::derived("stage3_width", 1, 1e6),
            Hyperparameter::derived("stage4_width", 1, 1e6),
            Hyperparameter::integer("stage1_heads", 3, 1, 1e4),
            Hyperparameter::derived("stage2_heads", 1, 1e5),
            Hyperparameter::derived("stage3_heads", 1, 1e5),
            Hyperparameter::derived("stage4_heads", 1, 1e5),
            Hyperparameter::integer("stage1_mlp_ratio", 4, 1, 1000),
            Hyperparameter::integer("stage2_mlp_ratio", 4, 1, 1000),
            Hyperparameter::integer("stage3_mlp_ratio", 4, 1, 1000),
            Hyperparameter::integer("stage4_mlp_ratio", 4, 1, 1000),
            Hyperparameter::integer("stage1_reduction", 8, 1, 1024),
            Hyperparameter::integer("stage2_reduction", 4, 1, 1024),
            Hyperparameter::integer("stage3_reduction", 2, 1, 1024),
            Hyperparameter::integer("stage4_reduction", 1, 1, 1024),
            Hyperparameter::integer("classes", 1000, 1, 1e7),
            Hyperparameter::real("dropout", 0.0, 0, 1),
            Hyperparameter::derived_real("attention_dropout", 0, 1),
            Hyperparameter::real("drop_path", 0.2, 0, 1),
        },
        {.image_height = 224, .image_width = 224, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_hierarchical_vision_transformer};
}

} // namespace rigwright

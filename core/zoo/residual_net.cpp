// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/resnet_parts.h"

namespace rigwright {

namespace {

Network build_residual_net(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    ResidualBody body;
    body.block =
        shape.choice("block") == "basic" ? ResidualBody::BlockKind::basic : ResidualBody::BlockKind::bottleneck;
    body.stage_blocks = {shape.integer("stage1_blocks"), shape.integer("stage2_blocks"), shape.integer("stage3_blocks"),
                         shape.integer("stage4_blocks")};
    body.width = shape.integer("width");
    body.groups = shape.integer("groups");
    body.width_per_group = shape.integer("width_per_group");
    body.squeeze_excitation = shape.integer("squeeze_excitation");
    body.normalization = options.normalization;
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    TensorId x = residual_body(builder, image, body)[3];
    x = builder.adaptive_average("avgpool", x, 1);
    x = builder.view("flatten", x, {builder.shape_of(x)[0]});
    return builder.finish({builder.linear("fc", x, shape.integer("classes"))});
}

} // namespace

Family residual_net_family()
{
    return {
        "residual-net",
        Family::InputKind::image,
        {
            Hyperparameter::choice("block", {"bottleneck", "basic"}),
            Hyperparameter::integer("stage1_blocks", 3, 1, 1e6),
            Hyperparameter::integer("stage2_blocks", 4, 1, 1e6),
            Hyperparameter::integer("stage3_blocks", 6, 1, 1e6),
            Hyperparameter::integer("stage4_blocks", 3, 1, 1e6),
            Hyperparameter::integer("width", 64, 1, 1e5),
            Hyperparameter::integer("groups", 1, 1, 1e5),
            Hyperparameter::integer("width_per_group", 64, 1, 1e5),
            Hyperparameter::integer("squeeze_excitation", 0, 0, 1e5),
            Hyperparameter::integer("classes", 1000, 1, 1e7),
        },
        {.image_height = 224, .image_width = 224, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_residual_net};
}

} // namespace rigwright

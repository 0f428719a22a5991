// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/frame_warping.h"
#include "core/zoo/transformer_parts.h"

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

MotionFormer read_frame_interpolation(const ShapeReader& shape)
{
    MotionFormer net;
    net.width = shape.integer("width");
    net.layers = {shape.integer("stage1_layers"), shape.integer("stage2_layers"), shape.integer("stage3_layers"),
                  shape.integer("stage4_layers"), shape.integer("stage5_layers")};
    net.head_width = shape.integer("head_dim");
    net.window = shape.integer("window");
    net.mlp_ratio = shape.integer("mlp_ratio");
    return net;
}

/// An attention stage splits its width and its motion evenly among heads, and hands on channels that fill sixteen
/// places each when the map is spread out.
bool report_impossible(Builder& builder, const MotionFormer& net, std::size_t stage)
{
    const std::string key = "stage" + std::to_string(stage + 1) + "_layers";
    const std::int64_t width = net.channels(stage);
    if (net.heads(stage) < 1 || width % net.heads(stage) != 0) {
        builder.report("head-width-does-not-divide-width", "head_dim", width, net.head_width);
        return true;
    }
    const std::int64_t motion = net.motion_channels(stage);
    if (motion < 1 || motion % net.heads(stage) != 0) {
        builder.report("motion-does-not-fill-heads", key, motion, net.heads(stage));
        return true;
    }
    return report_indivisible(builder, "channels-do-not-spread", key.c_str(), 2 * (motion * net.layers[stage] + width),
                              16);
}

/// The coarsest map is a sixteenth of the image, and motion is halved once more behind it.
bool report_impossible(Builder& builder, const char* key, std::int64_t side)
{
    constexpr std::int64_t reduction = 16;
    constexpr std::int64_t smallest = 2 * reduction;
    if (report_indivisible(builder, "image-side-is-no-multiple", key, side, reduction)) return true;
    if (side >= smallest) return false;
    builder.report("image-side-is-too-small", key, side, smallest);
    return true;
}

Network build_frame_interpolation(const ShapeReader& shape, const ModelInput& input, const BuildOptions&)
{
    Builder builder;
    const MotionFormer net = read_frame_interpolation(shape);
    bool impossible = report_impossible(builder, "image_height", *input.image_height);
    impossible = report_impossible(builder, "image_width", *input.image_width) || impossible;
    for (std::size_t stage = MotionFormer::convolutional_stages; stage < MotionFormer::stages && !impossible; ++stage)
        impossible = report_impossible(builder, net, stage);
    if (impossible) return builder.finish({});
    const std::int64_t channels = *input.channels;
    const TensorId images = builder.input({2 * channels, *input.image_height, *input.image_width});
    const TensorId frame = builder.view("frame", images, {channels, 1, *input.image_height, *input.image_width});
    const TensorId frames = builder.concatenate("cat", {frame, frame}, 1);
    const FrameFeatures features = motion_former(builder, net, frames);
    const std::int64_t flow_width = shape.integer_or("flow_width", 4 * net.width);
    return builder.finish(interpolated_frames(builder, net, flow_width, images, features));
}

} // namespace

Family frame_interpolation_family()
{
    return {
        "frame-interpolation",
        Family::InputKind::image,
        {
            Hyperparameter::integer("width", 32, 1, 16384),
            Hyperparameter::integer("stage1_layers", 2, 1, 1000),
            Hyperparameter::integer("stage2_layers", 2, 1, 1000),
            Hyperparameter::integer("stage3_layers", 2, 1, 1000),
            Hyperparameter::integer("stage4_layers", 4, 1, 8),
            Hyperparameter::integer("stage5_layers", 4, 1, 8),
            Hyperparameter::integer("head_dim", 32, 1, 65536),
            Hyperparameter::integer("window", 7, 1, 1024),
            Hyperparameter::integer("mlp_ratio", 4, 1, 1024),
            Hyperparameter::derived("flow_width", 1, 65536),
        },
        {.image_height = 256, .image_width = 256, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_frame_interpolation};
}

} // namespace rigwright

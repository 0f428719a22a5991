// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/frame_warping.h"

#include "core/zoo/detector_parts.h"

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// Motion to both frames {4, height, width} and the mask that blends them {1, height, width}.
struct Flow {
    TensorId motion = no_id;
    TensorId mask = no_id;
};

/// Both frames moved to the time between them, and their blend.
struct Warped {
    TensorId first = no_id;
    TensorId second = no_id;
    TensorId merged = no_id;
};

/// Writes what stands behind the feature extractor: two heads that estimate motion from coarse to fine, and the net
/// that refines the blend of the warped frames.
class InterpolationWriter {
public:
    InterpolationWriter(Builder& builder, const MotionFormer& net, std::int64_t flow_width, TensorId images)
        : builder_(builder),
          net_(net),
          flow_width_(flow_width),
          images_(images),
          channels_(builder.shape_of(images)[0] / 2),
          first_(part(images, "img0", channels_)),
          second_(part(images, "img1", channels_))
    {}

    std::vector<TensorId> outputs(const FrameFeatures& features)
    {
        std::vector<TensorId> merged;
        Flow flow;
        Warped warped;
        for (std::size_t i = 0; i < 2; ++i) {
            const std::size_t stage = MotionFormer::stages - 1 - i;
            builder_.begin_block("block." + std::to_string(i));
            flow = summed(flow, head(motion_features(features, stage), warped, flow));
            warped = warp_frames(flow);
            builder_.end_block();
            merged.push_back(warped.merged);
        }
        merged.push_back(refined(features, flow, warped));
        return merged;
    }

private:
    /// `count` of a map's channels.
    TensorId part(TensorId map, const char* name, std::int64_t count)
    {
        return builder_.view(name, map, builder_.shape_of(map).with(0, count));
    }

    /// One frame of a map that holds both.
    TensorId frame(TensorId both)
    {
        const Shape shape = builder_.shape_of(both);
        return builder_.view("frame", both, {shape[0], shape[2], shape[3]});
    }

    TensorId resized(const char* name, TensorId map, std::int64_t height, std::int64_t width)
    {
        const TensorId y = builder_.resize(name, map, {builder_.shape_of(map)[0], height, width}, ResizeMode::bilinear);
        builder_.mark(CalledAs::function);
        return y;
    }

    /// Motion weighted by the time between the frames, and the appearance of both.
    TensorId motion_features(const FrameFeatures& features, std::size_t stage)
    {
        const TensorId motion = frame(features.motion[stage]);
        const TensorId time = builder_.input(builder_.shape_of(motion));
        const TensorId forward = builder_.multiply("time", time, motion);
        // The second head multiplies by a number instead of a tensor.
        const bool coarsest = stage + 1 == MotionFormer::stages;
        const TensorId backward = coarsest ? builder_.multiply("time", builder_.shift("1 - time", time), motion)
                                           : builder_.scale("time", motion);
        const TensorId appearance = frame(features.appearance[stage]);
        return builder_.concatenate("cat", {forward, backward, appearance, appearance}, 0);
    }

    TensorId shuffled(const char* name, TensorId map)
    {
        const Shape shape = builder_.shape_of(map);
        const TensorId y = builder_.copy(name, map, {shape[0] / 4, 2 * shape[1], 2 * shape[2]});
        builder_.mark(CalledAs::result_of_layer);
        return y;
    }

    Flow head(TensorId motion, const Warped& warped, const Flow& flow)
    {
        const Shape image = builder_.shape_of(images_);
        motion = shuffled("upsample.1", shuffled("upsample.0", motion));
        const Shape coarse = builder_.shape_of(motion);
        TensorId x = flow.motion == no_id
                         ? builder_.concatenate("images", {first_, second_}, 0)
                         : builder_.concatenate("images", {first_, second_, warped.first, warped.second, flow.mask}, 0);
        x = resized("interpolate", x, coarse[1], coarse[2]);
        if (flow.motion != no_id) {
            TensorId known = resized("interpolate_flow", flow.motion, coarse[1], coarse[2]);
            known = builder_.scale("divide", builder_.scale("multiply", known));
            x = builder_.concatenate("cat_flow", {x, known}, 0);
        }
        x = builder_.concatenate("cat_motion", {motion, x}, 0);
        x = convolution_and_prelu(builder_, "conv.0", x, biased_square(flow_width_, 3, 1, 1));
        x = convolution_and_prelu(builder_, "conv.1", x, biased_square(flow_width_, 3, 1, 1));
        x = convolution_and_prelu(builder_, "conv.2", x, biased_square(5, 3, 1, 1));
        x = resized("enlarge", x, image[1], image[2]);
        return {builder_.scale("flow_scale", part(x, "flow", 4)), part(x, "mask", 1)};
    }

    Flow summed(const Flow& flow, const Flow& change)
    {
        if (flow.motion == no_id) return change;
        return {builder_.add("flow_add", flow.motion, change.motion), builder_.add("mask_add", flow.mask, change.mask)};
    }

    /// `map` read where `motion` {2, height, width} points to.
    TensorId warp(TensorId map, TensorId motion)
    {
        const Shape shape = builder_.shape_of(motion);
        const TensorId x = builder_.scale("warp.x", part(motion, "warp.flow_x", 1));
        const TensorId y = builder_.scale("warp.y", part(motion, "warp.flow_y", 1));
        const TensorId steps = builder_.concatenate("warp.cat", {x, y}, 0);
        const TensorId places = builder_.add("warp.places", builder_.input(shape), steps);
        const TensorId grid = builder_.view("warp.permute", places, {shape[1], shape[2], 2});
        return builder_.grid_sample("warp.grid_sample", map, grid);
    }

    Warped warp_frames(const Flow& flow)
    {
        const TensorId mask = builder_.activation("mask", flow.mask, ActivationFunction::sigmoid);
        builder_.mark(CalledAs::function);
        Warped warped;
        warped.first = warp(first_, part(flow.motion, "flow0", 2));
        warped.second = warp(second_, part(flow.motion, "flow1", 2));
        const TensorId kept = builder_.multiply("merge.0", warped.first, mask);
        const TensorId added = builder_.multiply("merge.1", warped.second, builder_.shift("1 - mask", mask));
        warped.merged = builder_.add("merge", kept, added);
        return warped;
    }

    /// The features of both frames, warped at their own resolutions.
    std::array<Warped, MotionFormer::stages> warp_features(const FrameFeatures& features, TensorId motion)
    {
        std::array<Warped, MotionFormer::stages> warped;
        for (std::size_t stage = 0; stage < MotionFormer::stages; ++stage) {
            builder_.begin_block("warp_features." + std::to_string(stage));
            const TensorId map = frame(features.appearance[stage]);
            warped[stage].first = warp(map, part(motion, "flow0", 2));
            warped[stage].second = warp(map, part(motion, "flow1", 2));
            const Shape shape = builder_.shape_of(motion);
            motion = builder_.scale("halve", resized("interpolate", motion, shape[1] / 2, shape[2] / 2));
            builder_.end_block();
        }
        return warped;
    }

    TensorId down(const std::string& name, TensorId x, std::int64_t channels)
    {
        x = convolution_and_prelu(builder_, name + ".conv1", x, biased_square(channels, 3, 2, 1));
        return convolution_and_prelu(builder_, name + ".conv2", x, biased_square(channels, 3, 1, 1));
    }

    TensorId up(const std::string& name, TensorId x, std::int64_t channels)
    {
        Builder::ConvolutionOptions options = Builder::square(channels, 4, 2, 1);
        options.bias = true;
        options.transposed = true;
        return convolution_and_prelu(builder_, name, x, options);
    }

    TensorId refined(const FrameFeatures& features, const Flow& flow, const Warped& warped)
    {
        const auto moved = warp_features(features, flow.motion);
        const std::int64_t width = 2 * net_.width;
        builder_.begin_block("unet");
        TensorId x = builder_.concatenate(
            "cat0",
            {first_, second_, warped.first, warped.second, flow.mask, flow.motion, moved[0].first, moved[0].second}, 0);
        std::array<TensorId, 4> skips{};
        for (std::size_t i = 0; i < skips.size(); ++i) {
            const std::string index = std::to_string(i);
            skips[i] = down("down" + index, x, (2 * width) << i);
            x = builder_.concatenate("cat" + std::to_string(i + 1), {skips[i], moved[i + 1].first, moved[i + 1].second},
                                     0);
        }
        for (std::size_t i = 0; i < skips.size(); ++i) {
            x = up("up" + std::to_string(i), x, (8 * width) >> i);
            if (i + 1 < skips.size())
                x = builder_.concatenate("cat_up" + std::to_string(i), {x, skips[skips.size() - 2 - i]}, 0);
        }
        x = builder_.activation("sigmoid", builder_.convolution("conv", x, biased_square(channels_, 3, 1, 1)),
                                ActivationFunction::sigmoid);
        builder_.mark(CalledAs::function);
        const TensorId residual = builder_.shift("residual.shift", builder_.scale("residual.scale", x));
        x = builder_.activation("clamp", builder_.add("residual", warped.merged, residual), ActivationFunction::clamp);
        builder_.mark(CalledAs::function);
        builder_.end_block();
        return x;
    }

    Builder& builder_;
    const MotionFormer& net_;
    std::int64_t flow_width_;
    TensorId images_;
    std::int64_t channels_;
    TensorId first_;
    TensorId second_;
};

} // namespace

std::vector<TensorId> interpolated_frames(NetworkBuilder& builder, const MotionFormer& net, std::int64_t flow_width,
                                          TensorId images, const FrameFeatures& features)
{
    return InterpolationWriter(builder, net, flow_width, images).outputs(features);
}

} // namespace rigwright

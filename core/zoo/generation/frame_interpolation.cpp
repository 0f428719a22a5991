// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/detection/detectors.h"
#include "core/zoo/family_list.h"
#include "core/zoo/language/transformer_parts.h"

#include <array>
#include <string>
#include <vector>

namespace rigwright {

namespace {

/// The feature extractor of EMA-VFI (Zhang et al. 2023): three convolutional stages, then two of attention between the
/// windows of two frames, whose scores also encode motion.
struct MotionFormer {
    static constexpr std::size_t stages = 5;
    static constexpr std::size_t convolutional_stages = 3;

    /// Width of the first stage; it doubles per stage.
    std::int64_t width = 32;
    std::array<std::int64_t, stages> layers{2, 2, 2, 4, 4};
    std::int64_t head_width = 32;
    std::int64_t window = 7;
    std::int64_t mlp_ratio = 4;

    std::int64_t channels(std::size_t stage) const { return width << stage; }
    std::int64_t heads(std::size_t stage) const { return channels(stage) / head_width; }
    /// Motion channels of one layer of an attention stage.
    std::int64_t motion_channels(std::size_t stage) const { return channels(stage) / layers[stage]; }
};

/// Output of the extractor: maps {channels, 2, height, width} of both frames.
struct FrameFeatures {
    std::array<TensorId, MotionFormer::stages> appearance{no_id, no_id, no_id, no_id, no_id};
    /// Only for the attention stages.
    std::array<TensorId, MotionFormer::stages> motion{no_id, no_id, no_id, no_id, no_id};
};

using Builder = NetworkBuilder;

/// Writes one layer of an attention stage; sequences hold the tokens of both frames.
class LayerWriter {
public:
    LayerWriter(Builder& builder, const MotionFormer& net, std::size_t stage, const Shape& map, bool shifted)
        : builder_(builder),
          net_(net),
          height_(map[2]),
          width_(map[3]),
          padded_height_(rounded_up(map[2], net.window)),
          padded_width_(rounded_up(map[3], net.window)),
          channels_(net.channels(stage)),
          motion_channels_(net.motion_channels(stage)),
          heads_(net.heads(stage)),
          shifted_(shifted && net.window > 1)
    {}

    struct Output {
        TensorId x = no_id;
        TensorId motion = no_id;
    };

    Output layer(TensorId x, TensorId places)
    {
        const TensorId windows = normed(x);
        const TensorId place_windows = windowed("cor", places);
        // Every window reads the same window of the other frame.
        const TensorId half = builder_.view("half", windows, builder_.shape_of(windows).with(0, padded_tokens() / 2));
        const TensorId other = builder_.concatenate("swap", {half, half}, 0);
        const Output attended = attention(windows, other, place_windows);
        const TensorId sum = builder_.add("add1", windows, attended.x);
        const TensorId mixed = unwindowed("x", sum);
        const TensorId motion = unwindowed("motion", attended.motion);
        return {builder_.add("add2", mixed, feed_forward(mixed)), motion};
    }

private:
    std::int64_t padded_tokens() const { return 2 * padded_height_ * padded_width_; }
    bool padded() const { return padded_height_ != height_ || padded_width_ != width_; }

    TensorId copied(const char* what, const std::string& name, TensorId x, std::int64_t tokens)
    {
        return builder_.copy(std::string(what) + "." + name, x, builder_.shape_of(x).with(0, tokens));
    }

    /// Windows that span the whole width are already in order.
    TensorId reordered(const char* what, const std::string& name, TensorId x)
    {
        return padded_width_ == net_.window ? x : copied(what, name, x, padded_tokens());
    }

    TensorId windowed(const std::string& name, TensorId x)
    {
        if (padded()) x = copied("pad", name, x, padded_tokens());
        if (shifted_) x = copied("roll", name, x, padded_tokens());
        return reordered("windows", name, x);
    }

    TensorId unwindowed(const std::string& name, TensorId x)
    {
        x = reordered("map", name, x);
        if (shifted_) x = copied("unroll", name, x, padded_tokens());
        return padded() ? copied("crop", name, x, 2 * height_ * width_) : x;
    }

    TensorId normed(TensorId x) { return builder_.normalization("norm1", windowed("x", x), NormalizationKind::layer); }

    /// Heads before tokens, as batched products require.
    TensorId heads_first(const char* name, TensorId x, std::int64_t width)
    {
        const Shape shape = builder_.shape_of(x).with(-1, width);
        return builder_.copy(name, builder_.view(std::string(name) + ".part", x, shape), shape);
    }

    TensorId scores(TensorId query, TensorId key)
    {
        const std::int64_t tokens = net_.window * net_.window;
        const std::int64_t groups = padded_tokens() / tokens * heads_;
        const TensorId raw = builder_.matrix_product(
            "attn.qk", query, key, {ProductRole::query_key, groups, tokens, tokens, channels_ / heads_},
            {groups, tokens, tokens});
        TensorId x = builder_.scale("attn.scale", raw);
        if (shifted_ || padded())
            x = builder_.add("attn.mask", x, builder_.constant({groups / heads_ / 2, tokens, tokens}));
        x = builder_.softmax("attn.softmax", x);
        builder_.mark(CalledAs::function);
        return builder_.dropout("attn.attn_drop", x, 0.0);
    }

    TensorId weighted(const char* name, TensorId weights, TensorId values, std::int64_t width)
    {
        const std::int64_t tokens = net_.window * net_.window;
        const std::int64_t groups = padded_tokens() / tokens * heads_;
        const Shape shape{padded_tokens(), width};
        const TensorId product = builder_.matrix_product(
            name, weights, values, {ProductRole::attention_value, groups, tokens, width / heads_, tokens}, shape);
        return builder_.copy(std::string(name) + ".merge", product, shape);
    }

    Output attention(TensorId x, TensorId other, TensorId places)
    {
        const TensorId query = heads_first("attn.q.heads", builder_.linear("attn.q", x, channels_), channels_);
        const TensorId both = builder_.linear("attn.kv", other, 2 * channels_);
        const TensorId embedded = builder_.linear("attn.cor_embed", places, motion_channels_);
        const TensorId weights = scores(query, heads_first("attn.k.heads", both, channels_));
        const TensorId context = weighted("attn.av", weights, heads_first("attn.v.heads", both, channels_), channels_);
        const TensorId moved = weighted("attn.motion", weights,
                                        heads_first("attn.cor.heads", embedded, motion_channels_), motion_channels_);
        const TensorId motion =
            builder_.linear("attn.motion_proj", builder_.add("attn.subtract", moved, embedded), motion_channels_);
        const TensorId y = builder_.linear("attn.proj", context, channels_);
        return {builder_.dropout("attn.proj_drop", y, 0.0), motion};
    }

    TensorId feed_forward(TensorId x)
    {
        const std::int64_t inner = net_.mlp_ratio * channels_;
        const Shape sequence{2 * height_ * width_, inner};
        x = builder_.normalization("norm2", x, NormalizationKind::layer);
        x = builder_.linear("mlp.fc1", x, inner);
        x = builder_.copy("mlp.map", x, {inner, 2, height_, width_});
        Builder::ConvolutionOptions depthwise = biased_square(inner, 3, 1, 1);
        depthwise.groups = inner;
        x = builder_.view("mlp.sequence", builder_.convolution("mlp.dwconv", x, depthwise), sequence);
        x = builder_.dropout("mlp.drop", builder_.activation("mlp.act", x, ActivationFunction::gelu), 0.0);
        x = builder_.linear("mlp.fc2", builder_.copy("mlp.order", x, sequence), channels_);
        return builder_.dropout("mlp.drop", x, 0.0);
    }

    Builder& builder_;
    const MotionFormer& net_;
    std::int64_t height_;
    std::int64_t width_;
    std::int64_t padded_height_;
    std::int64_t padded_width_;
    std::int64_t channels_;
    std::int64_t motion_channels_;
    std::int64_t heads_;
    bool shifted_;
};

TensorId prelu(NetworkBuilder& builder, const std::string& name, TensorId x)
{
    const ParameterId slopes = builder.add_parameter(Count(builder.shape_of(x)[0]), true);
    x = builder.activation(name, x, ActivationFunction::prelu);
    builder.use_parameters(slopes, no_id);
    return x;
}

/// A convolution with bias, followed by PReLU, named "`name`.0" and "`name`.1".
TensorId convolution_and_prelu(NetworkBuilder& builder, const std::string& name, TensorId x,
                               const NetworkBuilder::ConvolutionOptions& options)
{
    return prelu(builder, name + ".1", builder.convolution(name + ".0", x, options));
}

std::string numbered(const char* name, std::size_t stage) { return name + std::to_string(stage + 1); }

TensorId convolutional_stage(Builder& builder, const MotionFormer& net, std::size_t stage, TensorId x)
{
    const std::int64_t channels = net.channels(stage);
    if (stage > 0)
        x = convolution_and_prelu(builder, numbered("patch_embed", stage), x, biased_square(channels, 3, 2, 1));
    for (std::int64_t i = 0; i < net.layers[stage]; ++i) {
        const std::string name = numbered("block", stage) + ".conv." + std::to_string(i);
        x = convolution_and_prelu(builder, name, x, biased_square(channels, 3, 1, 1));
    }
    return x;
}

/// All convolutional stages reduced to an eighth of the image, the finer ones with multiple dilations.
TensorId cross_scale(Builder& builder, const MotionFormer& net, const FrameFeatures& features)
{
    std::vector<TensorId> parts;
    for (std::size_t i = 0; i < MotionFormer::convolutional_stages; ++i) {
        for (std::int64_t dilation = 1; dilation <= std::int64_t{1} << i; ++dilation) {
            Builder::ConvolutionOptions options = biased_square(net.width, 3, std::int64_t{2} << i, dilation);
            options.dilation = {1, dilation, dilation};
            const TensorId source = features.appearance[MotionFormer::convolutional_stages - 1 - i];
            parts.push_back(
                builder.convolution("patch_embed4.layers." + std::to_string(parts.size()), source, options));
        }
    }
    return builder.concatenate("patch_embed4.cat", parts, 0);
}

TensorId as_map(Builder& builder, const std::string& name, TensorId sequence, const Shape& map)
{
    return builder.copy(name, sequence, map.with(0, builder.shape_of(sequence)[-1]));
}

void attention_stage(Builder& builder, const MotionFormer& net, std::size_t stage, FrameFeatures& features)
{
    const std::string embed = numbered("patch_embed", stage);
    const bool first = stage == MotionFormer::convolutional_stages;
    const TensorId source = first ? cross_scale(builder, net, features) : features.appearance[stage - 1];
    const Builder::ConvolutionOptions projection =
        first ? biased_square(net.channels(stage), 1, 1, 0) : biased_square(net.channels(stage), 3, 2, 1);
    const TensorId projected = builder.convolution(embed + ".proj", source, projection);
    const Shape map = builder.shape_of(projected);
    const Shape sequence{2 * map[2] * map[3], map[0]};
    TensorId x = builder.normalization(embed + ".norm", builder.view(embed + ".flatten", projected, sequence),
                                       NormalizationKind::layer);
    // Position of each token, between -1 and 1.
    const TensorId places = builder.input({sequence[0], 2});
    std::vector<TensorId> motion;
    for (std::int64_t i = 0; i < net.layers[stage]; ++i) {
        builder.begin_block(numbered("block", stage) + "." + std::to_string(i));
        const LayerWriter::Output output = LayerWriter(builder, net, stage, map, i % 2 == 1).layer(x, places);
        x = output.x;
        motion.push_back(as_map(builder, "motion", output.motion, map));
        builder.end_block();
    }
    x = builder.normalization(numbered("norm", stage), x, NormalizationKind::layer);
    features.appearance[stage] = as_map(builder, numbered("map", stage), x, map);
    features.motion[stage] = builder.concatenate(numbered("motion", stage), motion, 0);
}

/// `frames` is {channels, 2, height, width}.
FrameFeatures motion_former(NetworkBuilder& builder, const MotionFormer& net, TensorId frames)
{
    FrameFeatures features;
    TensorId x = frames;
    for (std::size_t stage = 0; stage < MotionFormer::convolutional_stages; ++stage)
        features.appearance[stage] = x = convolutional_stage(builder, net, stage, x);
    for (std::size_t stage = MotionFormer::convolutional_stages; stage < MotionFormer::stages; ++stage)
        attention_stage(builder, net, stage, features);
    return features;
}

/// Motion to both frames {4, height, width} and their blending mask {1, height, width}.
struct Flow {
    TensorId motion = no_id;
    TensorId mask = no_id;
};

/// Both frames warped to the time between them, and their blend.
struct Warped {
    TensorId first = no_id;
    TensorId second = no_id;
    TensorId merged = no_id;
};

/// Writes the part after the feature extractor: two heads that estimate motion from coarse to fine, and the network
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

    /// The inputs of the loss: the blend of each of the two heads, then the refined frame.
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
    /// `count` channels of a map.
    TensorId part(TensorId map, const char* name, std::int64_t count)
    {
        return builder_.view(name, map, builder_.shape_of(map).with(0, count));
    }

    /// One frame of a map with both.
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

    /// Motion weighted by the time between the frames, and the appearance features of both.
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

    /// `map` sampled at the targets of `motion` {2, height, width}.
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
        Builder::ConvolutionOptions options = biased_square(channels, 4, 2, 1);
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

MotionFormer read_frame_interpolation(const ShapeReader& shape)
{
    MotionFormer net;
    net.width = shape.integer("width");
    for (std::size_t i = 0; i < MotionFormer::stages; ++i) net.layers[i] = shape.integer(stage_layers_keys[i]);
    net.head_width = shape.integer("head_dim");
    net.window = shape.integer("window");
    net.mlp_ratio = shape.integer("mlp_ratio");
    return net;
}

/// An attention stage splits its width and its motion evenly among heads; its output channels must fill sixteen
/// positions each when the map is expanded.
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

/// The coarsest map is this many times smaller than the image, and motion is halved once more after it.
constexpr std::int64_t reduction = 16;

bool report_impossible(Builder& builder, const char* key, std::int64_t side)
{
    constexpr std::int64_t smallest = 2 * reduction;
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
    return builder.finish(InterpolationWriter(builder, net, flow_width, images).outputs(features));
}

} // namespace

Family frame_interpolation_family()
{
    return image_family("frame-interpolation", build_frame_interpolation, 256)
        .with(Hyperparameter::integer("width", 32, 1, 16384))
        .with(staged(stage_layers_keys, {2, 2, 2}, 1, 1000))
        .with(staged(std::span(stage_layers_keys).subspan(MotionFormer::convolutional_stages), {4, 4}, 1, 8))
        .with(Hyperparameter::integer("head_dim", 32, 1, 65536))
        .with(Hyperparameter::integer("window", 7, 1, 1024))
        .with(Hyperparameter::integer("mlp_ratio", 4, 1, 1024))
        .with(Hyperparameter::derived("flow_width", 1, 65536))
        .with_sides_in_steps_of([](const ShapeReader&) { return reduction; });
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/motion_former.h"

#include "core/zoo/detector_parts.h"
#include "core/zoo/transformer_parts.h"

namespace rigwright {

namespace {

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

    /// Windows that span the whole width lie in memory as they should.
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

    /// Heads before tokens, as batched products want them.
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

/// All convolutional stages seen at an eighth of the image, the finer ones with several dilations.
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
    // Where each token lies, between -1 and 1.
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

} // namespace

TensorId prelu(NetworkBuilder& builder, const std::string& name, TensorId x)
{
    const ParameterId slopes = builder.add_parameter(Count(builder.shape_of(x)[0]), true);
    x = builder.activation(name, x, ActivationFunction::prelu);
    builder.use_parameters(slopes, no_id);
    return x;
}

TensorId convolution_and_prelu(NetworkBuilder& builder, const std::string& name, TensorId x,
                               const NetworkBuilder::ConvolutionOptions& options)
{
    return prelu(builder, name + ".1", builder.convolution(name + ".0", x, options));
}

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

} // namespace rigwright

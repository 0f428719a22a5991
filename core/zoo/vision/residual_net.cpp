// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/vision/residual_net.h"

#include "core/zoo/family_list.h"

#include <algorithm>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;
using BlockKind = ResidualBody::BlockKind;

constexpr std::int64_t expansion_of(BlockKind kind) { return kind == BlockKind::basic ? 1 : 4; }

/// One residual block's geometry.
struct BlockShape {
    std::int64_t width = 64;
    std::int64_t stride = 1;
    std::int64_t dilation = 1;
    bool projection = false;
};

class BodyWriter {
public:
    BodyWriter(Builder& builder, const ResidualBody& body) : builder_(builder), body_(body) {}

    TensorId stem(TensorId image)
    {
        const TensorId x = body_.deep_stem
                               ? deep_stem(image)
                               : relu(normalized("conv1", "bn1", image, Builder::square(body_.width, 7, 2, 3)));
        return builder_.pooling("maxpool", x, {PoolingKind::maximum, 3, 2, 1, false});
    }

    TensorId stage(TensorId x, std::size_t index)
    {
        constexpr std::array<const char*, 4> names{"layer1.{}", "layer2.{}", "layer3.{}", "layer4.{}"};
        const bool dilated = (index == 2 && body_.dilated_third_stage) || (index == 3 && body_.dilated_last_stage);
        // The first block still reads the previous stage's resolution, so it has the previous dilation.
        BlockShape shape{body_.width << index, dilated ? 1 : body_.stage_strides[index], dilation_, false};
        if (dilated) dilation_ *= 2;
        shape.projection = shape.stride != 1 || builder_.shape_of(x)[0] != shape.width * expansion_of(body_.block);
        std::int64_t count = body_.stage_blocks[index];
        std::int64_t first = 0;
        // The first block changes the shape unless it has no projection; the others are identical.
        if (shape.projection) {
            builder_.begin_block(names[index], 1, first++);
            x = block(x, shape);
            builder_.end_block();
            --count;
        }
        if (count == 0) return x;
        builder_.begin_block(names[index], count, first);
        const TensorId output = block(x, {shape.width, 1, dilation_, false});
        builder_.end_block({{x, output}});
        return output;
    }

private:
    TensorId deep_stem(TensorId x)
    {
        const std::int64_t half = std::max<std::int64_t>(body_.width / 2, 1);
        x = relu(normalized("stem.0", "stem.1", x, Builder::square(half, 3, 2, 1)));
        x = relu(normalized("stem.3", "stem.4", x, Builder::square(half, 3, 1, 1)));
        return relu(normalized("stem.6", "stem.7", x, Builder::square(body_.width, 3, 1, 1)));
    }

    TensorId normalized(const char* convolution, const char* norm, TensorId x,
                        const Builder::ConvolutionOptions& options)
    {
        x = builder_.convolution(convolution, x, options);
        return builder_.normalization(norm, x, NormalizationKind::batch, body_.normalization);
    }

    TensorId relu(TensorId x) { return builder_.activation("relu", x, ActivationFunction::relu, true); }

    static Builder::ConvolutionOptions dilated_3x3(std::int64_t width, std::int64_t stride, std::int64_t dilation)
    {
        Builder::ConvolutionOptions options = Builder::square(width, 3, stride, dilation);
        options.dilation = {1, dilation, dilation};
        return options;
    }

    TensorId block(TensorId x, const BlockShape& shape)
    {
        TensorId y = body_.block == BlockKind::basic ? basic(x, shape) : bottleneck(x, shape);
        if (body_.squeeze_excitation > 0) y = recalibrated(y);
        TensorId identity = x;
        if (shape.projection) {
            const std::int64_t width = shape.width * expansion_of(body_.block);
            identity = normalized("downsample.0", "downsample.1", x, Builder::square(width, 1, shape.stride));
        }
        return relu(builder_.add("add", y, identity, true));
    }

    /// Squeeze-and-excitation: scales every channel by a factor computed from the means of all channels.
    TensorId recalibrated(TensorId x)
    {
        const std::int64_t channels = builder_.shape_of(x)[0];
        Builder::ConvolutionOptions options =
            biased_square(std::max<std::int64_t>(channels / body_.squeeze_excitation, 1), 1);
        TensorId weight = builder_.mean("se.mean", x, {channels, 1, 1});
        weight = builder_.convolution("se.fc1", weight, options);
        weight = builder_.activation("se.act", weight, ActivationFunction::relu, true);
        options.out_channels = channels;
        weight = builder_.convolution("se.fc2", weight, options);
        weight = builder_.activation("se.gate", weight, ActivationFunction::sigmoid);
        return builder_.multiply("se.scale", x, weight);
    }

    TensorId basic(TensorId x, const BlockShape& shape)
    {
        x = relu(normalized("conv1", "bn1", x, dilated_3x3(shape.width, shape.stride, shape.dilation)));
        return normalized("conv2", "bn2", x, dilated_3x3(shape.width, 1, shape.dilation));
    }

    TensorId bottleneck(TensorId x, const BlockShape& shape)
    {
        // Width of the 3x3 convolution: groups of width_per_group channels in the first stage, doubling with each stage.
        const std::int64_t inner = shape.width * body_.width_per_group / 64 * body_.groups;
        const std::int64_t first_stride = body_.stride_in_1x1 ? shape.stride : 1;
        x = relu(normalized("conv1", "bn1", x, Builder::square(inner, 1, first_stride)));
        Builder::ConvolutionOptions middle = dilated_3x3(inner, shape.stride / first_stride, shape.dilation);
        middle.groups = body_.groups;
        x = relu(normalized("conv2", "bn2", x, middle));
        return normalized("conv3", "bn3", x, Builder::square(shape.width * expansion_of(body_.block), 1));
    }

    Builder& builder_;
    const ResidualBody& body_;
    std::int64_t dilation_ = 1;
};

} // namespace

std::array<TensorId, 4> residual_body(NetworkBuilder& builder, TensorId image, const ResidualBody& body)
{
    BodyWriter writer(builder, body);
    std::array<TensorId, 4> maps{no_id, no_id, no_id, no_id};
    builder.freeze(body.frozen_parts > 0);
    TensorId x = writer.stem(image);
    for (std::size_t stage = 0; stage < body.stages; ++stage) {
        builder.freeze(body.frozen_parts > static_cast<int>(stage) + 1);
        x = maps[stage] = writer.stage(x, stage);
    }
    builder.freeze(false);
    return maps;
}

namespace {

Network build_residual_net(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    ResidualBody body;
    body.block =
        shape.choice("block") == "basic" ? ResidualBody::BlockKind::basic : ResidualBody::BlockKind::bottleneck;
    body.stage_blocks = shape.integers(stage_blocks_keys);
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
    return image_family("residual-net", build_residual_net)
        .with(Hyperparameter::choice("block", {"bottleneck", "basic"}))
        .with(staged(stage_blocks_keys, {3, 4, 6, 3}, 1, 1e6))
        .with(Hyperparameter::integer("width", 64, 1, 1e5))
        .with(Hyperparameter::integer("groups", 1, 1, 1e5))
        .with(Hyperparameter::integer("width_per_group", 64, 1, 1e5))
        .with(Hyperparameter::integer("squeeze_excitation", 0, 0, 1e5))
        .with(Hyperparameter::integer("classes", 1000, 1, 1e7));
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/family_list.h"
#include "core/zoo/vision/residual_net.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// Details of the heads beyond the papers, as in torchvision or MMSegmentation.
enum class Implementation { torchvision, mmsegmentation };

struct HeadShape {
    std::int64_t classes = 21;
    NormalizationMode normalization = NormalizationMode::train;
    Implementation implementation = Implementation::torchvision;
};

/// Writes the heads that turn a feature map into one score per class and pixel.
class HeadWriter {
public:
    HeadWriter(Builder& builder, HeadShape shape) : builder_(builder), shape_(shape) {}

    /// Long et al. 2015 as in the reference implementation: one 3x3 convolution to `width`, then the scores.
    TensorId fully_convolutional(const char* name, TensorId x, std::int64_t width, double dropout)
    {
        builder_.begin_block(name);
        x = unit("0", "1", "2", x, Builder::square(width, 3, 1, 1));
        x = scores("4", builder_.dropout("3", x, dropout));
        builder_.end_block();
        return x;
    }

    /// The main head of MMSegmentation's FCN: two convolutions, and one that reads the head's input beside their result.
    TensorId with_concatenated_input(const char* name, TensorId x, std::int64_t width, double dropout)
    {
        const Builder::ConvolutionOptions square = Builder::square(width, 3, 1, 1);
        builder_.begin_block(name);
        TensorId y = unit("convs.0.conv", "convs.0.bn", "convs.0.activate", x, square);
        y = unit("convs.1.conv", "convs.1.bn", "convs.1.activate", y, square);
        y = builder_.concatenate("concat", {x, y}, 0);
        y = unit("conv_cat.conv", "conv_cat.bn", "conv_cat.activate", y, square);
        y = scores("conv_seg", builder_.dropout("dropout", y, dropout));
        builder_.end_block();
        return y;
    }

    /// Chen et al. 2017: parallel convolutions of rates r, 2r and 3r, a 1x1 and the mean of the whole map, joined by a
    /// 1x1 convolution before a 3x3 one; MMSegmentation joins them by the 3x3 one.
    TensorId atrous_pyramid(TensorId x, std::int64_t width, std::int64_t rate, double dropout)
    {
        builder_.begin_block("classifier");
        const TensorId plain = unit("0.convs.0.0", "0.convs.0.1", "0.convs.0.2", x, Builder::square(width, 1));
        const TensorId near = unit("0.convs.1.0", "0.convs.1.1", "0.convs.1.2", x, dilated(width, rate));
        const TensorId middle = unit("0.convs.2.0", "0.convs.2.1", "0.convs.2.2", x, dilated(width, 2 * rate));
        const TensorId far = unit("0.convs.3.0", "0.convs.3.1", "0.convs.3.2", x, dilated(width, 3 * rate));
        const TensorId mean = whole_map(x, width);
        TensorId y = builder_.concatenate("0.concat", {plain, near, middle, far, mean}, 0);
        const bool joins_first = shape_.implementation == Implementation::torchvision;
        if (joins_first) {
            y = unit("0.project.0", "0.project.1", "0.project.2", y, Builder::square(width, 1));
            y = builder_.dropout("0.project.3", y, dropout);
        }
        y = unit("1", "2", "3", y, Builder::square(width, 3, 1, 1));
        if (!joins_first) y = builder_.dropout("dropout", y, dropout);
        y = scores("4", y);
        builder_.end_block();
        return y;
    }

    /// Scores for every pixel of the image.
    TensorId enlarged(const char* name, TensorId x, const Shape& image)
    {
        const TensorId y =
            builder_.resize(name, x, {builder_.shape_of(x)[0], image[1], image[2]}, ResizeMode::bilinear);
        builder_.mark(CalledAs::function);
        return y;
    }

private:
    static Builder::ConvolutionOptions dilated(std::int64_t width, std::int64_t rate)
    {
        Builder::ConvolutionOptions options = Builder::square(width, 3, 1, rate);
        options.dilation = {1, rate, rate};
        return options;
    }

    TensorId unit(const char* convolution, const char* norm, const char* relu, TensorId x,
                  const Builder::ConvolutionOptions& options)
    {
        x = builder_.convolution(convolution, x, options);
        x = builder_.normalization(norm, x, NormalizationKind::batch, shape_.normalization);
        return builder_.activation(relu, x, ActivationFunction::relu,
                                   shape_.implementation == Implementation::mmsegmentation);
    }

    TensorId whole_map(TensorId x, std::int64_t width)
    {
        const Shape map = builder_.shape_of(x);
        TensorId y = builder_.adaptive_average("0.convs.4.0", x, 1);
        y = unit("0.convs.4.1", "0.convs.4.2", "0.convs.4.3", y, Builder::square(width, 1));
        return enlarged("0.convs.4.interpolate", y, map);
    }

    TensorId scores(const char* name, TensorId x)
    {
        return builder_.convolution(name, x, biased_square(shape_.classes, 1));
    }

    Builder& builder_;
    HeadShape shape_;
};

ResidualBody backbone(const ShapeReader& shape, NormalizationMode normalization)
{
    ResidualBody body;
    body.stage_blocks = shape.integers(stage_blocks_keys);
    body.width = shape.integer("width");
    body.normalization = normalization;
    body.dilated_last_stage = shape.integer("dilated_stages") > 0;
    body.dilated_third_stage = shape.integer("dilated_stages") > 1;
    body.deep_stem = shape.flag("deep_stem");
    return body;
}

std::int64_t quarter_of(const Builder& builder, TensorId map)
{
    return std::max<std::int64_t>(builder.shape_of(map)[0] / 4, 1);
}

Network build_segmentation(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const Shape size{*input.channels, *input.image_height, *input.image_width};
    const auto maps = residual_body(builder, builder.input(size), backbone(shape, options.normalization));
    const bool torchvision = shape.choice("implementation") == "torchvision";
    HeadWriter writer(builder, {shape.integer("classes"), options.normalization,
                                torchvision ? Implementation::torchvision : Implementation::mmsegmentation});
    // Both drop a tenth of the channels; torchvision drops half of them in the pyramid.
    const auto dropout = [&](double probability) { return options.training ? probability : 0.0; };
    TensorId x = maps[3];
    if (shape.choice("head") == "deeplabv3") {
        x = writer.atrous_pyramid(x, shape.integer_or("head_width", 256), shape.integer("atrous_rate"),
                                  dropout(shape.real_or("dropout", torchvision ? 0.5 : 0.1)));
    } else {
        const auto head = torchvision ? &HeadWriter::fully_convolutional : &HeadWriter::with_concatenated_input;
        x = (writer.*head)("classifier", x, shape.integer_or("head_width", quarter_of(builder, x)),
                           dropout(shape.real_or("dropout", 0.1)));
    }
    x = writer.enlarged("interpolate", x, size);
    if (!shape.flag("auxiliary_heads")) return builder.finish({x});
    TensorId auxiliary =
        writer.fully_convolutional("aux_classifier", maps[2], quarter_of(builder, maps[2]), dropout(0.1));
    auxiliary = writer.enlarged("aux_interpolate", auxiliary, size);
    return builder.finish({x, auxiliary});
}

} // namespace

Family segmentation_family()
{
    return image_family("segmentation", build_segmentation, 520)
        .with(Hyperparameter::choice("head", {"fcn", "deeplabv3"}))
        .with(Hyperparameter::choice("implementation", {"torchvision", "mmsegmentation"}))
        .with(staged(stage_blocks_keys, {3, 4, 6, 3}, 1, 1e6))
        .with(Hyperparameter::integer("width", 64, 1, 1e5))
        .with(Hyperparameter::integer("dilated_stages", 2, 0, 2))
        .with(Hyperparameter::flag("deep_stem", false))
        .with(Hyperparameter::derived("head_width", 1, 1e6))
        .with(Hyperparameter::integer("atrous_rate", 12, 1, 1000))
        .with(Hyperparameter::flag("auxiliary_heads", true))
        .with(Hyperparameter::integer("classes", 21, 1, 1e5))
        .with(Hyperparameter::derived_real("dropout", 0, 1));
}

namespace {

struct UNetShape {
    bool volume = false;
    bool padded = true;
    /// Downsampling by strided convolutions instead of pooling.
    bool strided = false;
    bool bias = true;
    std::optional<NormalizationKind> norm;
    NormalizationMode mode = NormalizationMode::train;
    std::int64_t classes = 2;
    /// Channels of every level, finest first.
    std::vector<std::int64_t> widths;
};

/// Writes a contracting path, an expanding path, and the skip connections between them.
class UNetWriter {
public:
    UNetWriter(Builder& builder, const UNetShape& shape) : builder_(builder), shape_(shape) {}

    TensorId write(TensorId x)
    {
        std::vector<TensorId> bridges;
        const auto levels = static_cast<std::int64_t>(shape_.widths.size());
        for (std::int64_t level = 0; level < levels; ++level) {
            if (level > 0 && !shape_.strided) x = builder_.pooling("pool", x, {PoolingKind::maximum, 2, 2, 0, false});
            builder_.begin_block("down.{}", 1, level);
            x = double_convolution(x, width(level), shape_.strided && level > 0 ? 2 : 1);
            builder_.end_block();
            bridges.push_back(x);
        }
        for (std::int64_t step = 0; step + 1 < levels; ++step) {
            const std::int64_t level = levels - 2 - step;
            x = enlarged("up." + std::to_string(step), x, width(level));
            x = with_bridge(x, bridges[static_cast<std::size_t>(level)]);
            builder_.begin_block("dec.{}", 1, step);
            x = double_convolution(x, width(level), 1);
            builder_.end_block();
        }
        return builder_.convolution("out", x, convolution(shape_.classes, 1, 1, 0, true));
    }

private:
    std::int64_t width(std::int64_t level) const { return shape_.widths[static_cast<std::size_t>(level)]; }

    Builder::ConvolutionOptions convolution(std::int64_t channels, std::int64_t kernel, std::int64_t stride,
                                            std::int64_t padding, bool bias) const
    {
        Builder::ConvolutionOptions options = shape_.volume ? Builder::cube(channels, kernel, stride, padding)
                                                            : Builder::square(channels, kernel, stride, padding);
        options.bias = bias;
        return options;
    }

    TensorId double_convolution(TensorId x, std::int64_t channels, std::int64_t stride)
    {
        const std::int64_t padding = shape_.padded ? 1 : 0;
        int layer = 0;
        for (const std::int64_t step : {stride, std::int64_t{1}}) {
            const auto next = [&layer] { return std::to_string(layer++); };
            x = builder_.convolution(next(), x, convolution(channels, 3, step, padding, shape_.bias));
            if (shape_.norm) x = builder_.normalization(next(), x, *shape_.norm, shape_.mode);
            x = builder_.activation(next(), x, ActivationFunction::relu, shape_.norm == NormalizationKind::batch);
        }
        return x;
    }

    TensorId enlarged(const std::string& name, TensorId x, std::int64_t channels)
    {
        Builder::ConvolutionOptions options = convolution(channels, 2, 2, 0, true);
        options.transposed = true;
        return builder_.convolution(name, x, options);
    }

    /// Without padding the skip connection is cropped to the smaller map; with padding an odd size makes the upsampled
    /// map one short, which padding corrects.
    TensorId with_bridge(TensorId x, TensorId bridge)
    {
        const Shape wanted = shape_.padded ? builder_.shape_of(bridge) : builder_.shape_of(x);
        if (!(builder_.shape_of(shape_.padded ? x : bridge) == wanted)) {
            if (shape_.padded)
                x = builder_.copy("pad", x, wanted);
            else
                bridge = builder_.view("crop", bridge, wanted);
        }
        return builder_.concatenate("concat", {x, bridge}, 0);
    }

    Builder& builder_;
    const UNetShape& shape_;
};

Network build_u_net(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    UNetShape net;
    net.volume = input.image_depth.has_value();
    net.padded = shape.flag("padded");
    net.strided = shape.choice("downsampling") == "stride";
    net.norm = from_word<NormalizationKind>(shape.choice("norm"));
    // Only batch norm has statistics that can be fixed.
    if (net.norm == NormalizationKind::batch) net.mode = options.normalization;
    net.bias = shape.flag_or("bias", !net.norm);
    net.classes = shape.integer("classes");
    for (std::int64_t level = 0; level <= shape.integer("levels"); ++level) {
        const std::int64_t doubled = shape.integer("width") << level;
        net.widths.push_back(std::min(doubled, shape.integer_or("widest", doubled)));
    }
    const Shape size = net.volume ? Shape{*input.channels, *input.image_depth, *input.image_height, *input.image_width}
                                  : Shape{*input.channels, *input.image_height, *input.image_width};
    return builder.finish({UNetWriter(builder, net).write(builder.input(size))});
}

} // namespace

Family u_net_family()
{
    return Family{
        "u-net", Family::InputKind::volume, {}, {.image_height = 512, .image_width = 512, .channels = 1}, build_u_net}
        .with(Hyperparameter::integer("width", 64, 1, 1e5))
        .with(Hyperparameter::integer("levels", 4, 1, 16))
        .with(Hyperparameter::derived("widest", 1, 1e6))
        .with(Hyperparameter::flag("padded", true))
        .with(Hyperparameter::choice("norm", {"none", "batch", "instance"}))
        .with(Hyperparameter::choice("downsampling", {"pool", "stride"}))
        .with(Hyperparameter::derived_flag("bias"))
        .with(Hyperparameter::integer("classes", 2, 1, 1e5))
        // nnU-Net and MLPerf's code, which stride, join maps as they are; those that pool pad or crop them.
        .with_sides_in_steps_of([](const ShapeReader& shape) {
            const bool strides = shape.choice("downsampling") == "stride" && shape.flag("padded");
            return strides ? std::int64_t{1} << shape.integer("levels") : 1;
        });
}

} // namespace rigwright

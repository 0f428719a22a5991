// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/family_list.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

struct UNetShape {
    bool volume = false;
    bool padded = true;
    /// Strided convolutions halve the maps; pooling otherwise.
    bool strided = false;
    bool bias = true;
    std::optional<NormalizationKind> norm;
    NormalizationMode mode = NormalizationMode::train;
    std::int64_t classes = 2;
    /// Channels of every level, the finest first.
    std::vector<std::int64_t> widths;
};

/// Writes a contracting path, an expanding path, and the bridges between them.
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

    /// Without padding the bridge is cut to the smaller map; with padding an odd size leaves the enlarged map one short
    /// (or, strided, one too large), which a border makes up for.
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

std::optional<NormalizationKind> norm_of(std::string_view word)
{
    if (word == "none") return std::nullopt;
    return word == "batch" ? NormalizationKind::batch : NormalizationKind::instance;
}

Network build_u_net(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    UNetShape net;
    net.volume = input.image_depth.has_value();
    net.padded = shape.flag("padded");
    net.strided = shape.choice("downsampling") == "stride";
    net.norm = norm_of(shape.choice("norm"));
    // Only batch norm has statistics that could be fixed.
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
    return {
        "u-net",
        Family::InputKind::volume,
        {
            Hyperparameter::integer("width", 64, 1, 1e5),
            Hyperparameter::integer("levels", 4, 1, 16),
            Hyperparameter::derived("widest", 1, 1e6),
            Hyperparameter::flag("padded", true),
            Hyperparameter::choice("norm", {"none", "batch", "instance"}),
            Hyperparameter::choice("downsampling", {"pool", "stride"}),
            Hyperparameter::derived_flag("bias"),
            Hyperparameter::integer("classes", 2, 1, 1e5),
        },
        {.image_height = 512, .image_width = 512, .channels = 1, .sequence_length = {}, .target_sequence_length = {}},
        build_u_net};
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/detector_parts.h"

#include <algorithm>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

} // namespace

Builder::ConvolutionOptions biased_square(std::int64_t out_channels, std::int64_t kernel, std::int64_t stride,
                                          std::int64_t padding)
{
    Builder::ConvolutionOptions options = Builder::square(out_channels, kernel, stride, padding);
    options.bias = true;
    return options;
}

TensorId SharedConvolution::apply(Builder& builder, TensorId x)
{
    if (weight_ != no_id) return builder.convolution_shared(name_, x, options_, weight_, bias_);
    const TensorId y = builder.convolution(name_, x, options_);
    weight_ = builder.last_parameter(0);
    bias_ = builder.last_parameter(1);
    return y;
}

std::optional<ResidualBody> detection_body(Builder& builder, const ShapeReader& shape, const BuildOptions& options,
                                           std::int64_t frozen_stages)
{
    const std::string_view name = shape.choice("backbone");
    if (name == "vgg16") {
        builder.report("backbone-does-not-fit-architecture", "backbone", 0, 0);
        return std::nullopt;
    }
    ResidualBody body;
    const bool basic = name == "resnet18" || name == "resnet34";
    body.block = basic ? ResidualBody::BlockKind::basic : ResidualBody::BlockKind::bottleneck;
    if (name == "resnet18") body.stage_blocks = {2, 2, 2, 2};
    if (name == "resnet101") body.stage_blocks = {3, 4, 23, 3};
    body.width = shape.integer("width");
    const bool affine = options.normalization == NormalizationMode::eval;
    body.normalization = affine ? NormalizationMode::eval : NormalizationMode::frozen;
    body.frozen_parts = static_cast<int>(shape.integer_or("frozen_stages", frozen_stages));
    return body;
}

std::vector<TensorId> feature_pyramid(Builder& builder, std::span<const TensorId> maps, std::int64_t width)
{
    std::vector<TensorId> pyramid(maps.size(), no_id);
    TensorId coarser = no_id;
    for (std::size_t level = maps.size(); level-- > 0;) {
        const std::string index = std::to_string(level);
        TensorId x = builder.convolution("fpn.inner_blocks." + index + ".0", maps[level], biased_square(width, 1));
        if (coarser != no_id) {
            const TensorId enlarged =
                builder.resize("fpn.interpolate", coarser, builder.shape_of(x), ResizeMode::nearest);
            builder.mark(CalledAs::function);
            x = builder.add("fpn.add", x, enlarged);
        }
        coarser = x;
        pyramid[level] = builder.convolution("fpn.layer_blocks." + index + ".0", x, biased_square(width, 3, 1, 1));
    }
    return pyramid;
}

TensorId predictions_by_anchor(Builder& builder, std::span<const TensorId> maps, std::int64_t columns)
{
    std::vector<TensorId> rows;
    for (const TensorId map : maps) {
        const Shape shape = builder.shape_of(map);
        rows.push_back(builder.copy("permute", map, {shape[0] / columns * shape[1] * shape[2], columns}));
    }
    return builder.concatenate("cat", rows, 0);
}

TensorId activation_function(Builder& builder, std::string_view name, TensorId x, ActivationFunction function)
{
    const TensorId y = builder.activation(name, x, function);
    builder.mark(CalledAs::function);
    return y;
}

} // namespace rigwright

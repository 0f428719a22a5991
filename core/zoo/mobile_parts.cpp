// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/mobile_parts.h"

#include <algorithm>

namespace rigwright {

std::int64_t rounded_channels(double channels, std::int64_t divisor)
{
    const double half = static_cast<double>(divisor) / 2.0;
    const auto nearest = static_cast<std::int64_t>(channels + half) / divisor * divisor;
    const std::int64_t rounded = std::max(divisor, nearest);
    return static_cast<double>(rounded) < 0.9 * channels ? rounded + divisor : rounded;
}

NormedConvolutionNames NormedConvolutionNames::below(std::string_view prefix)
{
    const std::string start(prefix);
    return {start + ".0", start + ".1", start + ".2"};
}

TensorId normed_convolution(NetworkBuilder& builder, const NormedConvolutionNames& names, TensorId x,
                            const NormedConvolution& layer)
{
    NetworkBuilder::ConvolutionOptions options =
        NetworkBuilder::square(layer.out_channels, layer.kernel, layer.stride, (layer.kernel - 1) / 2);
    options.groups = layer.groups;
    x = builder.convolution(names.convolution, x, options);
    x = builder.normalization(names.norm, x, NormalizationKind::batch, layer.normalization);
    return layer.activation ? builder.activation(names.activation, x, *layer.activation, true) : x;
}

TensorId squeeze_excitation(NetworkBuilder& builder, std::string_view prefix, TensorId x,
                            const SqueezeExcitation& squeeze)
{
    const std::string start = std::string(prefix) + ".";
    NetworkBuilder::ConvolutionOptions options = NetworkBuilder::square(squeeze.squeezed_channels, 1);
    options.bias = true;
    TensorId scale = builder.adaptive_average(start + "avgpool", x, 1);
    scale = builder.convolution(start + "fc1", scale, options);
    scale = builder.activation(start + "activation", scale, squeeze.activation, squeeze.in_place);
    options.out_channels = builder.shape_of(x)[0];
    scale = builder.convolution(start + "fc2", scale, options);
    scale = builder.activation(start + "scale_activation", scale, squeeze.gate);
    return builder.multiply(start + "scale", x, scale);
}

TensorId stochastic_depth(NetworkBuilder& builder, std::string_view name, TensorId x, double probability)
{
    // A layer without effect, as a dropout of probability zero is.
    if (probability <= 0.0) return builder.dropout(name, x, 0.0);
    const std::string start = std::string(name) + ".";
    const TensorId source = builder.cast(start + "format", builder.input({1, 1, 1}), x);
    const TensorId draws = builder.copy(start + "noise", source, {1, 1, 1});
    const TensorId output = builder.multiply(name, x, draws);
    builder.mark(CalledAs::result_of_layer);
    return output;
}

bool report_even_kernel(NetworkBuilder& builder, std::string_view layer, std::int64_t kernel)
{
    if (kernel % 2 != 0) return false;
    builder.report("kernel-is-even", layer, kernel, kernel + 1);
    return true;
}

} // namespace rigwright

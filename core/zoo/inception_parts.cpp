// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/inception_parts.h"

#include <algorithm>

namespace rigwright {

std::int64_t InceptionWriter::scaled(std::int64_t width) const
{
    return std::max<std::int64_t>(width * width_ / published_width_, 1);
}

TensorId InceptionWriter::unit_of(const std::string& name, TensorId x, const Builder::ConvolutionOptions& options)
{
    x = builder_.convolution(name + ".conv", x, options);
    x = builder_.normalization(name + ".bn", x, NormalizationKind::batch, normalization_);
    x = builder_.activation(name + ".relu", x, ActivationFunction::relu, true);
    builder_.mark(CalledAs::function);
    return x;
}

TensorId InceptionWriter::unit(const std::string& name, TensorId x, std::int64_t width, std::int64_t kernel,
                               std::int64_t stride, std::int64_t padding)
{
    return unit_of(name, x, Builder::square(scaled(width), kernel, stride, padding));
}

TensorId InceptionWriter::row_unit(const std::string& name, TensorId x, std::int64_t width, std::int64_t extent)
{
    Builder::ConvolutionOptions options = Builder::square(scaled(width), 1);
    options.kernel = {1, 1, extent};
    options.padding = {0, 0, extent / 2};
    return unit_of(name, x, options);
}

TensorId InceptionWriter::column_unit(const std::string& name, TensorId x, std::int64_t width, std::int64_t extent)
{
    Builder::ConvolutionOptions options = Builder::square(scaled(width), 1);
    options.kernel = {1, extent, 1};
    options.padding = {0, extent / 2, 0};
    return unit_of(name, x, options);
}

TensorId InceptionWriter::pooling(const char* name, TensorId x, const Builder::PoolingOptions& options)
{
    const TensorId y = builder_.pooling(name, x, options);
    builder_.mark(CalledAs::function);
    return y;
}

void InceptionWriter::idle_unit(std::int64_t in_channels, std::int64_t out_channels, std::int64_t kernel)
{
    const Count channels(out_channels);
    builder_.add_parameter(Count(in_channels) * channels * Count(kernel * kernel), false);
    // Scale and shift of the norm; a frozen one holds them as constants.
    if (normalization_ == NormalizationMode::frozen) return;
    builder_.add_parameter(channels, false);
    builder_.add_parameter(channels, false);
}

void InceptionWriter::idle_linear(std::int64_t in_features, std::int64_t out_features)
{
    builder_.add_parameter(Count(in_features) * Count(out_features), false);
    builder_.add_parameter(Count(out_features), false);
}

} // namespace rigwright

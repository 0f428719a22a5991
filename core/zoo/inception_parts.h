// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network_builder.h"

#include <string>

namespace rigwright {

/// Writes what the Inception nets are made of: convolutions without bias, each followed by batch norm and ReLU, whose
/// widths all scale with the width of the first one.
class InceptionWriter {
public:
    using Builder = NetworkBuilder;

    /// `width` is that of the first convolution, `published_width` what the paper's tables go with.
    InceptionWriter(Builder& builder, NormalizationMode normalization, std::int64_t width, std::int64_t published_width)
        : builder_(builder),
          normalization_(normalization),
          width_(width),
          published_width_(published_width)
    {}

    Builder& builder() { return builder_; }
    /// A width of the paper's tables, scaled; at least 1.
    std::int64_t scaled(std::int64_t width) const;
    TensorId unit(const std::string& name, TensorId x, std::int64_t width, std::int64_t kernel = 1,
                  std::int64_t stride = 1, std::int64_t padding = 0);
    /// Kernels 1 x `extent` and `extent` x 1 that keep the size of the map.
    TensorId row_unit(const std::string& name, TensorId x, std::int64_t width, std::int64_t extent);
    TensorId column_unit(const std::string& name, TensorId x, std::int64_t width, std::int64_t extent);
    /// Pooling that the reference implementation calls as a function.
    TensorId pooling(const char* name, TensorId x, const Builder::PoolingOptions& options);
    /// Parameters of a unit and of a linear layer that the model holds but does not run.
    void idle_unit(std::int64_t in_channels, std::int64_t out_channels, std::int64_t kernel);
    void idle_linear(std::int64_t in_features, std::int64_t out_features);

private:
    TensorId unit_of(const std::string& name, TensorId x, const Builder::ConvolutionOptions& options);

    Builder& builder_;
    NormalizationMode normalization_;
    std::int64_t width_;
    std::int64_t published_width_;
};

} // namespace rigwright

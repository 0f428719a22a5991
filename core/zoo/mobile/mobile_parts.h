// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network_builder.h"
#include "core/zoo/build.h"
#include "core/zoo/family.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rigwright {

// Common parts of torchvision 0.14's mobile networks, EfficientNet, RegNet and ConvNeXt.

/// Further keys of hyperparameters per stage.
inline constexpr std::array<std::string_view, 7> stage_expansion_keys{
    "stage1_expansion", "stage2_expansion", "stage3_expansion", "stage4_expansion",
    "stage5_expansion", "stage6_expansion", "stage7_expansion"};
inline constexpr std::array<std::string_view, 7> stage_kernel_keys{"stage1_kernel", "stage2_kernel", "stage3_kernel",
                                                                   "stage4_kernel", "stage5_kernel", "stage6_kernel",
                                                                   "stage7_kernel"};

/// The multiple of `divisor` nearest to `channels`, at least `divisor` and at most a tenth below `channels` (Howard et
/// al. 2019, the rounding of the MobileNet reference code).
std::int64_t rounded_channels(double channels, std::int64_t divisor = 8);

/// A convolution that keeps the size of its map except for the stride, batch norm, and an in-place activation.
struct NormedConvolution {
    std::int64_t out_channels = 0;
    std::int64_t kernel = 1;
    std::int64_t stride = 1;
    std::int64_t groups = 1;
    std::optional<ActivationFunction> activation;
    NormalizationMode normalization = NormalizationMode::train;
};
/// Names of its three layers.
struct NormedConvolutionNames {
    std::string convolution;
    std::string norm;
    std::string activation;

    /// "prefix.0", "prefix.1", "prefix.2".
    static NormedConvolutionNames below(std::string_view prefix);
};
TensorId normed_convolution(NetworkBuilder& builder, const NormedConvolutionNames& names, TensorId x,
                            const NormedConvolution& layer);

/// Channel weights, computed from the channel means by two 1x1 convolutions (Hu et al. 2018).
struct SqueezeExcitation {
    std::int64_t squeezed_channels = 1;
    ActivationFunction activation = ActivationFunction::relu;
    bool in_place = false;
    ActivationFunction gate = ActivationFunction::sigmoid;
};
TensorId squeeze_excitation(NetworkBuilder& builder, std::string_view prefix, TensorId x,
                            const SqueezeExcitation& squeeze);

/// Stochastic depth by rows (Huang et al. 2016): a product with one random number per sample, which is saved for
/// backward. At probability zero the layer returns its input.
TensorId stochastic_depth(NetworkBuilder& builder, std::string_view name, TensorId x, double probability);

/// Reports the issue `kernel-is-even` and returns true if a kernel has no center and so would change the size of its
/// map.
bool report_even_kernel(NetworkBuilder& builder, std::string_view layer, std::int64_t kernel);

/// The block of mobile networks (Sandler et al. 2018): expand, depthwise convolution, weighting of the channels,
/// projection; adds the input if stride and width allow.
struct InvertedResidual {
    /// Numbering of the layers inside a block of the reference implementation.
    enum class Names {
        /// "block.0.0": every convolution forms a group with its norm and activation.
        groups,
        /// "conv.0.0"; the projecting convolution and its norm are "conv.2", "conv.3".
        groups_but_last,
        /// "layers.0" to "layers.7".
        flat,
    };

    Names names = Names::groups;
    std::int64_t expanded = 0;
    std::int64_t out_channels = 0;
    std::int64_t kernel = 3;
    std::int64_t stride = 1;
    ActivationFunction activation = ActivationFunction::relu6;
    /// The expanding convolution exists even if it does not expand.
    bool always_expands = false;
    /// One full convolution expands instead of a 1x1 and a depthwise one (Tan and Le 2021).
    bool fused = false;
    std::optional<SqueezeExcitation> squeeze;
    /// The sum overwrites the block's result.
    bool adds_in_place = false;
    /// Probability that a sample skips the block; empty if the reference code has no such layer.
    std::optional<double> stochastic_depth;
    NormalizationMode normalization = NormalizationMode::train;
};

/// `count` such blocks in sequence; more than one only if stride and width stay the same. `name` may contain "{}" for
/// the index, which starts at `first_index`. Zero blocks return `x`.
TensorId inverted_residuals(NetworkBuilder& builder, const std::string& name, std::int64_t first_index, TensorId x,
                            const InvertedResidual& block, std::int64_t count = 1);

/// A row of a paper's table of stages; the first block of a stage has the stride.
struct MobileStage {
    std::int64_t expansion = 1;
    std::int64_t width = 0;
    std::int64_t layers = 1;
    std::int64_t stride = 1;
    std::int64_t kernel = 3;
};

/// The blocks of a stage: `distinct` blocks that differ in their input or position, then more like the last of them.
/// `block_of` describes one from its input channels and its position.
template <typename BlockOf>
TensorId mobile_stage(NetworkBuilder& builder, const std::string& name, std::int64_t first_index, TensorId x,
                      std::int64_t layers, std::int64_t distinct, BlockOf block_of)
{
    for (std::int64_t layer = 0; layer < std::min(layers, distinct); ++layer) {
        const std::int64_t count = layer + 1 == distinct ? layers - layer : 1;
        x = inverted_residuals(builder, name, first_index + layer, x, block_of(builder.shape_of(x)[0], layer), count);
    }
    return x;
}

/// Numbers of a stage that are hyperparameters.
enum class StageNumbers { all, all_but_kernel };

/// The stages starting with `first` as hyperparameters.
std::vector<Hyperparameter> stage_hyperparameters(std::span<const MobileStage> stages, StageNumbers numbers,
                                                  std::size_t first = 0);

/// A mobile network under construction.
struct MobileNet {
    MobileNet(const ShapeReader& net_shape, const ModelInput& input, const BuildOptions& options,
              ActivationFunction function);

    std::int64_t scaled(double width) const
    {
        return rounded_channels(width * shape.real("width_multiplier"), divisor);
    }
    std::int64_t scaled(std::string_view key) const { return scaled(static_cast<double>(shape.integer(key))); }
    std::int64_t channels() const { return builder.shape_of(x)[0]; }
    /// "name.0" to "name.2".
    void convolve(const std::string& name, std::int64_t width, std::int64_t kernel, std::int64_t stride);
    /// Flattens, drops and classifies.
    Network classified(std::string_view drop, std::string_view classifier, bool drops_in_place = true);

    NetworkBuilder builder;
    const ShapeReader& shape;
    NormalizationMode normalization;
    ActivationFunction activation;
    double dropout = 0.0;
    std::int64_t divisor = 8;
    /// Output of the last layer.
    TensorId x;
};

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zoo/mobile_parts.h"

namespace rigwright {

/// The block of mobile nets (Sandler et al. 2018): widen, convolve each channel by itself, weigh the channels, narrow;
/// the input is added where stride and width allow.
struct InvertedResidual {
    /// How the reference implementation numbers the layers inside its block.
    enum class Names {
        /// "block.0.0": every convolution with its norm and activation is a group of its own.
        groups,
        /// "conv.0.0", the narrowing convolution and its norm being "conv.2", "conv.3".
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
    /// The widening convolution is there even where it does not widen.
    bool always_expands = false;
    /// One full convolution widens instead of a 1x1 and a depthwise one (Tan and Le 2021).
    bool fused = false;
    std::optional<SqueezeExcitation> squeeze;
    /// The sum overwrites the block's result.
    bool adds_in_place = false;
    /// Probability that a sample skips the block; nothing where the reference code has no such layer.
    std::optional<double> stochastic_depth;
    NormalizationMode normalization = NormalizationMode::train;
};

/// `count` such blocks in a row; more than one only where stride and width stay. `name` may hold "{}" for the index,
/// which starts at `first_index`. Zero blocks hand `x` on.
TensorId inverted_residuals(NetworkBuilder& builder, const std::string& name, std::int64_t first_index, TensorId x,
                            const InvertedResidual& block, std::int64_t count = 1);

} // namespace rigwright

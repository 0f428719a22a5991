// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network_builder.h"

#include <array>

namespace rigwright {

/// The convolutional backbone of a ResNet up to its last feature map, shared by classifiers and detectors.
struct ResidualBody {
    enum class BlockKind { basic, bottleneck };

    BlockKind block = BlockKind::bottleneck;
    std::array<std::int64_t, 4> stage_blocks{3, 4, 6, 3};
    /// Stride of each stage's first block.
    std::array<std::int64_t, 4> stage_strides{1, 2, 2, 2};
    /// Number of stages; the others do not exist.
    std::size_t stages = 4;
    /// Width of the stem and of the first stage's 3x3 convolutions.
    std::int64_t width = 64;
    std::int64_t groups = 1;
    std::int64_t width_per_group = 64;
    NormalizationMode normalization = NormalizationMode::train;
    /// Number of frozen parts from the start; 1 freezes the stem alone, 2 also the first stage.
    int frozen_parts = 0;
    /// Squeeze-and-excitation (Hu et al. 2018) at the end of every block: reduction ratio of its inner layer; 0 for
    /// none.
    std::int64_t squeeze_excitation = 0;
    /// Three 3x3 convolutions instead of the 7x7 one, the first two of half the width (the "C" variant of He et al.
    /// 2019).
    bool deep_stem = false;
    /// Blocks that halve the resolution do so in their first 1x1 convolution, as in the weights that Detectron trained.
    bool stride_in_1x1 = false;
    /// The third stage keeps its resolution and dilates its 3x3 convolutions instead, for segmentation.
    bool dilated_third_stage = false;
    /// The last stage keeps its resolution and dilates its 3x3 convolutions instead (the "DC5" variant of DETR).
    bool dilated_last_stage = false;
};

/// Feature maps after each of the four stages.
std::array<TensorId, 4> residual_body(NetworkBuilder& builder, TensorId image, const ResidualBody& body);

} // namespace rigwright

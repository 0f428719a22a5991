// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network_builder.h"

#include <array>

namespace rigwright {

/// A stack of CLIP's transformer layers: norm first, quick GELU.
struct ClipTransformer {
    std::int64_t layers = 12;
    std::int64_t heads = 8;
    std::int64_t mlp_ratio = 4;
    bool fused = false;
};

/// The image tower that is a Vision Transformer: class token, one more norm in front.
struct ClipVision {
    ClipTransformer transformer;
    std::int64_t patch = 32;
    std::int64_t width = 768;
};

/// The image tower that is a ResNet-D: three convolutions in front, average pooling instead of strides, and attention
/// that pools the last map.
struct ClipResidual {
    std::array<std::int64_t, 4> stage_blocks{3, 4, 6, 3};
    std::int64_t width = 64;
    std::int64_t heads = 32;
    NormalizationMode normalization = NormalizationMode::train;
    bool fused = false;
};

/// The text tower.
struct ClipText {
    ClipTransformer transformer;
    std::int64_t width = 512;
    std::int64_t vocabulary = 49408;
    std::int64_t max_positions = 77;
};

// The towers of CLIP (Radford et al. 2021) as its authors build them. Each gives one sample's features: {1, embedding}.

TensorId clip_vision(NetworkBuilder& builder, TensorId image, const ClipVision& tower, std::int64_t embedding);
TensorId clip_residual(NetworkBuilder& builder, TensorId image, const ClipResidual& tower, std::int64_t embedding);
TensorId clip_text(NetworkBuilder& builder, TensorId tokens, const ClipText& tower, std::int64_t embedding);

} // namespace rigwright

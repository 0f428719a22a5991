// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network_builder.h"

#include <array>
#include <string>
#include <vector>

namespace rigwright {

/// The feature extractor of EMA-VFI (Zhang et al. 2023): three convolutional stages, then two of attention between the
/// windows of two frames, whose scores also carry how far content moved.
struct MotionFormer {
    static constexpr std::size_t stages = 5;
    static constexpr std::size_t convolutional_stages = 3;

    /// Width of the first stage; it doubles with each.
    std::int64_t width = 32;
    std::array<std::int64_t, stages> layers{2, 2, 2, 4, 4};
    std::int64_t head_width = 32;
    std::int64_t window = 7;
    std::int64_t mlp_ratio = 4;

    std::int64_t channels(std::size_t stage) const { return width << stage; }
    std::int64_t heads(std::size_t stage) const { return channels(stage) / head_width; }
    /// Channels that one layer of an attention stage says about motion.
    std::int64_t motion_channels(std::size_t stage) const { return channels(stage) / layers[stage]; }
};

/// What the extractor hands on: maps {channels, 2, height, width} of both frames.
struct FrameFeatures {
    std::array<TensorId, MotionFormer::stages> appearance{no_id, no_id, no_id, no_id, no_id};
    /// Of the attention stages only.
    std::array<TensorId, MotionFormer::stages> motion{no_id, no_id, no_id, no_id, no_id};
};

/// A convolution with bias and the PReLU behind it, called "`name`.0" and "`name`.1".
TensorId convolution_and_prelu(NetworkBuilder& builder, const std::string& name, TensorId x,
                               const NetworkBuilder::ConvolutionOptions& options);
TensorId prelu(NetworkBuilder& builder, const std::string& name, TensorId x);

/// `frames` is {channels, 2, height, width}.
FrameFeatures motion_former(NetworkBuilder& builder, const MotionFormer& net, TensorId frames);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zoo/motion_former.h"

#include <vector>

namespace rigwright {

/// The part of EMA-VFI behind its feature extractor: motion from coarse to fine, both frames of `images`
/// {2 x channels, height, width} warped to the time between them, and a refined blend. What the loss reads: the blend
/// of each of the two heads, then the refined frame.
std::vector<TensorId> interpolated_frames(NetworkBuilder& builder, const MotionFormer& net, std::int64_t flow_width,
                                          TensorId images, const FrameFeatures& features);

} // namespace rigwright

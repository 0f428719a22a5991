// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zoo/hierarchical_stages.h"

namespace rigwright {

/// What Swin Transformer (Liu et al. 2021) adds to the stages.
struct Swin {
    HierarchicalStages stages;
    /// Side of the patches that the image is cut into, of the windows in which tokens attend to each other.
    std::int64_t patch = 4;
    std::int64_t window = 7;
};

/// Swin as torchvision builds it: every second block's windows are shifted by half a window, four neighbours are merged
/// between stages. Attention is materialised, as its code has it. Gives the class scores of an image.
TensorId swin(NetworkBuilder& builder, TensorId image, const Swin& model);

} // namespace rigwright

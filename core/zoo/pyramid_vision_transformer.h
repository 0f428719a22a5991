// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zoo/hierarchical_stages.h"

namespace rigwright {

/// What Pyramid Vision Transformers add to the stages.
struct Pyramid {
    HierarchicalStages stages;
    /// Stride of the first patches; the later stages halve the map.
    std::int64_t patch = 4;
    /// The second version (Wang et al. 2022): overlapping patches and a depthwise convolution in place of learned
    /// positions, the mean of all tokens in place of the class token.
    bool second_version = false;
};

/// PVT (Wang et al. 2021) as its authors build it: keys and values come from a map that a strided convolution shrinks.
/// Gives the class scores of an image.
TensorId pyramid_vision_transformer(NetworkBuilder& builder, TensorId image, const Pyramid& model);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network_builder.h"

#include <array>

namespace rigwright {

/// One stage of a hierarchical vision transformer: blocks at one resolution and width.
struct HierarchicalStage {
    std::int64_t layers = 2;
    std::int64_t width = 96;
    std::int64_t heads = 3;
    std::int64_t d_ff = 384;
    /// Side of the squares of tokens that become one key and value (PVT; 1: none).
    std::int64_t reduction = 1;
};

/// What the architectures of the family have in common.
struct HierarchicalStages {
    std::array<HierarchicalStage, 4> stages;
    std::int64_t classes = 1000;
    double dropout = 0.0;
    double attention_dropout = 0.0;
    /// Probability that the last block leaves a sample's branch out; it grows from zero in the first block.
    double drop_path = 0.0;
    bool fused_attention = false;
};

} // namespace rigwright

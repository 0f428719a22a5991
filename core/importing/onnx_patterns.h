// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/importing/onnx_graph.h"

#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// Layers that exporters write as several nodes because the opset of the file has no operator for them. Read back as
/// one layer they keep what the framework's own layer keeps.
enum class Pattern {
    /// The node stands alone.
    none,
    /// Inside another node's pattern.
    part,
    layer_norm,
    group_norm,
    gelu,
    silu,
    quick_gelu,
    hardswish,
    /// Product with a matrix and sum with a vector.
    biased_linear,
};

/// What the last node of a pattern stands for.
struct FoundPattern {
    Pattern pattern = Pattern::none;
    std::string x;
    std::string weight;
    std::string bias;
    /// The node that names the layer.
    std::size_t first = 0;
    std::int64_t groups = 1;
    /// All nodes of the pattern, this one last.
    std::vector<std::size_t> parts = {};
};

/// One entry a node.
std::vector<FoundPattern> find_patterns(const OnnxGraph& graph);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/importing/onnx/onnx_graph.h"

#include <string>
#include <vector>

namespace rigwright {

/// Layers that exporters write as several nodes because the file's opset has no operator for them. Recombined into one
/// layer, they save the same tensors as the framework's layer.
enum class Pattern {
    /// Not part of a pattern.
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

/// The pattern that ends at a node.
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

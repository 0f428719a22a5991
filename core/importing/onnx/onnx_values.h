// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/importing/onnx/onnx_graph.h"
#include "core/network/network.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rigwright {

/// One extent of a tensor, or a whole number in a graph's arithmetic: `count`, times the batch if `batch`.
struct Extent {
    std::int64_t count = 0;
    bool batch = false;

    bool is(std::int64_t number) const { return !batch && count == number; }
    bool operator==(const Extent&) const = default;
};
using Extents = std::vector<Extent>;

/// Known facts about one value of a graph.
struct OnnxValue {
    /// The extents are known; otherwise everything else is invalid.
    bool known = false;
    Extents extents;
    OnnxType type = OnnxType::unknown;
    /// The numbers, if they are known and few: shapes, axes, factors.
    std::optional<std::vector<Extent>> integers;
    std::optional<std::vector<double>> reals;
    /// The stored tensor of this value, possibly transposed or sliced.
    const OnnxTensor* initializer = nullptr;
    TensorId tensor = no_id;
    /// The elements are not contiguous in memory.
    bool strided = false;

    bool has_numbers() const { return integers.has_value() || reals.has_value(); }
    int rank() const { return static_cast<int>(extents.size()); }
};

/// Maximum number of constant numbers in a graph; more are treated as data.
inline constexpr std::int64_t most_constant_numbers = 4096;
/// No machine can hold a tensor with more elements.
inline constexpr std::int64_t most_tensor_elements = 1'000'000'000'000'000;
inline constexpr std::int64_t longest_axis = std::int64_t{1} << 40;

/// A network with this many tensors stays below the size limit of scenario files.
inline constexpr std::size_t most_imported_tensors = 12'000;

/// Elements of one sample.
Count elements_of(const Extents& extents);
bool has_batch(const Extents& extents);
/// The shape of one sample: without the batch, leading axes merged if there are more than five.
Shape sample_shape(const Extents& extents);
/// `axis` counted from the front; nothing if there is none. `rank` axes and, with `one_more`, the position after them.
std::optional<std::size_t> axis_in(std::int64_t axis, int rank, bool one_more = false);

OnnxValue constant_of(const OnnxTensor& tensor);

/// The batch in a file: a name or, if it was exported with a fixed batch, this number.
struct BatchRule {
    std::optional<std::int64_t> number;

    /// The common extent of two broadcast extents.
    std::optional<Extent> together(const Extent& a, const Extent& b) const;
    std::optional<Extents> broadcast(const Extents& a, const Extents& b) const;
    /// The result extents of Reshape: -1 is derived, 0 copied unless `zero_is_zero`, and the file's batch number is
    /// recognized if the input has the batch.
    std::optional<Extents> reshaped(const Extents& from, const std::vector<Extent>& target, bool zero_is_zero) const;
};

/// The value of a node whose inputs are all numbers, or that reads a shape. Empty if unknown.
std::optional<OnnxValue> folded(const OnnxNode& node, const std::vector<const OnnxValue*>& inputs);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/importing/onnx/onnx_graph.h"
#include "core/network/network.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rigwright {

/// One extent of a tensor, or a whole number that a graph computes with: `count`, times the batch where `batch`.
struct Extent {
    std::int64_t count = 0;
    bool batch = false;

    bool is(std::int64_t number) const { return !batch && count == number; }
    bool operator==(const Extent&) const = default;
};
using Extents = std::vector<Extent>;

/// What is known about one value of a graph.
struct OnnxValue {
    /// The extents are known; everything else means nothing otherwise.
    bool known = false;
    Extents extents;
    OnnxType type = OnnxType::unknown;
    /// The numbers themselves, where they are known and few: shapes, axes, factors.
    std::optional<std::vector<Extent>> integers;
    std::optional<std::vector<double>> reals;
    /// The stored tensor that this is, perhaps turned or cut.
    const OnnxTensor* initializer = nullptr;
    TensorId tensor = no_id;
    /// The elements do not lie in order in memory.
    bool strided = false;

    bool has_numbers() const { return integers.has_value() || reals.has_value(); }
    int rank() const { return static_cast<int>(extents.size()); }
};

/// The numbers that a graph may hold as constants; more are treated as data.
inline constexpr std::int64_t most_constant_numbers = 4096;
/// Elements beyond this belong to no tensor that a machine could hold.
inline constexpr std::int64_t most_tensor_elements = 1'000'000'000'000'000;
inline constexpr std::int64_t longest_axis = std::int64_t{1} << 40;

/// Written out, a network of this many tensors stays below what scenario files may hold.
inline constexpr std::size_t most_imported_tensors = 12'000;

/// Elements of one sample.
Count elements_of(const Extents& extents);
bool has_batch(const Extents& extents);
/// The shape of one sample: the batch left out, leading axes put together where there are more than five.
Shape sample_shape(const Extents& extents);
/// `axis` counted from the front; nothing where there is none such. `rank` axes and, with `one_more`, the place behind.
std::optional<std::size_t> axis_in(std::int64_t axis, int rank, bool one_more = false);

OnnxValue constant_of(const OnnxTensor& tensor);

/// How a file's batch is written: as a name or, when it was exported with a fixed batch, as this number.
struct BatchRule {
    std::optional<std::int64_t> number;

    /// The extent that two of them have together when shapes are broadcast.
    std::optional<Extent> together(const Extent& a, const Extent& b) const;
    std::optional<Extents> broadcast(const Extents& a, const Extents& b) const;
    /// The extents that Reshape gives: -1 is derived, 0 copied unless `zero_is_zero`, and the file's batch number found
    /// again where the input has the batch.
    std::optional<Extents> reshaped(const Extents& from, const std::vector<Extent>& target, bool zero_is_zero) const;
};

/// The value of a node whose inputs are all numbers, or that asks for a shape. Nothing where it cannot be told.
std::optional<OnnxValue> folded(const OnnxNode& node, const std::vector<const OnnxValue*>& inputs);

} // namespace rigwright

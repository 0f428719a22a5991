// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/count.h"

#include <array>
#include <cstdint>
#include <initializer_list>

namespace rigwright {

/// The extents of one sample's tensor, outermost first, without the batch: {channels, height, width} for feature maps,
/// {tokens, width} for sequences. At most five extents.
class Shape {
public:
    static constexpr int max_rank = 5;

    constexpr Shape() = default;
    constexpr Shape(std::initializer_list<std::int64_t> extents)
    {
        for (const std::int64_t extent : extents) extents_[static_cast<std::size_t>(rank_++)] = extent;
    }

    constexpr int rank() const { return rank_; }
    /// Extent at `axis`; negative axes count from the innermost, -1 being the last.
    constexpr std::int64_t operator[](int axis) const { return extents_[index_of(axis)]; }
    constexpr void set(int axis, std::int64_t extent) { extents_[index_of(axis)] = extent; }
    constexpr Shape with(int axis, std::int64_t extent) const
    {
        Shape changed = *this;
        changed.set(axis, extent);
        return changed;
    }
    constexpr Count elements() const
    {
        Count product = 1;
        for (int axis = 0; axis < rank_; ++axis) product *= Count(extents_[static_cast<std::size_t>(axis)]);
        return product;
    }
    constexpr bool operator==(const Shape&) const = default;

private:
    constexpr std::size_t index_of(int axis) const { return static_cast<std::size_t>(axis < 0 ? rank_ + axis : axis); }

    std::array<std::int64_t, max_rank> extents_{};
    int rank_ = 0;
};

} // namespace rigwright

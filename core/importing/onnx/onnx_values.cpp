// SPDX-License-Identifier: Apache-2.0
#include "core/importing/onnx/onnx_values.h"

#include <algorithm>

namespace rigwright {

Count elements_of(const Extents& extents)
{
    Count product = 1;
    for (const Extent& extent : extents) product *= Count(extent.count);
    return product;
}

bool has_batch(const Extents& extents) { return std::ranges::any_of(extents, &Extent::batch); }

Shape sample_shape(const Extents& extents)
{
    std::vector<std::int64_t> left;
    for (const Extent& extent : extents)
        if (!extent.is(1) && !(extent.batch && extent.count == 1)) left.push_back(extent.count);
    // Axes of one element are kept if they do not raise the rank.
    std::vector<std::int64_t> all;
    for (const Extent& extent : extents)
        if (!(extent.batch && extent.count == 1)) all.push_back(extent.count);
    if (all.size() <= Shape::max_rank) left = std::move(all);
    while (left.size() > Shape::max_rank) {
        left[1] = (Count(left[0]) * Count(left[1])).value();
        left.erase(left.begin());
    }
    switch (left.size()) {
    case 0: return {1};
    case 1: return {left[0]};
    case 2: return {left[0], left[1]};
    case 3: return {left[0], left[1], left[2]};
    case 4: return {left[0], left[1], left[2], left[3]};
    default: return {left[0], left[1], left[2], left[3], left[4]};
    }
}

std::optional<std::size_t> axis_in(std::int64_t axis, int rank, bool one_more)
{
    const std::int64_t places = rank + (one_more ? 1 : 0);
    if (axis < 0) axis += places;
    if (axis < 0 || axis >= places) return std::nullopt;
    return static_cast<std::size_t>(axis);
}

OnnxValue constant_of(const OnnxTensor& tensor)
{
    OnnxValue value;
    value.known = true;
    value.type = tensor.type;
    for (const std::int64_t extent : tensor.extents) value.extents.push_back({extent, false});
    if (tensor.integers) {
        value.integers.emplace();
        for (const std::int64_t number : *tensor.integers) value.integers->push_back({number, false});
    }
    value.reals = tensor.reals;
    return value;
}

std::optional<Extent> BatchRule::together(const Extent& a, const Extent& b) const
{
    if (a == b || b.is(1)) return a;
    if (a.is(1)) return b;
    const auto same = [this](const Extent& batch, const Extent& plain) {
        return number && batch.batch && !plain.batch && Count(batch.count) * Count(*number) == Count(plain.count);
    };
    if (same(a, b)) return a;
    if (same(b, a)) return b;
    return std::nullopt;
}

std::optional<Extents> BatchRule::broadcast(const Extents& a, const Extents& b) const
{
    const Extents& longer = a.size() >= b.size() ? a : b;
    const Extents& shorter = a.size() >= b.size() ? b : a;
    Extents result = longer;
    const std::size_t offset = longer.size() - shorter.size();
    for (std::size_t i = 0; i < shorter.size(); ++i) {
        const auto extent = together(longer[offset + i], shorter[i]);
        if (!extent) return std::nullopt;
        result[offset + i] = *extent;
    }
    return result;
}

std::optional<Extents> BatchRule::reshaped(const Extents& from, const std::vector<Extent>& target,
                                           bool zero_is_zero) const
{
    Extents to;
    std::optional<std::size_t> open;
    const bool batched = has_batch(from);
    for (std::size_t i = 0; i < target.size(); ++i) {
        const Extent& asked = target[i];
        if (asked.is(0) && !zero_is_zero) {
            if (i >= from.size()) return std::nullopt;
            to.push_back(from[i]);
        } else if (asked.is(-1)) {
            if (open) return std::nullopt;
            open = i;
            to.push_back({1, false});
        } else if (i == 0 && batched && number && asked.is(*number)) {
            to.push_back({1, true});
        } else {
            to.push_back(asked);
        }
        if (to.back().count < 1) return std::nullopt;
    }
    const Count whole = elements_of(from);
    const Count given = elements_of(to);
    if (whole.is_out_of_range() || given.is_out_of_range()) return std::nullopt;
    if (open) {
        if (whole.value() % given.value() != 0) return std::nullopt;
        to[*open] = {whole.value() / given.value(), batched && !has_batch(to)};
    } else if (batched && !has_batch(to) && number && !to.empty() && to[0].count % *number == 0) {
        to[0] = {to[0].count / *number, true};
    }
    if (elements_of(to) != whole || has_batch(to) != batched) return std::nullopt;
    return to;
}

} // namespace rigwright

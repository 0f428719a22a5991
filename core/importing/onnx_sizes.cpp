// SPDX-License-Identifier: Apache-2.0
// What gives more or fewer elements than it reads: padding, repetition, resizing, filling.
#include "core/importing/onnx_lowering.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

bool OnnxLowering::pad(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    const auto pads = list(node, "pads", 1);
    if (!x.known || !pads || node.outputs.empty()) return false;
    for (std::size_t i = 1; i < 4; ++i) keep_as_buffer(in(node, i));
    std::vector<std::int64_t> axes = list(node, "axes", 3).value_or(std::vector<std::int64_t>{});
    if (axes.empty())
        for (std::int64_t axis = 0; axis < x.rank(); ++axis) axes.push_back(axis);
    if (pads->size() != 2 * axes.size()) return false;
    Extents extents = x.extents;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto axis = axis_in(axes[i], x.rank());
        const std::int64_t before = (*pads)[i];
        const std::int64_t after = (*pads)[axes.size() + i];
        constexpr std::int64_t far = std::int64_t{1} << 40;
        if (!axis || std::abs(before) > far || std::abs(after) > far) return false;
        if (extents[*axis].batch && (before != 0 || after != 0)) return false;
        extents[*axis].count += before + after;
    }
    if (extents == x.extents) return identity(node);
    return emit(node, Copy{}, {input_tensor(node, 0)}, extents, x.type);
}

bool OnnxLowering::tile(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    const OnnxValue& repeats = in(node, 1);
    if (!x.known || !repeats.integers || repeats.integers->size() != x.extents.size()) return false;
    keep_as_buffer(repeats);
    Extents extents = x.extents;
    for (std::size_t i = 0; i < extents.size(); ++i) {
        const Extent& times = (*repeats.integers)[i];
        if (times.count < 1 || (times.batch && extents[i].batch)) return false;
        extents[i] = {(Count(extents[i].count) * Count(times.count)).value(), extents[i].batch || times.batch};
    }
    return emit(node, Copy{}, {input_tensor(node, 0)}, extents, x.type);
}

bool OnnxLowering::resize(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    if (!x.known || x.rank() < 3) return false;
    for (std::size_t i = 1; i < 4; ++i) keep_as_buffer(in(node, i));
    Extents extents = x.extents;
    const auto sizes = in(node, 3).integers;
    // Scales moved from the attribute of Upsample to input 1, then to input 2 behind the region.
    const OnnxValue& scales = in(node, node.kind == "Resize" && node.inputs.size() > 2 ? 2 : 1);
    std::vector<double> factors = scales.reals.value_or(std::vector<double>{});
    if (const OnnxAttribute* given = node.attribute("scales")) factors = given->reals;
    for (std::size_t i = 1; i < extents.size(); ++i) {
        if (extents[i].batch) return false;
        if (sizes && sizes->size() == extents.size()) {
            extents[i] = (*sizes)[i];
        } else if (factors.size() == extents.size()) {
            const double size = std::floor(static_cast<double>(extents[i].count) * factors[i]);
            if (!(size >= 1.0 && size <= 1e9)) return false;
            extents[i] = {static_cast<std::int64_t>(size), false};
        } else {
            return false;
        }
    }
    const std::string_view mode = node.text("mode");
    Resize kind;
    kind.mode = mode.empty() || mode == "nearest" ? ResizeMode::nearest : ResizeMode::bilinear;
    return emit(node, kind, {input_tensor(node, 0)}, extents);
}

/// DepthToSpace and SpaceToDepth.
bool OnnxLowering::shuffle(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    const std::int64_t side = node.integer("blocksize", 0);
    if (!x.known || x.rank() != 4 || side < 1 || side > 65536) return false;
    Extents extents = x.extents;
    const bool to_space = node.kind == "DepthToSpace";
    for (std::size_t i = 1; i < 4; ++i) {
        const std::int64_t factor = i == 1 ? side * side : side;
        const bool grows = (i != 1) == to_space;
        if (extents[i].batch || (!grows && extents[i].count % factor != 0)) return false;
        extents[i].count = grows ? (Count(extents[i].count) * Count(factor)).value() : extents[i].count / factor;
    }
    return emit(node, Copy{}, {input_tensor(node, 0)}, extents);
}

bool OnnxLowering::same_shape_copy(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    if (!x.known) return false;
    for (std::size_t i = 1; i < node.inputs.size(); ++i) keep_as_buffer(in(node, i));
    return emit(node, Copy{}, {input_tensor(node, 0)}, x.extents, x.type);
}

bool OnnxLowering::constant_of_shape(const OnnxNode& node)
{
    const OnnxValue& shape = in(node, 0);
    if (!shape.integers || node.outputs.empty() || !sound(*shape.integers)) return false;
    const OnnxAttribute* given = node.attribute("value");
    OnnxValue value;
    value.known = true;
    value.extents = *shape.integers;
    value.type = given != nullptr && given->tensor ? given->tensor->type : OnnxType::real;
    value.tensor = new_tensor(value.extents, value.type);
    define(node.outputs.front(), std::move(value));
    return true;
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/importing/onnx/onnx_lowering.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

// Operators that change the shape, order or position of elements.
// Operators that change the number of elements: padding, repetition, resizing, filling.

namespace rigwright {

/// The same elements in the same order: a view if they are contiguous, otherwise a contiguous copy.
bool OnnxLowering::rearranged(const OnnxNode& node, const OnnxValue& x, const Extents& extents)
{
    if (node.outputs.empty()) return false;
    if (x.strided && x.initializer == nullptr) return emit(node, Copy{}, {tensor_of(x)}, extents, x.type);
    return view(node, node.outputs.front(), x, extents, false);
}

bool OnnxLowering::reshape(const OnnxNode& node)
{
    OnnxValue x = in(node, 0);
    const OnnxValue& target = in(node, 1);
    if (!x.known || !target.integers) return false;
    keep_as_buffer(target);
    const auto extents = batch_.reshaped(x.extents, *target.integers, node.integer("allowzero", 0) != 0);
    return extents && rearranged(node, x, *extents);
}

bool OnnxLowering::flatten(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    const auto axis = x.known ? axis_in(node.integer("axis", 1), x.rank(), true) : std::nullopt;
    if (!axis) return false;
    const auto middle = x.extents.begin() + static_cast<std::ptrdiff_t>(*axis);
    const Extents front(x.extents.begin(), middle);
    const Extents back(middle, x.extents.end());
    return rearranged(node, x,
                      {{elements_of(front).value(), has_batch(front)}, {elements_of(back).value(), has_batch(back)}});
}

bool OnnxLowering::squeeze(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    if (!x.known || node.outputs.empty() || (has_input(node, 1) && !in(node, 1).integers)) return false;
    keep_as_buffer(in(node, 1));
    const auto axes = list(node, "axes", 1);
    std::vector<bool> gone(x.extents.size());
    if (axes) {
        for (const std::int64_t axis : *axes) {
            const auto place = axis_in(axis, x.rank());
            if (!place || !x.extents[*place].is(1)) return false;
            gone[*place] = true;
        }
    } else {
        for (std::size_t i = 0; i < gone.size(); ++i) gone[i] = x.extents[i].is(1);
    }
    Extents extents;
    for (std::size_t i = 0; i < gone.size(); ++i)
        if (!gone[i]) extents.push_back(x.extents[i]);
    return view(node, node.outputs.front(), x, extents, x.strided);
}

bool OnnxLowering::unsqueeze(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    const auto axes = list(node, "axes", 1);
    if (!x.known || !axes || node.outputs.empty() || axes->size() > 8) return false;
    keep_as_buffer(in(node, 1));
    const int rank = x.rank() + static_cast<int>(axes->size());
    std::vector<bool> added(static_cast<std::size_t>(rank));
    for (const std::int64_t axis : *axes) {
        const auto place = axis_in(axis, rank);
        if (!place || added[*place]) return false;
        added[*place] = true;
    }
    Extents extents;
    std::size_t next = 0;
    for (const bool one : added) extents.push_back(one ? Extent{1, false} : x.extents[next++]);
    return view(node, node.outputs.front(), x, extents, x.strided);
}

bool OnnxLowering::transpose(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    if (!x.known || node.outputs.empty()) return false;
    std::vector<std::int64_t> order = node.integers("perm");
    if (order.empty())
        for (std::int64_t axis = x.rank() - 1; axis >= 0; --axis) order.push_back(axis);
    if (order.size() != x.extents.size()) return false;
    std::vector<bool> used(order.size());
    Extents extents;
    std::vector<std::size_t> moved;
    for (const std::int64_t axis : order) {
        const auto place = axis_in(axis, x.rank());
        if (!place || used[*place]) return false;
        used[*place] = true;
        extents.push_back(x.extents[*place]);
        if (!x.extents[*place].is(1)) moved.push_back(*place);
    }
    const bool in_order = std::ranges::is_sorted(moved);
    return view(node, node.outputs.front(), x, extents, x.strided || !in_order);
}

bool OnnxLowering::identity(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    if (!x.known || node.outputs.empty()) return false;
    define(node.outputs.front(), x);
    return true;
}

bool OnnxLowering::cast(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    const std::int64_t to = node.integer("to", 0);
    const bool real = to == 1 || to == 10 || to == 11 || to == 16;
    const OnnxType type = real ? OnnxType::real : to == 9 ? OnnxType::truth : OnnxType::integer;
    if (!x.known || node.outputs.empty()) return false;
    // The scenario chooses the formats, so a change between real formats has no effect.
    if (type == x.type) return identity(node);
    return emit(node, Copy{}, {input_tensor(node, 0)}, x.extents, type);
}

bool OnnxLowering::expand(const OnnxNode& node)
{
    OnnxValue x = in(node, 0);
    const OnnxValue& target = in(node, 1);
    if (!x.known || !target.integers || node.outputs.empty()) return false;
    keep_as_buffer(target);
    Extents asked = *target.integers;
    for (Extent& extent : asked)
        if (extent.is(-1)) extent = {1, false};
    const auto extents = batch_.broadcast(x.extents, asked);
    if (!extents) return false;
    if (*extents == x.extents) return identity(node);
    // Expanded parameters are tensors from here on.
    if (x.tensor == no_id) x.tensor = input_tensor(node, 0);
    return view(node, node.outputs.front(), x, *extents, true);
}

bool OnnxLowering::concatenate(const OnnxNode& node)
{
    if (node.inputs.empty() || !in(node, 0).known) return false;
    Extents extents = in(node, 0).extents;
    const auto axis = axis_in(node.integer("axis", 0), static_cast<int>(extents.size()));
    if (!axis) return false;
    Count length = 0;
    std::vector<TensorId> inputs;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const OnnxValue& part = in(node, i);
        if (!part.known || part.extents.size() != extents.size() || part.extents[*axis].batch) return false;
        for (std::size_t k = 0; k < extents.size(); ++k) {
            if (k == *axis) continue;
            const auto extent = batch_.together(extents[k], part.extents[k]);
            if (!extent) return false;
            extents[k] = *extent;
        }
        length += Count(part.extents[*axis].count);
        inputs.push_back(input_tensor(node, i));
    }
    extents[*axis] = {length.value(), false};
    return emit(node, Concatenate{}, inputs, extents, in(node, 0).type);
}

bool OnnxLowering::split(const OnnxNode& node)
{
    OnnxValue x = in(node, 0);
    const auto axis = x.known ? axis_in(node.integer("axis", 0), x.rank()) : std::nullopt;
    if (!axis || node.outputs.empty() || x.extents[*axis].batch) return false;
    if (has_input(node, 1) && !in(node, 1).integers) return false;
    keep_as_buffer(in(node, 1));
    const auto parts = static_cast<std::int64_t>(node.outputs.size());
    const std::int64_t whole = x.extents[*axis].count;
    std::vector<std::int64_t> sizes = list(node, "split", 1).value_or(std::vector<std::int64_t>{});
    if (sizes.empty()) {
        const std::int64_t each = (whole + parts - 1) / parts;
        for (std::int64_t i = 0; i < parts; ++i) sizes.push_back(std::min(each, whole - i * each));
    }
    const bool positive = std::ranges::all_of(sizes, [](std::int64_t size) { return size >= 1; });
    if (sizes.size() != node.outputs.size() || !positive ||
        std::accumulate(sizes.begin(), sizes.end(), Count(0), [](Count a, std::int64_t b) { return a + Count(b); }) !=
            Count(whole))
        return false;
    x.tensor = input_tensor(node, 0);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        Extents extents = x.extents;
        extents[*axis].count = sizes[i];
        if (!view(node, node.outputs[i], x, extents, true)) return false;
    }
    return true;
}

bool OnnxLowering::slice(const OnnxNode& node)
{
    OnnxValue x = in(node, 0);
    const auto starts = list(node, "starts", 1);
    const auto ends = list(node, "ends", 2);
    if (!x.known || node.outputs.empty() || !starts || !ends || starts->size() != ends->size()) return false;
    std::vector<std::int64_t> axes = list(node, "axes", 3).value_or(std::vector<std::int64_t>{});
    std::vector<std::int64_t> steps = list(node, "steps", 4).value_or(std::vector<std::int64_t>{});
    for (std::size_t i = 1; i < 5; ++i) keep_as_buffer(in(node, i));
    if (axes.empty())
        for (std::size_t i = 0; i < starts->size(); ++i) axes.push_back(static_cast<std::int64_t>(i));
    if (steps.empty()) steps.assign(axes.size(), 1);
    if (axes.size() != starts->size() || steps.size() != axes.size()) return false;
    Extents extents = x.extents;
    bool backward = false;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto axis = axis_in(axes[i], x.rank());
        constexpr std::int64_t far = std::int64_t{1} << 50;
        const std::int64_t step = std::clamp(steps[i], -far, far);
        if (!axis || step == 0) return false;
        if (x.extents[*axis].batch) {
            // The whole batch, or an end that is unknown for one sample.
            const std::int64_t whole = batch_.number.value_or(std::numeric_limits<std::int32_t>::max());
            if ((*starts)[i] != 0 || step != 1 || (*ends)[i] < whole) return false;
            continue;
        }
        const std::int64_t size = x.extents[*axis].count;
        const auto place = [&](std::int64_t at, std::int64_t lowest, std::int64_t highest) {
            at = std::clamp(at, -far, far);
            return std::clamp(at < 0 ? at + size : at, lowest, highest);
        };
        const std::int64_t first = step > 0 ? place((*starts)[i], 0, size) : place((*starts)[i], 0, size - 1);
        // An end far before the start means the start.
        const std::int64_t end = (*ends)[i];
        const std::int64_t last = step > 0 ? place(end, 0, size) : end < -size ? -1 : place(end, -1, size - 1);
        const std::int64_t length = step > 0 ? (last - first + step - 1) / step : (first - last - step - 1) / -step;
        if (length < 1) return false;
        extents[*axis].count = length;
        backward = backward || step < 0;
    }
    x.tensor = input_tensor(node, 0);
    if (extents == x.extents) return view(node, node.outputs.front(), x, extents, x.strided);
    if (backward) return emit(node, Copy{}, {x.tensor}, extents, x.type);
    return view(node, node.outputs.front(), x, extents, true);
}

bool OnnxLowering::gather(const OnnxNode& node)
{
    OnnxValue data = in(node, 0);
    const OnnxValue indices = in(node, 1);
    const auto axis = data.known ? axis_in(node.integer("axis", 0), data.rank()) : std::nullopt;
    if (!axis || !indices.known || node.outputs.empty()) return false;
    if (data.extents[*axis].batch) return false;
    const auto place = data.extents.begin() + static_cast<std::ptrdiff_t>(*axis);
    Extents extents(data.extents.begin(), place);
    extents.insert(extents.end(), indices.extents.begin(), indices.extents.end());
    extents.insert(extents.end(), place + 1, data.extents.end());
    const bool constant = indices.has_numbers() || indices.initializer != nullptr;
    if (constant) keep_as_buffer(indices);
    if (is_parameter(data) && data.tensor == no_id && *axis == 0 && indices.rank() > 0) {
        const ParameterId table = parameter_of(data, false);
        if (!emit(node, Embedding{}, {input_tensor(node, 1)}, extents)) return false;
        last().parameters[0] = table;
        return true;
    }
    data.tensor = input_tensor(node, 0);
    // One position along an axis is a view; looked-up positions are copied.
    if (constant && indices.rank() == 0) return view(node, node.outputs.front(), data, extents, true);
    std::vector<TensorId> inputs{data.tensor};
    if (!constant) inputs.push_back(input_tensor(node, 1));
    return emit(node, Copy{}, inputs, extents, data.type);
}

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
    // Scales moved from the attribute of Upsample to input 1, then to input 2 after the region.
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
    const Resize kind{mode.empty() || mode == "nearest" ? ResizeMode::nearest : ResizeMode::bilinear};
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

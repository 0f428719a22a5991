// SPDX-License-Identifier: Apache-2.0
// What one sample of a graph is.
#include "core/importing/onnx_lowering.h"

namespace rigwright {

void OnnxLowering::read_inputs()
{
    bool samples = false;
    for (const OnnxValueInfo& info : graph_.inputs) {
        if (values_.find(info.name) != values_.end()) continue;
        samples = read_input(info) || samples;
        if (!reading_.issues.empty()) return;
    }
    if (!samples) reading_.issues.push_back({"graph.input", "no-input", "", "a tensor with a batch axis"});
}

/// True for an input whose first axis is the batch.
bool OnnxLowering::read_input(const OnnxValueInfo& info)
{
    if (!info.extents) {
        reading_.issues.push_back({"graph.input " + info.name, "open-dimension", "all", "a declared shape"});
        return false;
    }
    if (!info.extents->empty() && batch_name_.empty() && !batch_.number) {
        const OnnxExtent& first = info.extents->front();
        if (first.number && *first.number > 0)
            batch_.number = first.number;
        else
            batch_name_ = first.name.empty() ? "?" : first.name;
    }
    OnnxValue value;
    for (std::size_t axis = 0; axis < info.extents->size(); ++axis) {
        const auto extent = extent_of(info, axis);
        if (!extent) return false;
        value.extents.push_back(*extent);
    }
    if (!sound(value.extents)) {
        reading_.issues.push_back({"graph.input " + info.name, "out-of-range", "extents", "1 to 10^15 elements"});
        return false;
    }
    value.known = true;
    value.type = info.type;
    value.tensor = new_tensor(value.extents, value.type);
    note_input(info, value.extents);
    const bool samples = has_batch(value.extents);
    define(info.name, std::move(value));
    return samples;
}

std::optional<Extent> OnnxLowering::extent_of(const OnnxValueInfo& info, std::size_t axis)
{
    const OnnxExtent& extent = (*info.extents)[axis];
    const bool number = extent.number && *extent.number > 0;
    if (axis == 0 && (!number || (batch_.number && extent.number == batch_.number))) return Extent{1, true};
    if (number) return Extent{*extent.number, false};
    if (!extent.name.empty() && extent.name == batch_name_) return Extent{1, true};
    const auto seen = named_extents_.find(extent.name);
    if (!extent.name.empty() && seen != named_extents_.end()) return Extent{seen->second, false};
    const auto given = open_extent(info, axis);
    if (given) {
        if (!extent.name.empty()) named_extents_.emplace(extent.name, *given);
        return Extent{*given, false};
    }
    const bool image = info.extents->size() == 4;
    const char* expected = !image      ? "sequence_length"
                           : axis == 1 ? "channels"
                           : axis == 2 ? "image_height"
                                       : "image_width";
    reading_.issues.push_back({"graph.input " + info.name + "[" + std::to_string(axis) + "]", "open-dimension",
                               extent.name.empty() ? "?" : extent.name, expected});
    return std::nullopt;
}

/// What the person says about an extent that the file leaves open.
std::optional<std::int64_t> OnnxLowering::open_extent(const OnnxValueInfo& info, std::size_t axis) const
{
    if (info.extents->size() == 4) {
        if (axis == 1) return given_.channels;
        return axis == 2 ? given_.image_height : given_.image_width;
    }
    const bool target = info.name.starts_with("decoder") || info.name.starts_with("target");
    return target && given_.target_sequence_length ? given_.target_sequence_length : given_.sequence_length;
}

/// The first image and the first sequence say what one sample is.
void OnnxLowering::note_input(const OnnxValueInfo& info, const Extents& extents)
{
    ModelInput& input = reading_.imported.input;
    const auto fits = [&](std::size_t axis, std::int64_t largest) {
        return !extents[axis].batch && extents[axis].count <= largest;
    };
    if (extents.size() == 4 && info.type == OnnxType::real && !input.image_height) {
        if (!fits(1, most_channels) || !fits(2, largest_side) || !fits(3, largest_side)) return;
        input.channels = extents[1].count;
        input.image_height = extents[2].count;
        input.image_width = extents[3].count;
    } else if ((extents.size() == 2 && info.type == OnnxType::integer) || extents.size() == 3) {
        if (!fits(1, longest_sequence)) return;
        if (!input.sequence_length)
            input.sequence_length = extents[1].count;
        else if (info.name.starts_with("decoder_input") && !input.target_sequence_length)
            input.target_sequence_length = extents[1].count;
    }
}

} // namespace rigwright

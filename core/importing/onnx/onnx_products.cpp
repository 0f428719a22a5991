// SPDX-License-Identifier: Apache-2.0
#include "core/importing/onnx/onnx_lowering.h"

#include <algorithm>
#include <map>

// Convolutions, linear layers and products of activations; the inputs of a graph; the network after all nodes.

namespace rigwright {

namespace {

constexpr std::int64_t largest_window = 1'000'000;

/// One entry per axis, from a list that may be absent.
bool fill(std::vector<std::int64_t>& list, std::size_t axes, std::int64_t standard, std::int64_t lowest)
{
    if (list.empty()) list.assign(axes, standard);
    const auto fits = [lowest](std::int64_t value) { return value >= lowest && value <= largest_window; };
    return list.size() == axes && std::ranges::all_of(list, fits);
}

} // namespace

std::array<std::int64_t, 3> OnnxLowering::triple(const std::vector<std::int64_t>& extents)
{
    std::array<std::int64_t, 3> three{1, 1, 1};
    for (std::size_t i = 0; i < std::min<std::size_t>(extents.size(), 3); ++i)
        three[3 - extents.size() + i] = extents[i];
    return three;
}

std::optional<OnnxLowering::Window> OnnxLowering::window(const OnnxNode& node, const OnnxValue& x,
                                                         std::vector<std::int64_t> kernel) const
{
    if (!x.known || x.rank() < 3 || x.rank() > 5) return std::nullopt;
    for (std::size_t axis = 1; axis < x.extents.size(); ++axis)
        if (x.extents[axis].batch) return std::nullopt;
    const std::size_t axes = x.extents.size() - 2;
    Window window{std::move(kernel), node.integers("strides"), node.integers("dilations"), {}, {}};
    std::vector<std::int64_t> pads = node.integers("pads");
    if (!fill(window.kernel, axes, 0, 1) || !fill(window.stride, axes, 1, 1) || !fill(window.dilation, axes, 1, 1) ||
        !fill(pads, 2 * axes, 0, 0))
        return std::nullopt;
    window.before.assign(pads.begin(), pads.begin() + static_cast<std::ptrdiff_t>(axes));
    window.after.assign(pads.begin() + static_cast<std::ptrdiff_t>(axes), pads.end());
    return window;
}

/// The window of a convolution's stored weight.
std::optional<OnnxLowering::Window> OnnxLowering::window_of_weight(const OnnxNode& node)
{
    const OnnxValue& x = in(node, 0);
    const OnnxValue& weight = in(node, 1);
    if (!x.known || !is_stored(weight) || weight.rank() != x.rank()) return std::nullopt;
    std::vector<std::int64_t> kernel;
    for (std::size_t i = 2; i < weight.extents.size(); ++i) kernel.push_back(weight.extents[i].count);
    return window(node, x, std::move(kernel));
}

/// An operator of the first input with the second as its weight and, if stored, the third as its bias.
bool OnnxLowering::emit_with_weight(const OnnxNode& node, const OperatorKind& kind, const Extents& extents)
{
    if (!emit(node, kind, {input_tensor(node, 0)}, extents)) return false;
    last().parameters[0] = parameter_of(in(node, 1), true);
    if (is_stored(in(node, 2))) last().parameters[1] = parameter_of(in(node, 2), true);
    return true;
}

/// Extents after a sliding window over the spatial axes; the channels stay.
std::optional<Extents> OnnxLowering::slid(const OnnxNode& node, const OnnxValue& x, const Window& w) const
{
    const bool round_up = node.integer("ceil_mode", 0) != 0;
    const std::string_view automatic = node.text("auto_pad");
    const bool same = automatic == "SAME_UPPER" || automatic == "SAME_LOWER";
    Extents extents = x.extents;
    for (std::size_t i = 0; i < w.kernel.size(); ++i) {
        const std::int64_t size = x.extents[i + 2].count;
        const std::int64_t span = w.dilation[i] * (w.kernel[i] - 1) + 1;
        if (same) {
            extents[i + 2].count = (size + w.stride[i] - 1) / w.stride[i];
            continue;
        }
        const std::int64_t room = size + w.before[i] + w.after[i] - span;
        if (room < 0) return std::nullopt;
        std::int64_t steps = room / w.stride[i];
        const bool more = round_up && room % w.stride[i] != 0;
        // As in PyTorch, a window that would start in the padding after the end is left out.
        if (more && (steps + 1) * w.stride[i] < size + w.before[i]) ++steps;
        extents[i + 2].count = steps + 1;
    }
    return extents;
}

bool OnnxLowering::convolution(const OnnxNode& node)
{
    const OnnxValue& x = in(node, 0);
    const OnnxValue& weight = in(node, 1);
    const auto w = window_of_weight(node);
    const std::int64_t groups = node.integer("group", 1);
    const std::int64_t channels = x.rank() > 1 ? x.extents[1].count : 0;
    if (!w || groups < 1 || channels % groups != 0 || channels / groups != weight.extents[1].count) return false;
    auto extents = slid(node, x, *w);
    if (!extents || weight.extents[0].count % groups != 0) return false;
    (*extents)[1] = weight.extents[0];
    return emit_with_weight(
        node, Convolution{triple(w->kernel), triple(w->stride), channels, weight.extents[0].count, groups}, *extents);
}

bool OnnxLowering::transposed_convolution(const OnnxNode& node)
{
    const OnnxValue& x = in(node, 0);
    const OnnxValue& weight = in(node, 1);
    const auto w = window_of_weight(node);
    const std::int64_t groups = node.integer("group", 1);
    if (!w || groups < 1 || groups > largest_window || x.extents[1] != weight.extents[0] ||
        weight.extents[0].count % groups != 0)
        return false;
    const std::vector<std::int64_t> sizes = node.integers("output_shape");
    std::vector<std::int64_t> extra = node.integers("output_padding");
    if (!fill(extra, w->kernel.size(), 0, 0)) return false;
    const bool same = node.text("auto_pad").starts_with("SAME");
    Extents extents = x.extents;
    extents[1].count = (Count(weight.extents[1].count) * Count(groups)).value();
    for (std::size_t i = 0; i < w->kernel.size(); ++i) {
        const std::int64_t size = x.extents[i + 2].count;
        const std::int64_t span = w->dilation[i] * (w->kernel[i] - 1) + 1;
        std::int64_t& out = extents[i + 2].count;
        out = same ? size * w->stride[i] : w->stride[i] * (size - 1) + extra[i] + span - w->before[i] - w->after[i];
        if (sizes.size() == w->kernel.size()) out = sizes[i];
    }
    const Convolution c{triple(w->kernel),  triple(w->stride), x.extents[1].count, extents[1].count, groups,
                        /*transposed=*/true};
    return emit_with_weight(node, c, extents);
}

bool OnnxLowering::linear(const OnnxNode& node, const OnnxValue& x, const OnnxValue& weight, std::int64_t in_features,
                          std::int64_t out_features)
{
    if (x.extents.empty() || x.extents.back() != Extent{in_features, false}) return false;
    Extents extents = x.extents;
    extents.back() = {out_features, false};
    const Linear kind{in_features, out_features};
    const ParameterId id = parameter_of(weight, true);
    if (!emit(node, kind, {tensor_of(x)}, extents)) return false;
    last().parameters[0] = id;
    return true;
}

bool OnnxLowering::gemm(const OnnxNode& node)
{
    OnnxValue x = in(node, 0);
    const OnnxValue weight = in(node, 1);
    if (!x.known || !weight.known || x.rank() != 2 || weight.rank() != 2 || node.integer("transA", 0) != 0)
        return false;
    const bool turned = node.integer("transB", 0) != 0;
    const Extent depth = weight.extents[turned ? 1 : 0];
    const Extent columns = weight.extents[turned ? 0 : 1];
    if (x.extents[1] != depth || depth.batch || columns.batch) return false;
    if (!is_stored(weight)) return false;
    x.tensor = input_tensor(node, 0);
    if (!linear(node, x, weight, depth.count, columns.count)) return false;
    if (is_stored(in(node, 2))) last().parameters[1] = parameter_of(in(node, 2), true);
    return true;
}

TensorId OnnxLowering::in_order(const OnnxNode& node, const OnnxValue& value)
{
    const TensorId source = tensor_of(value);
    if (!value.strided || value.rank() < 4) return source;
    Copy copy;
    // A single sample has no axis before its heads that would have to be merged.
    copy.view_at_batch_one = value.extents.front() == Extent{1, true};
    if (!emit_to("", name_of(node) + ".copy", copy, {source}, value.extents, value.type)) return source;
    return last().output;
}

bool OnnxLowering::matrix_product(const OnnxNode& node)
{
    OnnxValue a = in(node, 0);
    OnnxValue b = in(node, 1);
    if (!a.known || !b.known || a.rank() < 1 || b.rank() < 1) return false;
    if (is_stored(b) && b.tensor == no_id && b.rank() == 2 && !is_parameter(a)) {
        a.tensor = input_tensor(node, 0);
        return linear(node, a, b, b.extents[0].count, b.extents[1].count);
    }
    const bool row = a.rank() == 1;
    const bool column = b.rank() == 1;
    if (row) a.extents.insert(a.extents.begin(), {1, false});
    if (column) b.extents.push_back({1, false});
    const Extents a_groups(a.extents.begin(), a.extents.end() - 2);
    const Extents b_groups(b.extents.begin(), b.extents.end() - 2);
    const auto groups = batch_.broadcast(a_groups, b_groups);
    const Extent depth = a.extents.back();
    const Extent rows = a.extents[a.extents.size() - 2];
    const Extent columns = b.extents.back();
    if (!groups || depth != b.extents[b.extents.size() - 2] || depth.batch) return false;
    const MatrixProduct product{
        .groups = elements_of(*groups).value(), .rows = rows.count, .columns = columns.count, .depth = depth.count};
    Extents extents = *groups;
    if (!row) extents.push_back(rows);
    if (!column) extents.push_back(columns);
    if (!sound(extents)) return false;
    a.tensor = input_tensor(node, 0);
    b.tensor = input_tensor(node, 1);
    const TensorId first = in_order(node, a);
    return emit(node, product, {first, in_order(node, b)}, extents);
}

/// "bhid,bhjd->bhij": two operands, every letter once in each, no dots.
bool OnnxLowering::einsum(const OnnxNode& node)
{
    std::string equation(node.text("equation"));
    std::erase(equation, ' ');
    const std::size_t comma = equation.find(',');
    const std::size_t arrow = equation.find("->");
    OnnxValue a = in(node, 0);
    OnnxValue b = in(node, 1);
    if (comma == std::string::npos || arrow == std::string::npos || arrow < comma || node.inputs.size() != 2)
        return false;
    const std::string left = equation.substr(0, comma);
    const std::string right = equation.substr(comma + 1, arrow - comma - 1);
    const std::string result = equation.substr(arrow + 2);
    if (!a.known || !b.known || left.size() != a.extents.size() || right.size() != b.extents.size()) return false;
    MatrixProduct product;
    product.rows = product.columns = product.depth = 1;
    Count rows = 1, columns = 1, depth = 1, groups = 1;
    Extents extents;
    for (const char letter : result) {
        const std::size_t i = left.find(letter);
        const std::size_t j = right.find(letter);
        if (i == std::string::npos && j == std::string::npos) return false;
        const Extent extent = i != std::string::npos ? a.extents[i] : b.extents[j];
        if (i != std::string::npos && j != std::string::npos && a.extents[i] != b.extents[j]) return false;
        (i != std::string::npos && j != std::string::npos ? groups
         : i != std::string::npos                         ? rows
                                                          : columns) *= Count(extent.count);
        extents.push_back(extent);
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (left.find(left[i]) != i) return false;
        const std::size_t j = right.find(left[i]);
        if (result.find(left[i]) != std::string::npos) continue;
        if (j == std::string::npos || a.extents[i] != b.extents[j] || a.extents[i].batch) return false;
        depth *= Count(a.extents[i].count);
    }
    for (const char letter : right)
        if (left.find(letter) == std::string::npos && result.find(letter) == std::string::npos) return false;
    if (!sound(extents)) return false;
    product.groups = groups.value();
    product.rows = rows.value();
    product.columns = columns.value();
    product.depth = depth.value();
    const TensorId first = input_tensor(node, 0);
    return emit(node, product, {first, input_tensor(node, 1)}, extents);
}

void OnnxLowering::read_inputs()
{
    bool samples = false;
    for (const OnnxValueInfo& info : graph_.inputs) {
        if (values_.find(info.name) != values_.end()) continue;
        samples = read_input(info) || samples;
        // All open sizes are reported.
        if (!reading_.issues.empty() && reading_.issues.back().code != "open-dimension") return;
    }
    if (!samples && reading_.issues.empty())
        reading_.issues.push_back({"graph.input", "no-input", "", "a tensor with a batch axis"});
}

/// True for an input whose first axis is the batch.
bool OnnxLowering::read_input(const OnnxValueInfo& info)
{
    if (!info.extents) {
        report_open("graph.input " + info.name, "all", "a declared shape");
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
    for (std::size_t axis = 0; axis < info.extents->size(); ++axis) value.extents.push_back(extent_of(info, axis));
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

namespace {

/// A source of an extent that a graph leaves open: its name in a scenario's input, and its value.
struct OpenExtent {
    std::string_view name;
    std::optional<std::int64_t> given;
};

OpenExtent open_extent(const OnnxValueInfo& info, std::size_t axis, const ModelInput& given)
{
    if (info.extents->size() == 4) {
        if (axis == 1) return {"channels", given.channels};
        if (axis == 2) return {"image_height", given.image_height};
        return {"image_width", given.image_width};
    }
    const bool target = info.name.starts_with("decoder") || info.name.starts_with("target");
    if (!target) return {"sequence_length", given.sequence_length};
    return {"target_sequence_length",
            given.target_sequence_length ? given.target_sequence_length : given.sequence_length};
}

} // namespace

Extent OnnxLowering::extent_of(const OnnxValueInfo& info, std::size_t axis)
{
    const OnnxExtent& extent = (*info.extents)[axis];
    const bool number = extent.number && *extent.number > 0;
    if (axis == 0 && (!number || (batch_.number && extent.number == batch_.number))) return {1, true};
    if (number) return {*extent.number, false};
    if (!extent.name.empty() && extent.name == batch_name_) return {1, true};
    const auto seen = named_extents_.find(extent.name);
    if (!extent.name.empty() && seen != named_extents_.end()) return {seen->second, false};
    const OpenExtent open = open_extent(info, axis, given_);
    if (!open.given)
        report_open("graph.input " + info.name + "[" + std::to_string(axis) + "]",
                    extent.name.empty() ? "?" : extent.name, open.name);
    const std::int64_t count = open.given.value_or(1);
    if (!extent.name.empty()) named_extents_.emplace(extent.name, count);
    return {count, false};
}

void OnnxLowering::report_open(std::string place, std::string found, std::string_view expected)
{
    if (std::ranges::find(reading_.issues, expected, &JsonIssue::expected) != reading_.issues.end()) return;
    reading_.issues.push_back({std::move(place), "open-dimension", std::move(found), std::string(expected)});
}

/// The first image and the first sequence define one sample.
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

void OnnxLowering::finish()
{
    ImportedNetwork& imported = reading_.imported;
    if (network_.operators.empty()) {
        reading_.issues.push_back(
            {"graph.node", "nothing-counted",
             imported.coverage.unknown.empty() ? graph_.nodes.front().kind : imported.coverage.unknown.front(), ""});
        return;
    }
    if (network_.tensors.size() > most_imported_tensors) {
        reading_.issues.push_back({"graph.node", "too-large", "more than " + std::to_string(most_imported_tensors),
                                   std::to_string(most_imported_tensors) + " tensors"});
        return;
    }
    mark_attention();
    for (const OnnxValueInfo& info : graph_.outputs) {
        const auto found = values_.find(info.name);
        if (found != values_.end() && found->second.tensor != no_id) network_.outputs.push_back(found->second.tensor);
    }
    std::map<std::string, StoredFormat> formats;
    Count all = 0;
    for (const OnnxTensor& tensor : graph_.initializers) {
        OnnxValue value = constant_of(tensor);
        StoredFormat& format = formats[tensor.format];
        ++format.tensors;
        const Count elements = elements_of(value.extents);
        all += elements;
        // Values that no operator reads were not checked before.
        if (all > Count(most_tensor_elements)) {
            reading_.issues.push_back(
                {"graph.initializer " + tensor.name, "out-of-range", "extents", "0 to 10^15 elements"});
            return;
        }
        format.elements += elements.value();
        // If a part is missing, it reads the arrays that nothing else reads.
        value.initializer = &tensor;
        if (!imported.coverage.whole() && is_parameter(value) && !buffers_.contains(&tensor))
            parameter_of(value, false);
        if (parameters_.find(&tensor) != parameters_.end()) continue;
        reading_.buffers.push_back(tensor.name);
        if (!tensor.integers) network_.buffer_elements += elements;
    }
    for (auto& [word, format] : formats) {
        format.format = word;
        imported.formats.push_back(format);
    }
    Block block;
    block.last = network_.operators.size();
    network_.blocks.push_back(block);
    imported.network = std::move(network_);
}

void OnnxLowering::mark_attention()
{
    std::vector<std::size_t> writer(network_.tensors.size(), network_.operators.size());
    for (std::size_t i = 0; i < network_.operators.size(); ++i)
        writer[static_cast<std::size_t>(network_.operators[i].output)] = i;
    const auto back_from = [&](TensorId id) {
        // Scaling, masks, dropout and conversions occur between the products and the softmax.
        for (int steps = 0; steps < 16 && id != no_id; ++steps) {
            const std::size_t op = writer[static_cast<std::size_t>(id)];
            if (op == network_.operators.size()) return op;
            const OperatorKind& kind = network_.operators[op].kind;
            const bool between = std::holds_alternative<Scale>(kind) || std::holds_alternative<Binary>(kind) ||
                                 std::holds_alternative<MaskedFill>(kind) || std::holds_alternative<Dropout>(kind) ||
                                 std::holds_alternative<Cast>(kind) || std::holds_alternative<View>(kind) ||
                                 std::holds_alternative<Copy>(kind);
            if (!between) return op;
            id = network_.operators[op].inputs[0];
        }
        return network_.operators.size();
    };
    for (Operator& op : network_.operators) {
        const bool softmax = std::holds_alternative<Softmax>(op.kind);
        auto* product = std::get_if<MatrixProduct>(&op.kind);
        if (!softmax && product == nullptr) continue;
        const std::size_t source = back_from(op.inputs[0]);
        if (source == network_.operators.size()) continue;
        OperatorKind& before = network_.operators[source].kind;
        if (softmax) {
            if (auto* scores = std::get_if<MatrixProduct>(&before)) scores->role = ProductRole::query_key;
        } else if (std::holds_alternative<Softmax>(before)) {
            product->role = ProductRole::attention_value;
        }
    }
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/importing/onnx_lowering.h"

#include <algorithm>
#include <map>

namespace rigwright {

namespace {

/// Written out, a network of this size stays below what scenario files may hold.
constexpr std::size_t most_tensors = 12'000;

Content content_of(OnnxType type)
{
    switch (type) {
    case OnnxType::integer: return Content::index;
    case OnnxType::truth: return Content::mask;
    case OnnxType::real:
    case OnnxType::unknown: return Content::activation;
    }
    return Content::activation;
}

const OnnxValue unknown_value;

} // namespace

OnnxLowering::OnnxLowering(const OnnxGraph& graph, const ModelInput& input, OnnxReading& reading)
    : graph_(graph),
      given_(input),
      reading_(reading),
      patterns_(find_patterns(graph))
{
    for (const OnnxTensor& tensor : graph.initializers) {
        OnnxValue value = constant_of(tensor);
        value.initializer = &tensor;
        values_.insert_or_assign(tensor.name, std::move(value));
    }
    for (const OnnxValueInfo& info : graph.values) declared_.emplace(info.name, &info);
    for (const OnnxValueInfo& info : graph.outputs) declared_.emplace(info.name, &info);
}

void OnnxLowering::run()
{
    read_inputs();
    if (!reading_.issues.empty()) return;
    for (index_ = 0; index_ < graph_.nodes.size(); ++index_) lower(index_);
    finish();
}

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

const OnnxValue& OnnxLowering::in(const OnnxNode& node, std::size_t i) const
{
    const std::string_view name = node.input(i);
    if (name.empty()) return unknown_value;
    const auto found = values_.find(std::string(name));
    return found == values_.end() ? unknown_value : found->second;
}

bool OnnxLowering::is_parameter(const OnnxValue& value)
{
    return value.initializer != nullptr && value.type == OnnxType::real && elements_of(value.extents) > Count(1);
}

bool OnnxLowering::is_number(const OnnxValue& value)
{
    return value.known && value.tensor == no_id && elements_of(value.extents) == Count(1) &&
           (value.has_numbers() || value.initializer != nullptr);
}

std::optional<double> OnnxLowering::number_of(const OnnxValue& value) const
{
    if (value.reals && value.reals->size() == 1) return value.reals->front();
    if (value.integers && value.integers->size() == 1 && !value.integers->front().batch)
        return static_cast<double>(value.integers->front().count);
    return std::nullopt;
}

std::optional<std::vector<std::int64_t>> OnnxLowering::list(const OnnxNode& node, const char* key, std::size_t i) const
{
    if (const OnnxAttribute* attribute = node.attribute(key)) return attribute->integers;
    const OnnxValue& value = in(node, i);
    if (!value.integers) return std::nullopt;
    std::vector<std::int64_t> numbers;
    for (const Extent& number : *value.integers) {
        if (number.batch) return std::nullopt;
        numbers.push_back(number.count);
    }
    return numbers;
}

ParameterId OnnxLowering::parameter_of(const OnnxValue& value, bool in_product)
{
    const auto found = parameters_.find(value.initializer);
    if (found != parameters_.end()) {
        Parameter& parameter = network_.parameters[static_cast<std::size_t>(found->second)];
        parameter.in_product = parameter.in_product || in_product;
        return found->second;
    }
    Count elements = 1;
    for (const std::int64_t extent : value.initializer->extents) elements *= Count(extent);
    network_.parameters.push_back({elements, true, in_product, 0});
    const auto id = static_cast<ParameterId>(network_.parameters.size() - 1);
    parameters_.emplace(value.initializer, id);
    return id;
}

void OnnxLowering::keep_as_buffer(const OnnxValue& value)
{
    if (value.initializer != nullptr) buffers_.emplace(value.initializer, true);
}

bool OnnxLowering::sound(const Extents& extents)
{
    const bool positive = std::all_of(extents.begin(), extents.end(), [](const Extent& e) { return e.count >= 1; });
    const auto batches = std::count_if(extents.begin(), extents.end(), [](const Extent& e) { return e.batch; });
    return positive && batches <= 1 && extents.size() <= 16 && elements_of(extents) <= Count(most_tensor_elements);
}

TensorId OnnxLowering::new_tensor(const Extents& extents, OnnxType type)
{
    const auto id = static_cast<TensorId>(network_.tensors.size());
    network_.tensors.push_back({sample_shape(extents), content_of(type), has_batch(extents), id, false});
    return id;
}

TensorId OnnxLowering::tensor_of(OnnxValue value)
{
    if (value.tensor != no_id) return value.tensor;
    const TensorId id = new_tensor(value.extents, value.type);
    if (!is_parameter(value)) return id;
    network_.tensors.back().parameter = true;
    Operator& source = network_.operators.emplace_back();
    source.name = value.initializer->name;
    source.kind = View{};
    source.output = id;
    source.parameters[0] = parameter_of(value, false);
    return id;
}

TensorId OnnxLowering::input_tensor(const OnnxNode& node, std::size_t i)
{
    const auto found = values_.find(std::string(node.input(i)));
    if (found == values_.end()) return no_id;
    if (found->second.tensor == no_id) found->second.tensor = tensor_of(found->second);
    return found->second.tensor;
}

void OnnxLowering::define(const std::string& output, OnnxValue value)
{
    if (!output.empty()) values_.insert_or_assign(output, std::move(value));
}

bool OnnxLowering::emit(const OnnxNode& node, const OperatorKind& kind, const std::vector<TensorId>& inputs,
                        const Extents& extents, OnnxType type)
{
    return !node.outputs.empty() && emit_to(node.outputs.front(), name_of(node), kind, inputs, extents, type);
}

bool OnnxLowering::emit_to(const std::string& output, const std::string& name, const OperatorKind& kind,
                           const std::vector<TensorId>& inputs, const Extents& extents, OnnxType type)
{
    if (!sound(extents) || inputs.empty() || network_.tensors.size() > most_tensors) return false;
    OnnxValue value;
    value.known = true;
    value.extents = extents;
    value.type = type;
    value.tensor = new_tensor(extents, type);
    Operator& op = network_.operators.emplace_back();
    op.name = name;
    op.kind = kind;
    // What an operator reads beyond the slots only matters for how long those tensors live.
    for (std::size_t i = 0; i < std::min(inputs.size(), Operator::max_inputs); ++i) op.inputs[i] = inputs[i];
    op.output = value.tensor;
    define(output, std::move(value));
    return true;
}

bool OnnxLowering::view(const OnnxNode& node, const std::string& output, const OnnxValue& x, const Extents& extents,
                        bool strided)
{
    if (!sound(extents) || network_.tensors.size() > most_tensors) return false;
    OnnxValue value = x;
    value.extents = extents;
    value.strided = strided;
    value.integers.reset();
    value.reals.reset();
    if (value.initializer != nullptr && value.tensor == no_id) {
        // A stored array stays one, whichever way it is turned.
        define(output, std::move(value));
        return true;
    }
    const TensorId source = tensor_of(x);
    const Tensor original = network_.tensors[static_cast<std::size_t>(source)];
    value.initializer = nullptr;
    value.tensor = static_cast<TensorId>(network_.tensors.size());
    network_.tensors.push_back(
        {sample_shape(extents), original.content, has_batch(extents), original.storage, original.parameter});
    Operator& op = network_.operators.emplace_back();
    op.name = name_of(node);
    op.kind = View{};
    op.inputs[0] = source;
    op.output = value.tensor;
    define(output, std::move(value));
    return true;
}

/// The layer's name where its weight has one, otherwise the node's.
std::string OnnxLowering::name_of(const OnnxNode& node) const
{
    constexpr std::string_view suffix = ".weight";
    constexpr std::size_t longest = 200;
    const std::string_view weight = node.input(1);
    std::string name;
    const bool named = weight.ends_with(suffix) && in(node, 1).initializer != nullptr;
    if (named)
        name = weight.substr(0, weight.size() - suffix.size());
    else if (!node.name.empty())
        name = node.name.substr(node.name.front() == '/' ? 1 : 0);
    else
        name = node.kind + "_" + std::to_string(index_);
    if (name.size() <= longest) return name;
    // Not in the middle of a character.
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80) --end;
    return name.substr(0, end);
}

bool OnnxLowering::fold(const OnnxNode& node)
{
    if (node.outputs.size() != 1) return false;
    std::vector<const OnnxValue*> inputs;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) inputs.push_back(has_input(node, i) ? &in(node, i) : nullptr);
    for (const OnnxValue* input : inputs)
        if (input != nullptr && is_parameter(*input) && node.kind != "Shape") return false;
    auto value = folded(node, inputs);
    if (!value) return false;
    if (!has_batch(value->extents) && !sound(value->extents) && !value->extents.empty() &&
        elements_of(value->extents) != Count(0))
        return false;
    for (const OnnxValue* input : inputs)
        if (input != nullptr && input->initializer != nullptr) keep_as_buffer(*input);
    value->initializer = nullptr;
    define(node.outputs.front(), std::move(*value));
    return true;
}

void OnnxLowering::lower(std::size_t index)
{
    const OnnxNode& node = graph_.nodes[index];
    ImportCoverage& coverage = reading_.imported.coverage;
    ++coverage.nodes;
    const FoundPattern& found = patterns_[index];
    const bool standard = node.domain.empty() || node.domain == "ai.onnx";
    bool counted = false;
    if (found.pattern == Pattern::part) {
        counted = true;
    } else if (found.pattern != Pattern::none) {
        counted = pattern(node, found);
    } else if (standard) {
        const Lower lowering = lower_of(node.kind);
        counted = fold(node) || (lowering != nullptr && (this->*lowering)(node));
    }
    if (counted)
        ++coverage.counted;
    else
        give_up(node);
}

/// Lists the node and goes on from the shapes that the file declares for what it gives.
void OnnxLowering::give_up(const OnnxNode& node)
{
    ImportCoverage& coverage = reading_.imported.coverage;
    if (coverage.unknown.size() < ImportCoverage::most_listed)
        coverage.unknown.push_back(name_of(node) + " (" + (node.domain.empty() ? "" : node.domain + ".") + node.kind +
                                   ")");
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
        if (is_parameter(in(node, i))) parameter_of(in(node, i), false);
    for (const std::string& output : node.outputs) {
        const auto declared = declared_.find(output);
        if (declared == declared_.end() || !declared->second->extents) continue;
        OnnxValue value;
        for (std::size_t axis = 0; axis < declared->second->extents->size(); ++axis) {
            const OnnxExtent& extent = (*declared->second->extents)[axis];
            const auto named = named_extents_.find(extent.name);
            const bool batch =
                axis == 0 && (extent.number ? extent.number == batch_.number : extent.name == batch_name_);
            if (batch)
                value.extents.push_back({1, true});
            else if (extent.number)
                value.extents.push_back({*extent.number, false});
            else if (named != named_extents_.end())
                value.extents.push_back({named->second, false});
            else
                break;
        }
        if (value.extents.size() != declared->second->extents->size() || !sound(value.extents)) continue;
        value.known = true;
        value.type = declared->second->type;
        value.tensor = new_tensor(value.extents, value.type);
        define(output, std::move(value));
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
    if (network_.tensors.size() > most_tensors) {
        reading_.issues.push_back({"graph.node", "too-large", "more than " + std::to_string(most_tensors),
                                   std::to_string(most_tensors) + " tensors"});
        return;
    }
    mark_attention();
    for (const OnnxValueInfo& info : graph_.outputs) {
        const auto found = values_.find(info.name);
        if (found != values_.end() && found->second.tensor != no_id) network_.outputs.push_back(found->second.tensor);
    }
    std::map<std::string, StoredFormat> formats;
    for (const OnnxTensor& tensor : graph_.initializers) {
        OnnxValue value = constant_of(tensor);
        StoredFormat& format = formats[tensor.format];
        ++format.tensors;
        const Count elements = elements_of(value.extents);
        format.elements = (Count(format.elements) + elements).value();
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
        // Scaling, masks, dropout and conversions lie between the products and the softmax.
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

OnnxReading import_onnx(std::istream& stream, const ModelInput& input)
{
    OnnxReading reading;
    OnnxGraphReading file = read_onnx_graph(stream);
    reading.issues = std::move(file.issues);
    if (file.graph) OnnxLowering(*file.graph, input, reading).run();
    return reading;
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/importing/onnx/onnx_lowering.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <unordered_map>

// The countable operators and their handlers.

namespace rigwright {

namespace {

/// Maximum total of numbers stored by folding.
constexpr std::size_t most_folded_numbers = 4'000'000;

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
    store_constant_weights();
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

bool OnnxLowering::is_stored(const OnnxValue& value)
{
    return value.initializer != nullptr && value.type == OnnxType::real && elements_of(value.extents) >= Count(1);
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
    const bool positive = std::all_of(extents.begin(), extents.end(),
                                      [](const Extent& e) { return e.count >= 1 && e.count <= longest_axis; });
    const auto batches = std::count_if(extents.begin(), extents.end(), [](const Extent& e) { return e.batch; });
    return positive && batches <= 1 && extents.size() <= 16 && elements_of(extents) <= Count(most_tensor_elements);
}

TensorId OnnxLowering::new_tensor(const Extents& extents, OnnxType type)
{
    const auto id = static_cast<TensorId>(network_.tensors.size());
    network_.tensors.push_back({sample_shape(extents), content_of(type), has_batch(extents), id, false});
    return id;
}

TensorId OnnxLowering::tensor_of(const OnnxValue& value)
{
    if (value.tensor != no_id) return value.tensor;
    if (!sound(value.extents)) return no_id;
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
    if (!sound(extents) || inputs.empty() || network_.tensors.size() > most_imported_tensors) return false;
    if (std::find(inputs.begin(), inputs.end(), no_id) != inputs.end()) return false;
    OnnxValue value;
    value.known = true;
    value.extents = extents;
    value.type = type;
    value.tensor = new_tensor(extents, type);
    Operator& op = network_.operators.emplace_back();
    op.name = name;
    op.kind = kind;
    // Inputs beyond the slots only affect the lifetime of those tensors.
    for (std::size_t i = 0; i < std::min(inputs.size(), Operator::max_inputs); ++i) op.inputs[i] = inputs[i];
    op.output = value.tensor;
    define(output, std::move(value));
    return true;
}

bool OnnxLowering::view(const OnnxNode& node, const std::string& output, const OnnxValue& x, const Extents& extents,
                        bool strided)
{
    if (!sound(extents) || network_.tensors.size() > most_imported_tensors) return false;
    OnnxValue value = x;
    value.extents = extents;
    value.strided = strided;
    value.integers.reset();
    value.reals.reset();
    if (value.initializer != nullptr && value.tensor == no_id) {
        // A stored array remains one when it is transposed.
        define(output, std::move(value));
        return true;
    }
    const TensorId source = tensor_of(x);
    if (source == no_id) return false;
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

/// The layer's name if its weight or bias has one, otherwise the node's.
std::string OnnxLowering::name_of(const OnnxNode& node) const
{
    constexpr std::size_t longest = 200;
    std::string name;
    for (std::size_t i = 1; i < node.inputs.size() && name.empty(); ++i) {
        const std::string_view stored = node.input(i);
        if (in(node, i).initializer == nullptr) continue;
        for (const std::string_view suffix : {".weight", ".bias"})
            if (stored.ends_with(suffix)) name = stored.substr(0, stored.size() - suffix.size());
    }
    if (name.empty() && !node.name.empty()) name = node.name.substr(node.name.front() == '/' ? 1 : 0);
    if (name.empty()) name = node.kind + "_" + std::to_string(index_);
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
    folded_numbers_ += value->integers ? value->integers->size() : value->reals ? value->reals->size() : 0;
    if (folded_numbers_ > most_folded_numbers) return false;
    if (!has_batch(value->extents) && !sound(value->extents) && !value->extents.empty() &&
        elements_of(value->extents) != Count(0))
        return false;
    for (const OnnxValue* input : inputs)
        if (input != nullptr && input->initializer != nullptr) keep_as_buffer(*input);
    value->initializer = nullptr;
    define(node.outputs.front(), std::move(*value));
    return true;
}

void OnnxLowering::store_constant_weights()
{
    std::set<std::string_view> weights;
    for (const OnnxNode& node : graph_.nodes) {
        const bool product =
            node.kind == "Conv" || node.kind == "ConvTranspose" || node.kind == "Gemm" || node.kind == "MatMul";
        for (std::size_t i = 1; product && i < node.inputs.size(); ++i) weights.insert(node.inputs[i]);
    }
    for (const OnnxNode& node : graph_.nodes) {
        const OnnxAttribute* stored = node.kind == "Constant" ? node.attribute("value") : nullptr;
        if (stored == nullptr || !stored->tensor || node.outputs.size() != 1) continue;
        OnnxValue value = constant_of(*stored->tensor);
        value.initializer = &*stored->tensor;
        if (is_parameter(value) && weights.contains(node.outputs.front()))
            values_.insert_or_assign(node.outputs.front(), std::move(value));
    }
}

void OnnxLowering::lower(std::size_t index)
{
    const OnnxNode& node = graph_.nodes[index];
    ImportCoverage& coverage = reading_.imported.coverage;
    const FoundPattern& found = patterns_[index];
    // A part is counted with the last node of its pattern.
    if (found.pattern == Pattern::part) return;
    if (found.pattern == Pattern::none) return lower_alone(index);
    if (pattern(node, found)) {
        const auto parts = static_cast<std::int64_t>(found.parts.size());
        coverage.nodes += parts;
        coverage.counted += parts;
        return;
    }
    for (const std::size_t part : found.parts) lower_alone(part);
}

void OnnxLowering::lower_alone(std::size_t index)
{
    const OnnxNode& node = graph_.nodes[index];
    ImportCoverage& coverage = reading_.imported.coverage;
    ++coverage.nodes;
    const bool standard = node.domain.empty() || node.domain == "ai.onnx";
    const Lower lowering = standard ? lower_of(node.kind) : nullptr;
    const bool stored = node.kind == "Constant" && node.outputs.size() == 1 && values_.contains(node.outputs.front());
    if (stored || (standard && fold(node)) || (lowering != nullptr && (this->*lowering)(node)))
        ++coverage.counted;
    else
        give_up(node);
}

/// Lists the node and continues with the output shapes that the file declares.
void OnnxLowering::give_up(const OnnxNode& node)
{
    ImportCoverage& coverage = reading_.imported.coverage;
    const std::string label = name_of(node) + " (" + (node.domain.empty() ? "" : node.domain + ".") + node.kind + ")";
    bool weighs = may_multiply(node);
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        if (!is_parameter(in(node, i))) continue;
        parameter_of(in(node, i), false);
        weighs = true;
    }
    if (coverage.unknown.size() < ImportCoverage::most_listed) coverage.unknown.push_back(label);
    if (weighs && coverage.missing.size() < ImportCoverage::most_listed) coverage.missing.push_back(label);
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
        if (network_.tensors.size() > most_imported_tensors) continue;
        value.known = true;
        value.type = declared->second->type;
        value.tensor = new_tensor(value.extents, value.type);
        define(output, std::move(value));
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

namespace {

class PatternSearch {
public:
    explicit PatternSearch(const OnnxGraph& graph) : graph_(graph), found_(graph.nodes.size())
    {
        for (const OnnxTensor& tensor : graph.initializers) initializers_.emplace(tensor.name, &tensor);
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            for (const std::string& name : graph.nodes[i].outputs) producers_.emplace(name, i);
            for (const std::string& name : graph.nodes[i].inputs)
                if (!name.empty()) consumers_[name].push_back(i);
        }
        for (const OnnxValueInfo& output : graph.outputs) consumers_[output.name].push_back(graph.nodes.size());
    }

    std::vector<FoundPattern> run()
    {
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            const std::string& kind = graph_.nodes[i].kind;
            if (kind == "Sub") layer_norm(i);
            if (kind == "InstanceNormalization") group_norm(i);
            if (kind == "Erf") gelu(i);
            if (kind == "Sigmoid") silu(i);
            if (kind == "HardSigmoid") gated(i, Pattern::hardswish, graph_.nodes[i].inputs);
            if (kind == "Clip") written_hardswish(i);
            if (kind == "MatMul") biased_linear(i);
        }
        return std::move(found_);
    }

private:
    const OnnxNode& node(std::size_t i) const { return graph_.nodes[i]; }

    /// The node that writes a value, if it is of that kind.
    std::optional<std::size_t> producer(std::string_view name, std::string_view kind) const
    {
        const auto place = producers_.find(std::string(name));
        if (place == producers_.end() || node(place->second).kind != kind) return std::nullopt;
        return place->second;
    }

    /// The only node that reads a node's value, if it is of that kind.
    std::optional<std::size_t> only_reader(std::size_t i, std::string_view kind) const
    {
        if (node(i).outputs.size() != 1) return std::nullopt;
        const auto place = consumers_.find(node(i).outputs.front());
        if (place == consumers_.end() || place->second.size() != 1) return std::nullopt;
        const std::size_t reader = place->second.front();
        if (reader == graph_.nodes.size() || node(reader).kind != kind) return std::nullopt;
        return reader;
    }

    std::size_t readers(const std::string& name) const
    {
        const auto place = consumers_.find(name);
        return place == consumers_.end() ? 0 : place->second.size();
    }

    static std::string other_input(const OnnxNode& of, const std::string& name)
    {
        if (of.inputs.size() != 2) return {};
        return of.inputs[0] == name ? of.inputs[1] : of.inputs[0];
    }

    const OnnxTensor* stored(const std::string& name) const
    {
        const auto place = initializers_.find(name);
        return place == initializers_.end() ? nullptr : place->second;
    }

    /// A constant of one number, in an initializer or a separate node.
    std::optional<double> number(const std::string& name) const
    {
        const OnnxTensor* tensor = stored(name);
        if (const auto maker = producer(name, "Constant"); maker && tensor == nullptr) {
            const OnnxAttribute* value = node(*maker).attribute("value");
            if (value != nullptr && value->tensor) tensor = &*value->tensor;
        }
        if (tensor == nullptr || !tensor->reals || tensor->reals->size() != 1) return std::nullopt;
        return tensor->reals->front();
    }

    bool is_number(const std::string& name, double expected) const
    {
        const auto value = number(name);
        return value && std::fabs(*value - expected) < 1e-3 * std::max(1.0, std::fabs(expected));
    }

    bool is_vector(const std::string& name) const
    {
        const OnnxTensor* tensor = stored(name);
        return tensor != nullptr && tensor->type == OnnxType::real && tensor->extents.size() == 1;
    }

    bool free(const std::vector<std::size_t>& nodes) const
    {
        return std::all_of(nodes.begin(), nodes.end(),
                           [this](std::size_t i) { return found_[i].pattern == Pattern::none; });
    }

    void record(const std::vector<std::size_t>& nodes, FoundPattern pattern)
    {
        if (!free(nodes)) return;
        for (const std::size_t i : nodes) found_[i].pattern = Pattern::part;
        pattern.first = nodes.front();
        pattern.parts = nodes;
        found_[nodes.back()] = std::move(pattern);
    }

    bool over_last_axis(std::size_t reduction) const
    {
        const OnnxNode& mean = node(reduction);
        std::vector<std::int64_t> axes = mean.integers("axes");
        if (const OnnxTensor* given = stored(std::string(mean.input(1))); given != nullptr && given->integers)
            axes = *given->integers;
        if (const auto maker = producer(mean.input(1), "Constant")) {
            const OnnxAttribute* value = node(*maker).attribute("value");
            if (value != nullptr && value->tensor && value->tensor->integers) axes = *value->tensor->integers;
        }
        return axes == std::vector<std::int64_t>{-1} && mean.integer("keepdims", 1) == 1;
    }

    /// (x - mean) / sqrt(mean of squares + epsilon) * weight + bias, over the last axis.
    void layer_norm(std::size_t centred)
    {
        const OnnxNode& sub = node(centred);
        if (sub.inputs.size() != 2 || readers(sub.outputs.empty() ? "" : sub.outputs.front()) != 2) return;
        const auto mean = producer(sub.inputs[1], "ReduceMean");
        if (!mean || node(*mean).input(0) != sub.inputs[0] || readers(sub.inputs[1]) != 1 || !over_last_axis(*mean))
            return;
        const auto& uses = consumers_.at(sub.outputs.front());
        std::optional<std::size_t> square;
        std::optional<std::size_t> quotient;
        for (const std::size_t use : uses) {
            if (use == graph_.nodes.size()) return;
            if (node(use).kind == "Pow") square = use;
            if (node(use).kind == "Div") quotient = use;
        }
        if (!square || !quotient || node(*square).inputs.size() != 2 || !is_number(node(*square).inputs[1], 2.0))
            return;
        const auto variance = only_reader(*square, "ReduceMean");
        if (!variance || !over_last_axis(*variance)) return;
        const auto shifted = only_reader(*variance, "Add");
        const auto root = shifted ? only_reader(*shifted, "Sqrt") : std::nullopt;
        if (!root || only_reader(*root, "Div") != quotient || node(*quotient).inputs[0] != sub.outputs.front()) return;
        std::vector<std::size_t> parts{*mean, centred, *square, *variance, *shifted, *root, *quotient};
        FoundPattern pattern{Pattern::layer_norm, sub.inputs[0], "", "", 0, 1};
        add_affine(parts, pattern);
        record(parts, std::move(pattern));
    }

    /// Adds a product with a stored vector and a sum with another one after the last part.
    void add_affine(std::vector<std::size_t>& parts, FoundPattern& pattern) const
    {
        const auto product = only_reader(parts.back(), "Mul");
        if (!product) return;
        const std::string weight = other_input(node(*product), node(parts.back()).outputs.front());
        if (!is_stored_affine(weight)) return;
        pattern.weight = weight;
        parts.push_back(*product);
        const auto sum = only_reader(*product, "Add");
        if (!sum) return;
        const std::string bias = other_input(node(*sum), node(*product).outputs.front());
        if (!is_stored_affine(bias)) return;
        pattern.bias = bias;
        parts.push_back(*sum);
    }

    /// At most one axis longer than 1, as in {channels, 1, 1}.
    bool is_stored_affine(const std::string& name) const
    {
        const OnnxTensor* tensor = stored(name);
        if (tensor == nullptr || tensor->type != OnnxType::real || tensor->extents.empty()) return false;
        return std::count_if(tensor->extents.begin(), tensor->extents.end(), [](std::int64_t e) { return e != 1; }) <=
               1;
    }

    /// Group norm: channels folded into groups, an instance norm without affine, the shape restored.
    void group_norm(std::size_t instance)
    {
        const OnnxNode& norm = node(instance);
        if (norm.inputs.size() != 3 || norm.outputs.empty()) return;
        const auto before = producer(norm.inputs[0], "Reshape");
        const auto after = only_reader(instance, "Reshape");
        const std::int64_t groups = vector_length(norm.inputs[1]);
        if (!before || !after || groups < 1 || readers(norm.inputs[0]) != 1) return;
        if (node(*before).inputs.empty()) return;
        std::vector<std::size_t> parts{*before, instance, *after};
        FoundPattern pattern{Pattern::group_norm, node(*before).inputs.front(), "", "", 0, groups};
        add_affine(parts, pattern);
        if (!pattern.bias.empty()) record(parts, std::move(pattern));
    }

    std::int64_t vector_length(const std::string& name) const
    {
        const OnnxTensor* tensor = stored(name);
        if (const auto maker = producer(name, "Constant"); maker && tensor == nullptr) {
            const OnnxAttribute* value = node(*maker).attribute("value");
            if (value != nullptr && value->tensor) tensor = &*value->tensor;
        }
        return tensor != nullptr && tensor->extents.size() == 1 ? tensor->extents.front() : 0;
    }

    /// x * (1 + erf(x / sqrt 2)) / 2, in the orders written by exporters.
    void gelu(std::size_t erf)
    {
        if (node(erf).inputs.size() != 1 || readers(node(erf).inputs[0]) != 1) return;
        auto scaled = producer(node(erf).inputs[0], "Div");
        const bool divided = scaled.has_value();
        if (!scaled) scaled = producer(node(erf).inputs[0], "Mul");
        const auto sum = only_reader(erf, "Add");
        const auto product = sum ? only_reader(*sum, "Mul") : std::nullopt;
        if (!scaled || !product || node(*scaled).inputs.size() != 2) return;
        if (!is_number(node(*scaled).inputs[1], divided ? std::sqrt(2.0) : std::sqrt(0.5))) return;
        if (!is_number(other_input(node(*sum), node(erf).outputs.front()), 1.0)) return;
        const std::string x = node(*scaled).inputs[0];
        const std::string other = other_input(node(*product), node(*sum).outputs.front());
        std::vector<std::size_t> parts{*scaled, erf, *sum, *product};
        if (other == x) {
            const auto half = only_reader(*product, "Mul");
            if (!half || !is_number(other_input(node(*half), node(*product).outputs.front()), 0.5)) return;
            parts.push_back(*half);
        } else {
            const auto half = producer(other, "Mul");
            if (!half || readers(other) != 1 || !is_number(other_input(node(*half), x), 0.5)) return;
            parts.insert(parts.begin(), *half);
        }
        record(parts, {Pattern::gelu, x, "", "", 0, 1});
    }

    /// x * f(x), f being the node `i` of `inputs`.
    void gated(std::size_t i, Pattern pattern, const std::vector<std::string>& inputs)
    {
        const auto product = only_reader(i, "Mul");
        if (inputs.size() != 1 || !product) return;
        if (other_input(node(*product), node(i).outputs.front()) != inputs[0]) return;
        record({i, *product}, {pattern, inputs[0], "", "", 0, 1});
    }

    void silu(std::size_t sigmoid)
    {
        gated(sigmoid, Pattern::silu, node(sigmoid).inputs);
        if (found_[sigmoid].pattern != Pattern::none || node(sigmoid).inputs.size() != 1) return;
        const auto scaled = producer(node(sigmoid).inputs[0], "Mul");
        const auto product = only_reader(sigmoid, "Mul");
        if (!scaled || !product || readers(node(sigmoid).inputs[0]) != 1 || node(*scaled).inputs.size() != 2) return;
        const std::string x = other_input(node(*product), node(sigmoid).outputs.front());
        if (is_number(other_input(node(*scaled), x), 1.702))
            record({*scaled, sigmoid, *product}, {Pattern::quick_gelu, x, "", "", 0, 1});
    }

    /// x * clip(x + 3, 0, 6) / 6, as exported before the HardSwish operator existed.
    void written_hardswish(std::size_t clip)
    {
        if (node(clip).inputs.empty() || readers(node(clip).inputs[0]) != 1) return;
        const std::optional<std::size_t> sum = producer(node(clip).inputs[0], "Add");
        if (!sum) return;
        const std::size_t shifted = *sum;
        const auto product = only_reader(clip, "Mul");
        const auto quotient = product ? only_reader(*product, "Div") : std::nullopt;
        if (!quotient) return;
        const std::string x = other_input(node(*product), node(clip).outputs.front());
        if (!is_number(other_input(node(shifted), x), 3.0) || node(*quotient).inputs.size() != 2) return;
        if (is_number(node(*quotient).inputs[1], 6.0))
            record({shifted, clip, *product, *quotient}, {Pattern::hardswish, x, "", "", 0, 1});
    }

    void biased_linear(std::size_t product)
    {
        if (node(product).inputs.size() != 2) return;
        const OnnxTensor* weight = stored(node(product).inputs[1]);
        const auto sum = only_reader(product, "Add");
        if (weight == nullptr || weight->extents.size() != 2 || !sum) return;
        const std::string bias = other_input(node(*sum), node(product).outputs.front());
        if (!is_vector(bias) || stored(bias)->extents[0] != weight->extents[1] || weight->extents[1] == 1) return;
        record({product, *sum}, {Pattern::biased_linear, node(product).inputs[0], node(product).inputs[1], bias, 0, 1});
    }

    const OnnxGraph& graph_;
    std::vector<FoundPattern> found_;
    std::unordered_map<std::string, const OnnxTensor*> initializers_;
    std::unordered_map<std::string, std::size_t> producers_;
    std::unordered_map<std::string, std::vector<std::size_t>> consumers_;
};

} // namespace

std::vector<FoundPattern> find_patterns(const OnnxGraph& graph) { return PatternSearch(graph).run(); }

// A table with one line per operator.
// NOLINTNEXTLINE(readability-function-size)
OnnxLowering::Lower OnnxLowering::lower_of(std::string_view kind)
{
    using Self = OnnxLowering;
    static const std::unordered_map<std::string_view, Lower> table{
        {"Abs", &Self::unary},
        {"Add", &Self::sum},
        {"And", &Self::comparison},
        {"ArgMax", &Self::arg_max},
        {"ArgMin", &Self::arg_max},
        {"AveragePool", &Self::pool},
        {"BatchNormalization", &Self::batch_norm},
        {"Cast", &Self::cast},
        {"Ceil", &Self::same_shape_copy},
        {"Celu", &Self::unary},
        {"Clip", &Self::unary},
        {"Concat", &Self::concatenate},
        {"ConstantOfShape", &Self::constant_of_shape},
        {"Conv", &Self::convolution},
        {"ConvTranspose", &Self::transposed_convolution},
        {"Cos", &Self::unary},
        {"CumSum", &Self::same_shape_copy},
        {"DepthToSpace", &Self::shuffle},
        {"Div", &Self::product},
        {"Dropout", &Self::dropout},
        {"Einsum", &Self::einsum},
        {"Elu", &Self::unary},
        {"Equal", &Self::comparison},
        {"Erf", &Self::unary},
        {"Exp", &Self::unary},
        {"Expand", &Self::expand},
        {"Flatten", &Self::flatten},
        {"Floor", &Self::same_shape_copy},
        {"Gather", &Self::gather},
        {"Gelu", &Self::unary},
        {"Gemm", &Self::gemm},
        {"GlobalAveragePool", &Self::global_pool},
        {"GlobalMaxPool", &Self::global_pool},
        {"Greater", &Self::comparison},
        {"GreaterOrEqual", &Self::comparison},
        {"GroupNormalization", &Self::group_norm},
        {"HardSigmoid", &Self::unary},
        {"HardSwish", &Self::unary},
        {"Identity", &Self::identity},
        {"InstanceNormalization", &Self::instance_norm},
        {"IsInf", &Self::comparison},
        {"IsNaN", &Self::comparison},
        {"LayerNormalization", &Self::layer_norm},
        {"LeakyRelu", &Self::unary},
        {"LRN", &Self::same_shape_copy},
        {"Less", &Self::comparison},
        {"LessOrEqual", &Self::comparison},
        {"Log", &Self::unary},
        {"LogSoftmax", &Self::softmax},
        {"MatMul", &Self::matrix_product},
        {"Max", &Self::sum},
        {"MaxPool", &Self::pool},
        {"Min", &Self::sum},
        {"Mish", &Self::unary},
        {"Mul", &Self::product},
        {"Neg", &Self::negate},
        {"Not", &Self::comparison},
        {"Or", &Self::comparison},
        {"PRelu", &Self::prelu},
        {"Pad", &Self::pad},
        {"Pow", &Self::power},
        {"RMSNormalization", &Self::layer_norm},
        {"Reciprocal", &Self::unary},
        {"ReduceL1", &Self::reduce},
        {"ReduceL2", &Self::reduce},
        {"ReduceLogSumExp", &Self::reduce},
        {"ReduceMax", &Self::reduce},
        {"ReduceMean", &Self::reduce},
        {"ReduceMin", &Self::reduce},
        {"ReduceProd", &Self::reduce},
        {"ReduceSum", &Self::reduce},
        {"Relu", &Self::unary},
        {"Reshape", &Self::reshape},
        {"Resize", &Self::resize},
        {"Round", &Self::same_shape_copy},
        {"Selu", &Self::unary},
        {"Sigmoid", &Self::unary},
        {"Sign", &Self::same_shape_copy},
        {"Sin", &Self::unary},
        {"Slice", &Self::slice},
        {"Softmax", &Self::softmax},
        {"Softplus", &Self::unary},
        {"Softsign", &Self::unary},
        {"SpaceToDepth", &Self::shuffle},
        {"Split", &Self::split},
        {"Sqrt", &Self::unary},
        {"Squeeze", &Self::squeeze},
        {"Sub", &Self::sum},
        {"Sum", &Self::sum},
        {"Tanh", &Self::unary},
        {"ThresholdedRelu", &Self::unary},
        {"Tile", &Self::tile},
        {"Transpose", &Self::transpose},
        {"Trilu", &Self::same_shape_copy},
        {"Unsqueeze", &Self::unsqueeze},
        {"Upsample", &Self::resize},
        {"Where", &Self::where},
        {"Xor", &Self::comparison},
    };
    const auto found = table.find(kind);
    return found == table.end() ? nullptr : found->second;
}

bool OnnxLowering::may_multiply(const OnnxNode& node)
{
    constexpr std::array<std::string_view, 5> products{"Conv", "ConvTranspose", "Einsum", "Gemm", "MatMul"};
    // Standard operators that move, select or compare numbers, or work element-wise.
    constexpr std::array<std::string_view, 41> without{"Bernoulli",
                                                       "BitShift",
                                                       "CastLike",
                                                       "CenterCropPad",
                                                       "Col2Im",
                                                       "Compress",
                                                       "ConcatFromSequence",
                                                       "Constant",
                                                       "DequantizeLinear",
                                                       "Det",
                                                       "DynamicQuantizeLinear",
                                                       "EyeLike",
                                                       "GatherElements",
                                                       "GatherND",
                                                       "GridSample",
                                                       "Hardmax",
                                                       "LpNormalization",
                                                       "LpPool",
                                                       "MaxRoiPool",
                                                       "MaxUnpool",
                                                       "MeanVarianceNormalization",
                                                       "Mod",
                                                       "Multinomial",
                                                       "NonMaxSuppression",
                                                       "NonZero",
                                                       "OneHot",
                                                       "QuantizeLinear",
                                                       "RandomNormal",
                                                       "RandomNormalLike",
                                                       "RandomUniform",
                                                       "RandomUniformLike",
                                                       "Range",
                                                       "ReverseSequence",
                                                       "RoiAlign",
                                                       "ScatterElements",
                                                       "ScatterND",
                                                       "SequenceAt",
                                                       "Shape",
                                                       "Size",
                                                       "TopK",
                                                       "Unique"};
    if (!node.domain.empty() && node.domain != "ai.onnx") return true;
    if (std::ranges::find(products, node.kind) != products.end()) return true;
    return lower_of(node.kind) == nullptr && std::ranges::find(without, node.kind) == without.end();
}

} // namespace rigwright

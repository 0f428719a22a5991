// SPDX-License-Identifier: Apache-2.0
#include "core/importing/onnx/onnx_lowering.h"

#include <algorithm>
#include <array>
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
    const bool positive =
        std::ranges::all_of(extents, [](const Extent& e) { return e.count >= 1 && e.count <= longest_axis; });
    const auto batches = std::ranges::count_if(extents, &Extent::batch);
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
    if (std::ranges::find(inputs, no_id) != inputs.end()) return false;
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
    // Does not split a character.
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

// A table with one line per operator.
// NOLINTNEXTLINE(readability-function-size)
OnnxLowering::Lower OnnxLowering::lower_of(std::string_view kind)
{
    using Self = OnnxLowering;
    static const std::unordered_map<std::string_view, Lower> table{
        {"Add", &Self::sum},
        {"And", &Self::comparison},
        {"ArgMax", &Self::arg_max},
        {"ArgMin", &Self::arg_max},
        {"AveragePool", &Self::pool},
        {"BatchNormalization", &Self::batch_norm},
        {"Cast", &Self::cast},
        {"Ceil", &Self::same_shape_copy},
        {"Concat", &Self::concatenate},
        {"ConstantOfShape", &Self::constant_of_shape},
        {"Conv", &Self::convolution},
        {"ConvTranspose", &Self::transposed_convolution},
        {"CumSum", &Self::same_shape_copy},
        {"DepthToSpace", &Self::shuffle},
        {"Div", &Self::product},
        {"Dropout", &Self::dropout},
        {"Einsum", &Self::einsum},
        {"Equal", &Self::comparison},
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
        {"Identity", &Self::identity},
        {"InstanceNormalization", &Self::instance_norm},
        {"IsInf", &Self::comparison},
        {"IsNaN", &Self::comparison},
        {"LayerNormalization", &Self::layer_norm},
        {"LRN", &Self::same_shape_copy},
        {"Less", &Self::comparison},
        {"LessOrEqual", &Self::comparison},
        {"LogSoftmax", &Self::softmax},
        {"MatMul", &Self::matrix_product},
        {"Max", &Self::sum},
        {"MaxPool", &Self::pool},
        {"Min", &Self::sum},
        {"Mul", &Self::product},
        {"Neg", &Self::negate},
        {"Not", &Self::comparison},
        {"Or", &Self::comparison},
        {"PRelu", &Self::prelu},
        {"Pad", &Self::pad},
        {"Pow", &Self::power},
        {"RMSNormalization", &Self::layer_norm},
        {"ReduceL1", &Self::reduce},
        {"ReduceL2", &Self::reduce},
        {"ReduceLogSumExp", &Self::reduce},
        {"ReduceMax", &Self::reduce},
        {"ReduceMean", &Self::reduce},
        {"ReduceMin", &Self::reduce},
        {"ReduceProd", &Self::reduce},
        {"ReduceSum", &Self::reduce},
        {"Reshape", &Self::reshape},
        {"Resize", &Self::resize},
        {"Round", &Self::same_shape_copy},
        {"Sign", &Self::same_shape_copy},
        {"Slice", &Self::slice},
        {"Softmax", &Self::softmax},
        {"SpaceToDepth", &Self::shuffle},
        {"Split", &Self::split},
        {"Squeeze", &Self::squeeze},
        {"Sub", &Self::sum},
        {"Sum", &Self::sum},
        {"Tile", &Self::tile},
        {"Transpose", &Self::transpose},
        {"Trilu", &Self::same_shape_copy},
        {"Unsqueeze", &Self::unsqueeze},
        {"Upsample", &Self::resize},
        {"Where", &Self::where},
        {"Xor", &Self::comparison},
    };
    if (activation_of(kind)) return &Self::unary;
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

// SPDX-License-Identifier: Apache-2.0
// Element-wise operators, norms, pools and reductions.
#include "core/importing/onnx/onnx_lowering.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rigwright {

namespace {

struct ActivationOf {
    std::string_view kind;
    ActivationFunction function;
};

/// Functions without an enumerator use one that saves the same tensor for backward: the input (`leaky_relu` and
/// `square`) or the result (`rsqrt`).
constexpr std::array onnx_activations{
    ActivationOf{"Relu", ActivationFunction::relu},
    ActivationOf{"LeakyRelu", ActivationFunction::leaky_relu},
    ActivationOf{"Elu", ActivationFunction::leaky_relu},
    ActivationOf{"Selu", ActivationFunction::leaky_relu},
    ActivationOf{"Celu", ActivationFunction::leaky_relu},
    ActivationOf{"ThresholdedRelu", ActivationFunction::leaky_relu},
    ActivationOf{"Clip", ActivationFunction::relu6},
    ActivationOf{"Sigmoid", ActivationFunction::sigmoid},
    ActivationOf{"HardSigmoid", ActivationFunction::hardsigmoid},
    ActivationOf{"HardSwish", ActivationFunction::hardswish},
    ActivationOf{"Tanh", ActivationFunction::tanh},
    ActivationOf{"Softplus", ActivationFunction::softplus},
    ActivationOf{"Softsign", ActivationFunction::square},
    ActivationOf{"Mish", ActivationFunction::softplus},
    ActivationOf{"Exp", ActivationFunction::exp},
    ActivationOf{"Sqrt", ActivationFunction::sqrt},
    ActivationOf{"Reciprocal", ActivationFunction::rsqrt},
    ActivationOf{"Log", ActivationFunction::square},
    ActivationOf{"Erf", ActivationFunction::square},
    ActivationOf{"Sin", ActivationFunction::square},
    ActivationOf{"Cos", ActivationFunction::square},
    ActivationOf{"Abs", ActivationFunction::square},
};

} // namespace

std::optional<ActivationFunction> OnnxLowering::activation_of(std::string_view kind)
{
    const auto found = std::ranges::find(onnx_activations, kind, &ActivationOf::kind);
    return found == onnx_activations.end() ? std::nullopt : std::optional(found->function);
}

bool OnnxLowering::unary(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    if (!x.known) return false;
    const bool tanh = node.text("approximate") == "tanh";
    const Activation activation{
        activation_of(node.kind).value_or(tanh ? ActivationFunction::gelu_tanh : ActivationFunction::gelu)};
    if (!emit(node, activation, {input_tensor(node, 0)}, x.extents, x.type)) return false;
    values_[node.outputs.front()].strided = x.strided;
    return true;
}

bool OnnxLowering::prelu(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    const OnnxValue slope = in(node, 1);
    if (!x.known || !is_stored(slope)) return false;
    const ParameterId id = parameter_of(slope, false);
    if (!emit(node, Activation{ActivationFunction::prelu}, {input_tensor(node, 0)}, x.extents)) return false;
    last().parameters[0] = id;
    return true;
}

bool OnnxLowering::negate(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    return x.known && emit(node, Scale{}, {input_tensor(node, 0)}, x.extents, x.type);
}

/// A single-number operand is a constant, a stored array a parameter, otherwise both operands are tensors.
bool OnnxLowering::binary(const OnnxNode& node, BinaryOperation operation)
{
    OnnxValue a = in(node, 0);
    OnnxValue b = in(node, 1);
    if (!a.known || !b.known || node.inputs.size() != 2) return false;
    const auto extents = batch_.broadcast(a.extents, b.extents);
    if (!extents) return false;
    std::size_t first = 0;
    if (is_number(a) || (is_parameter(a) && !is_number(b))) {
        std::swap(a, b);
        first = 1;
    }
    Binary kind;
    kind.operation = operation;
    if (is_number(b)) {
        keep_as_buffer(b);
        const bool product = operation == BinaryOperation::multiply;
        const OperatorKind with_constant = product ? OperatorKind(Scale{}) : OperatorKind(kind);
        if (!emit(node, with_constant, {input_tensor(node, first)}, *extents, a.type)) return false;
        values_[node.outputs.front()].strided = a.strided;
        return true;
    }
    const TensorId x = input_tensor(node, first);
    if (is_parameter(b)) {
        const ParameterId id = parameter_of(b, false);
        if (!emit(node, kind, {x}, *extents, a.type)) return false;
        last().parameters[0] = id;
        return true;
    }
    const TensorId y = input_tensor(node, 1 - first);
    // The first operand is the larger one, to which the second is broadcast.
    const bool second_leads =
        elements_of(b.extents) > elements_of(a.extents) || (has_batch(b.extents) && !has_batch(a.extents));
    return emit(node, kind, second_leads ? std::vector{y, x} : std::vector{x, y}, *extents, a.type);
}

/// Two operands, or any number of them one after another.
bool OnnxLowering::sum(const OnnxNode& node)
{
    if (node.inputs.size() == 1) return identity(node);
    if (node.inputs.size() <= 2 || node.outputs.empty()) return binary(node, BinaryOperation::add);
    OnnxNode step = node;
    for (std::size_t i = 1; i < node.inputs.size(); ++i) {
        const bool last_step = i + 1 == node.inputs.size();
        step.inputs = {i == 1 ? node.inputs[0] : step.outputs[0], node.inputs[i]};
        step.outputs = {last_step ? node.outputs[0] : node.outputs[0] + "/" + std::to_string(i)};
        if (!binary(step, BinaryOperation::add)) return false;
    }
    return true;
}

bool OnnxLowering::product(const OnnxNode& node)
{
    // A number divided by a tensor saves the result, like the reciprocal.
    if (node.kind == "Div" && is_number(in(node, 0)) && in(node, 1).known) {
        const OnnxValue x = in(node, 1);
        return emit(node, Activation{ActivationFunction::rsqrt, false}, {input_tensor(node, 1)}, x.extents, x.type);
    }
    return binary(node, BinaryOperation::multiply);
}

bool OnnxLowering::power(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    const auto exponent = number_of(in(node, 1));
    if (!x.known || !exponent) return false;
    keep_as_buffer(in(node, 1));
    Activation activation;
    activation.function = ActivationFunction::square;
    if (*exponent == 0.5) activation.function = ActivationFunction::sqrt;
    if (*exponent == -0.5) activation.function = ActivationFunction::rsqrt;
    return emit(node, activation, {input_tensor(node, 0)}, x.extents, x.type);
}

/// Comparisons and logic: one byte per element, no gradient.
bool OnnxLowering::comparison(const OnnxNode& node)
{
    const OnnxValue a = in(node, 0);
    const bool single = node.inputs.size() == 1;
    const OnnxValue b = single ? a : in(node, 1);
    if (!a.known || !b.known) return false;
    const auto extents = batch_.broadcast(a.extents, b.extents);
    if (!extents) return false;
    std::vector<TensorId> inputs{input_tensor(node, 0)};
    if (!single && !is_number(b)) inputs.push_back(input_tensor(node, 1));
    return emit(node, Copy{}, inputs, *extents, OnnxType::truth);
}

bool OnnxLowering::where(const OnnxNode& node)
{
    const OnnxValue condition = in(node, 0);
    const OnnxValue a = in(node, 1);
    const OnnxValue b = in(node, 2);
    if (!condition.known || !a.known || !b.known) return false;
    const auto both = batch_.broadcast(a.extents, b.extents);
    const auto extents = both ? batch_.broadcast(*both, condition.extents) : std::nullopt;
    if (!extents || !sound(condition.extents)) return false;
    const MaskedFill fill{elements_of(condition.extents).value(), has_batch(condition.extents)};
    std::vector<TensorId> inputs;
    if (!is_number(a)) inputs.push_back(input_tensor(node, 1));
    if (!is_number(b)) inputs.push_back(input_tensor(node, 2));
    if (inputs.empty()) inputs.push_back(input_tensor(node, 0));
    if (inputs.size() == 2 && elements_of(b.extents) > elements_of(a.extents)) std::swap(inputs[0], inputs[1]);
    return emit(node, fill, inputs, *extents, a.type);
}

bool OnnxLowering::softmax(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    if (!x.known) return false;
    return emit(node, Softmax{node.kind == "LogSoftmax"}, {input_tensor(node, 0)}, x.extents);
}

/// The probability is used even if the file was exported for inference, because training will use it.
bool OnnxLowering::dropout(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    if (!x.known || node.outputs.empty()) return false;
    double probability = 0.5;
    if (const OnnxAttribute* ratio = node.attribute("ratio"); ratio != nullptr && ratio->real)
        probability = *ratio->real;
    if (const auto ratio = number_of(in(node, 1))) probability = *ratio;
    if (!(probability >= 0.0 && probability <= 1.0)) return false;
    keep_as_buffer(in(node, 1));
    keep_as_buffer(in(node, 2));
    if (probability == 0.0) return view(node, node.outputs.front(), x, x.extents, x.strided);
    return emit(node, Dropout{probability}, {input_tensor(node, 0)}, x.extents);
}

bool OnnxLowering::normalize(const OnnxNode& node, NormalizationKind kind, std::int64_t statistics)
{
    const Normalization norm{.kind = kind, .statistics = statistics};
    if (statistics < 1 || !emit(node, norm, {input_tensor(node, 0)}, in(node, 0).extents)) return false;
    std::size_t slot = 0;
    for (const std::size_t i : {1, 2})
        if (is_stored(in(node, i))) last().parameters[slot++] = parameter_of(in(node, i), false);
    return true;
}

bool OnnxLowering::batch_norm(const OnnxNode& node)
{
    const OnnxValue& x = in(node, 0);
    if (!x.known || x.rank() < 2 || x.extents[1].batch) return false;
    // Running statistics and batch count of a batch norm; stored ones are listed as buffers.
    if (!normalize(node, NormalizationKind::batch, x.extents[1].count)) return false;
    network_.buffer_elements += Count(1);
    return true;
}

bool OnnxLowering::instance_norm(const OnnxNode& node)
{
    const OnnxValue& x = in(node, 0);
    if (!x.known || x.rank() < 3 || x.extents[1].batch) return false;
    return normalize(node, NormalizationKind::group, x.extents[1].count);
}

bool OnnxLowering::group_norm(const OnnxNode& node, std::int64_t groups)
{
    const OnnxValue& x = in(node, 0);
    if (!x.known || x.rank() < 2 || groups < 1 || x.extents[1].batch || x.extents[1].count % groups != 0) return false;
    return normalize(node, NormalizationKind::group, groups);
}

bool OnnxLowering::group_norm(const OnnxNode& node) { return group_norm(node, node.integer("num_groups", 0)); }

bool OnnxLowering::layer_norm(const OnnxNode& node)
{
    const OnnxValue& x = in(node, 0);
    const auto axis = x.known ? axis_in(node.integer("axis", -1), x.rank()) : std::nullopt;
    if (!axis) return false;
    const Extents rows(x.extents.begin(), x.extents.begin() + static_cast<std::ptrdiff_t>(*axis));
    const NormalizationKind kind = node.kind == "RMSNormalization" ? NormalizationKind::rms : NormalizationKind::layer;
    return normalize(node, kind, elements_of(rows).value());
}

bool OnnxLowering::pool(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    const auto w = window(node, x, node.integers("kernel_shape"));
    if (!w || node.attribute("kernel_shape") == nullptr) return false;
    const auto extents = slid(node, x, *w);
    if (!extents) return false;
    const PoolingKind kind = node.kind == "MaxPool" ? PoolingKind::maximum : PoolingKind::average;
    return emit(node, Pooling{.kind = kind, .kernel = triple(w->kernel)}, {input_tensor(node, 0)}, *extents);
}

bool OnnxLowering::global_pool(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    if (!x.known || x.rank() < 3) return false;
    Extents extents = x.extents;
    for (std::size_t i = 2; i < extents.size(); ++i) {
        if (extents[i].batch) return false;
        extents[i] = {1, false};
    }
    const PoolingKind kind = node.kind == "GlobalMaxPool" ? PoolingKind::maximum : PoolingKind::global_average;
    return emit(node, Pooling{.kind = kind, .adaptive = true}, {input_tensor(node, 0)}, extents);
}

bool OnnxLowering::reduce(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    if (!x.known) return false;
    std::vector<std::int64_t> axes = list(node, "axes", 1).value_or(std::vector<std::int64_t>{});
    if (has_input(node, 1) && !in(node, 1).integers) return false;
    keep_as_buffer(in(node, 1));
    if (axes.empty() && node.integer("noop_with_empty_axes", 0) != 0)
        return view(node, node.outputs.empty() ? "" : node.outputs.front(), x, x.extents, x.strided);
    if (axes.empty())
        for (std::int64_t axis = 0; axis < x.rank(); ++axis) axes.push_back(axis);
    std::vector<bool> gone(x.extents.size());
    for (const std::int64_t axis : axes) {
        const auto place = axis_in(axis, x.rank());
        if (!place || x.extents[*place].batch) return false;
        gone[*place] = true;
    }
    Extents extents;
    for (std::size_t i = 0; i < gone.size(); ++i) {
        if (!gone[i]) extents.push_back(x.extents[i]);
        if (gone[i] && node.integer("keepdims", 1) != 0) extents.push_back({1, false});
    }
    // Sums save nothing for backward; an extreme, a norm or a product saves its input.
    const bool plain = node.kind == "ReduceMean" || node.kind == "ReduceSum";
    const Pooling pooling{.kind = PoolingKind::average, .adaptive = true};
    return emit(node, plain ? OperatorKind(Mean{}) : OperatorKind(pooling), {input_tensor(node, 0)}, extents, x.type);
}

bool OnnxLowering::arg_max(const OnnxNode& node)
{
    const OnnxValue x = in(node, 0);
    const auto axis = x.known ? axis_in(node.integer("axis", 0), x.rank()) : std::nullopt;
    if (!axis || x.extents[*axis].batch) return false;
    Extents extents = x.extents;
    extents[*axis] = {1, false};
    if (node.integer("keepdims", 1) == 0) extents.erase(extents.begin() + static_cast<std::ptrdiff_t>(*axis));
    return emit(node, Copy{}, {input_tensor(node, 0)}, extents, OnnxType::integer);
}

/// The layer formed by multiple nodes.
bool OnnxLowering::pattern(const OnnxNode& node, const FoundPattern& found)
{
    OnnxNode layer = graph_.nodes[found.first];
    layer.inputs = {found.x, found.weight, found.bias};
    layer.outputs = node.outputs;
    const OnnxValue& x = in(layer, 0);
    const OnnxValue& weight = in(layer, 1);
    if (!x.known || node.outputs.empty()) return false;
    const TensorId source = input_tensor(layer, 0);
    const auto activation = [&](ActivationFunction function) {
        return emit(layer, Activation{function, false}, {source}, x.extents);
    };
    switch (found.pattern) {
    case Pattern::none:
    case Pattern::part: return false;
    case Pattern::gelu: return activation(ActivationFunction::gelu);
    case Pattern::silu: return activation(ActivationFunction::silu);
    case Pattern::quick_gelu: return activation(ActivationFunction::quick_gelu);
    case Pattern::hardswish: return activation(ActivationFunction::hardswish);
    case Pattern::layer_norm: {
        if (x.rank() < 1 || x.extents.back().batch) return false;
        const Extents rows(x.extents.begin(), x.extents.end() - 1);
        return normalize(layer, NormalizationKind::layer, elements_of(rows).value());
    }
    case Pattern::group_norm: return group_norm(layer, found.groups);
    case Pattern::biased_linear:
        if (!is_stored(weight) || weight.rank() != 2 || !is_stored(in(layer, 2))) return false;
        if (!linear(layer, x, weight, weight.extents[0].count, weight.extents[1].count)) return false;
        last().parameters[1] = parameter_of(in(layer, 2), true);
        return true;
    }
    return false;
}

} // namespace rigwright

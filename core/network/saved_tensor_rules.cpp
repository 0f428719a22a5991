// SPDX-License-Identifier: Apache-2.0
#include "core/network/saved_tensor_rules.h"

#include "core/network/operator.h"

namespace rigwright {

namespace {

constexpr SavedTensorRule nothing;
constexpr SavedTensorRule own_output{.output = true};
/// A number in the model's code becomes a tensor of one double.
constexpr SavedTensorRule constant_factor{.bytes_fixed = 8};

constexpr SavedTensorRule first_input(bool kept = true) { return {.inputs = {kept}}; }

/// Each operand is needed for the gradient of the other.
SavedTensorRule partners(const GradientNeeds& needs)
{
    SavedTensorRule rule;
    rule.inputs[0] = needs.inputs[1] || needs.weight;
    rule.inputs[1] = needs.inputs[0];
    return rule;
}

/// An in-place product overwrites its first operand and therefore saves a clone.
SavedTensorRule binary(const Binary& b, const GradientNeeds& needs)
{
    if (b.operation != BinaryOperation::multiply) return {};
    SavedTensorRule rule = partners(needs);
    if (b.in_place) {
        rule.input_clone = rule.inputs[0];
        rule.inputs[0] = false;
    }
    return rule;
}

SavedTensorRule normalization(const Normalization& norm, const GradientNeeds& needs)
{
    SavedTensorRule rule = first_input(norm.mode != NormalizationMode::frozen);
    if (norm.mode == NormalizationMode::frozen) {
        // The constants give one factor and one summand per channel; the product saves the factor.
        rule.fp32_fixed = norm.statistics;
        return rule;
    }
    switch (norm.kind) {
    case NormalizationKind::batch: rule.fp32_fixed = Count(2) * Count(norm.statistics); break;
    case NormalizationKind::layer:
    case NormalizationKind::group: rule.fp32_per_sample = Count(2) * Count(norm.statistics); break;
    case NormalizationKind::rms: rule.fp32_per_sample = norm.statistics; break;
    case NormalizationKind::instance:
        // Runs as a batch norm over samples x channels, whose scale is materialized once per sample.
        rule.fp32_per_sample = Count(needs.weight ? 3 : 2) * Count(norm.statistics);
        break;
    }
    return rule;
}

SavedTensorRule input_or_clone(bool in_place) { return {.inputs = {!in_place}, .input_clone = in_place}; }

SavedTensorRule activation(const Activation& activation)
{
    switch (activation.function) {
    case ActivationFunction::relu:
    case ActivationFunction::sigmoid:
    case ActivationFunction::tanh:
    case ActivationFunction::exp:
    case ActivationFunction::sqrt:
    case ActivationFunction::rsqrt: return own_output;
    case ActivationFunction::leaky_relu: return activation.in_place ? own_output : first_input();
    case ActivationFunction::relu6:
    case ActivationFunction::silu:
    case ActivationFunction::hardswish: return input_or_clone(activation.in_place);
    case ActivationFunction::prelu:
    case ActivationFunction::gelu:
    case ActivationFunction::gelu_tanh:
    case ActivationFunction::hardsigmoid:
    case ActivationFunction::square:
    case ActivationFunction::softplus:
    case ActivationFunction::clamp: return first_input();
    // x * sigmoid(1.702 x): the input and the sigmoid's output.
    case ActivationFunction::quick_gelu:
        return {.inputs = {true}, .input_clone = true, .bytes_fixed = constant_factor.bytes_fixed};
    }
    return {};
}

SavedTensorRule pooling(const Pooling& pool)
{
    SavedTensorRule rule = first_input(pool.kind != PoolingKind::global_average);
    if (pool.kind == PoolingKind::maximum) rule.bytes_per_output_element = 8;
    return rule;
}

SavedTensorRule mask_of(const MaskedFill& fill)
{
    if (fill.per_sample) return {.bytes_per_sample = fill.mask_elements};
    return {.bytes_fixed = fill.mask_elements};
}

} // namespace

SavedTensorRule saved_tensor_rule(const OperatorKind& kind, const GradientNeeds& needs)
{
    return std::visit(
        Match{
            // A convolution saves its input even if only the input gradient is needed.
            [](const Convolution&) { return first_input(); },
            [&](const Linear&) { return first_input(needs.weight || needs.quantized_product); },
            [&](const MatrixProduct&) { return partners(needs); },
            // The logarithm of the softmax denominator, one fp32 per query and head.
            [](const FusedAttention& a) {
                return SavedTensorRule{.inputs = {true, true, true},
                                       .output = true,
                                       .fp32_per_sample = Count(a.windows) * Count(a.heads) * Count(a.query_tokens)};
            },
            [&](const Normalization& norm) { return normalization(norm, needs); },
            [](const Activation& a) { return activation(a); },
            [&](const Binary& b) { return binary(b, needs); },
            [](const Scale&) { return constant_factor; },
            [](const MaskedFill& fill) { return mask_of(fill); },
            [](const Softmax&) { return own_output; },
            // A mask, or in place the random factors, with the input's number and size of elements.
            [](const Dropout& d) {
                return SavedTensorRule{.input_clone = d.in_place, .bytes_per_output_element = d.in_place ? 0 : 1};
            },
            [](const Pooling& pool) { return pooling(pool); },
            [](const Resize&) { return nothing; },
            [](const Concatenate&) { return nothing; },
            [](const Copy&) { return nothing; },
            [](const View&) { return nothing; },
            [](const Cast&) { return nothing; },
            [](const Embedding&) { return first_input(); },
            // The positions of the values.
            [](const TopK&) { return SavedTensorRule{.bytes_per_output_element = 8}; },
            [](const Indices&) { return nothing; },
            // Every index tensor after the first input.
            [](const Gather&) {
                return SavedTensorRule{.inputs = {false, true, true}};
            },
            [](const ScatterAdd&) {
                return SavedTensorRule{.inputs = {true, true}};
            },
            [](const Mean&) { return nothing; },
            // PyTorch's kernel for both gradients reads the map and the positions, even if only one gradient is needed.
            [](const GridSample&) {
                return SavedTensorRule{.inputs = {true, true}};
            },
            // The logarithms of the probabilities, the targets, and the number of targets.
            [](const CrossEntropy&) {
                return SavedTensorRule{.inputs = {false, true}, .input_clone = true, .fp32_fixed = 1};
            },
        },
        kind);
}

} // namespace rigwright

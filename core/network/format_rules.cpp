// SPDX-License-Identifier: Apache-2.0
#include "core/network/format_rules.h"

#include "core/network/match.h"

namespace rigwright {

namespace {

AutocastRule normalization_rule(const Normalization& norm)
{
    switch (norm.kind) {
    case NormalizationKind::batch:
        return norm.mode == NormalizationMode::frozen ? AutocastRule::widest_with_weights : AutocastRule::as_input;
    case NormalizationKind::instance: return AutocastRule::as_input;
    case NormalizationKind::layer:
    case NormalizationKind::group:
    case NormalizationKind::rms: return AutocastRule::fp32;
    }
    return AutocastRule::as_input;
}

AutocastRule activation_rule(const Activation& activation)
{
    switch (activation.function) {
    case ActivationFunction::exp:
    case ActivationFunction::rsqrt:
    case ActivationFunction::square:
    case ActivationFunction::softplus: return AutocastRule::fp32;
    // On the list of operators that run in 16 bit, unlike all other activations.
    case ActivationFunction::prelu: return AutocastRule::lower;
    case ActivationFunction::relu:
    case ActivationFunction::relu6:
    case ActivationFunction::leaky_relu:
    case ActivationFunction::gelu:
    case ActivationFunction::gelu_tanh:
    case ActivationFunction::silu:
    case ActivationFunction::sigmoid:
    case ActivationFunction::tanh:
    case ActivationFunction::hardswish:
    case ActivationFunction::hardsigmoid:
    case ActivationFunction::quick_gelu:
    case ActivationFunction::sqrt:
    case ActivationFunction::clamp: return AutocastRule::as_input;
    }
    return AutocastRule::as_input;
}

} // namespace

bool converts_inputs(const OperatorKind& kind)
{
    if (const auto* norm = std::get_if<Normalization>(&kind)) return norm->mode != NormalizationMode::frozen;
    return !std::holds_alternative<Cast>(kind) && !std::holds_alternative<View>(kind) &&
           !std::holds_alternative<Binary>(kind) && !std::holds_alternative<Concatenate>(kind);
}

AutocastRule autocast_rule(const OperatorKind& kind)
{
    using Rule = AutocastRule;
    return std::visit(Match{
                          [](const Convolution&) { return Rule::lower; },
                          [](const Linear&) { return Rule::lower; },
                          [](const MatrixProduct& p) { return p.in_fp32 ? Rule::fp32 : Rule::lower; },
                          [](const FusedAttention&) { return Rule::lower; },
                          [](const Normalization& norm) { return normalization_rule(norm); },
                          [](const Activation& activation) { return activation_rule(activation); },
                          [](const Binary& binary) { return binary.in_place ? Rule::as_input : Rule::widest; },
                          [](const Scale&) { return Rule::as_input; },
                          [](const MaskedFill&) { return Rule::as_input; },
                          [](const Softmax&) { return Rule::fp32; },
                          [](const Dropout&) { return Rule::as_input; },
                          [](const Pooling&) { return Rule::as_input; },
                          [](const Resize&) { return Rule::as_input; },
                          [](const Concatenate&) { return Rule::widest; },
                          [](const Copy&) { return Rule::as_input; },
                          [](const View&) { return Rule::as_input; },
                          [](const Cast&) { return Rule::as_input; },
                          [](const Embedding&) { return Rule::as_input; },
                          [](const TopK&) { return Rule::as_input; },
                          [](const Indices&) { return Rule::as_input; },
                          [](const Gather&) { return Rule::as_input; },
                          [](const ScatterAdd&) { return Rule::as_input; },
                          [](const Mean&) { return Rule::as_input; },
                          [](const GridSample&) { return Rule::widest; },
                          [](const CrossEntropy&) { return Rule::fp32; },
                      },
                      kind);
}

} // namespace rigwright

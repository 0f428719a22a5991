// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/operator.h"

namespace rigwright {

/// In which format an operator reads its inputs under autocast.
enum class AutocastRule {
    /// The 16-bit format: convolutions, linear layers, products of activations, attention.
    lower,
    /// fp32: layer and group norm, softmax, losses, powers and exponentials.
    fp32,
    /// Whatever the input has.
    as_input,
    /// The widest of the inputs' formats.
    widest,
    /// The widest of the inputs' formats and that of the weights: an ordinary product or sum with a parameter.
    widest_with_weights,
};

/// The operator lists of `torch.autocast` for CUDA devices (PyTorch documentation, "Autocast Op Reference").
AutocastRule autocast_rule(const OperatorKind& kind);

/// False for operators that read mixed formats as they are, element by element, so that no converted copy exists.
bool converts_inputs(const OperatorKind& kind);

} // namespace rigwright

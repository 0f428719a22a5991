// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/operator.h"

#include <array>

namespace rigwright {

/// Tensors that an operator saves for backward, as autograd does (measured operator by operator on PyTorch 1.13).
struct SavedTensorRule {
    /// Input `i` is saved (in the format in which the operator read it).
    std::array<bool, Operator::max_inputs> inputs{};
    bool output = false;
    /// A clone of the first input, made because the operator overwrites it.
    bool input_clone = false;
    /// Extra bytes per output element: masks (1), pooling indices (8).
    Count bytes_per_output_element{};
    /// Extra fp32 numbers per sample (row statistics), and once per batch (channel statistics).
    Count fp32_per_sample{};
    Count fp32_fixed{};
    /// Extra bytes per sample (masks) and once per batch (masks, the 8 bytes of a constant factor).
    Count bytes_per_sample{};
    Count bytes_fixed{};
};

/// Gradients that the backward pass of an operator computes.
struct GradientNeeds {
    std::array<bool, Operator::max_inputs> inputs{};
    bool weight = false;
    /// The weight is stored quantized, and the quantization library's product saves its input even if the weight is
    /// frozen (bitsandbytes: MatMul8bitLt, up to 0.43.1 also MatMul4Bit).
    bool quantized_product = false;
};

SavedTensorRule saved_tensor_rule(const OperatorKind& kind, const GradientNeeds& needs);

} // namespace rigwright

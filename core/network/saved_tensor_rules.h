// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/operator.h"

#include <array>

namespace rigwright {

/// What one operator keeps for its backward pass, as autograd does (measured operator by operator on PyTorch 1.13).
struct SavedTensorRule {
    /// Input `i` is kept (in the format the operator read it in).
    std::array<bool, Operator::max_inputs> inputs{};
    bool output = false;
    /// A clone of the first input, made because the operator overwrites it.
    bool input_clone = false;
    /// Extra bytes for each element of the output: masks (1), pooling indices (8).
    Count bytes_per_output_element;
    /// Extra fp32 numbers for each sample (row statistics), and once for the batch (channel statistics).
    Count fp32_per_sample;
    Count fp32_fixed;
    /// Extra bytes for each sample (masks) and once for the batch (masks, the 8 bytes of a constant factor).
    Count bytes_per_sample;
    Count bytes_fixed;
};

/// Which gradients the backward pass of an operator computes.
struct GradientNeeds {
    std::array<bool, Operator::max_inputs> inputs{};
    bool weight = false;
    /// The weight is stored quantised: the product with it is no operator of the framework but a function of the
    /// quantisation library, which keeps its input whether the weight is trained or not (bitsandbytes 0.41, MatMul4Bit
    /// and MatMul8bitLt).
    bool quantized_weight = false;
};

SavedTensorRule saved_tensor_rule(const OperatorKind& kind, const GradientNeeds& needs);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/memory_coefficients.h"
#include "core/network/analysis.h"

namespace rigwright {

/// Workspace that cuDNN's algorithm search leaves in the allocator for fp32 convolutions: a multiple of the unfolded
/// input (kernel elements x input channels x output positions x 4 bytes) for each kind of convolution: dense with
/// stride one, grouped, strided, depthwise. The search leaves the freed blocks of every kind behind, so the largest of
/// each kind are added. Fitted on timm models with the search on; 16-bit channels-last convolutions need none.
BatchBytes convolution_workspace(const Network& network, const MemoryCoefficients& coefficients);

} // namespace rigwright

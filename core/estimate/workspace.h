// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/memory_coefficients.h"
#include "core/network/analysis.h"

namespace rigwright {

/// Workspace that cuDNN's algorithm search leaves in the allocator for fp32 convolutions, for each kind of them: dense
/// 3 x 3 with stride one, whose Winograd algorithm transforms tiles of input and output; other dense ones with stride
/// one, grouped and strided ones, which unfold their input (kernel elements x input channels x output positions);
/// depthwise. The search leaves the freed blocks of every kind behind, so the largest of each kind are added. Fitted on
/// timm models with the search on; 16-bit channels-last convolutions need none.
BatchBytes convolution_workspace(const Network& network, const MemoryCoefficients& coefficients);

} // namespace rigwright

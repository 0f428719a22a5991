// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network.h"

#include <vector>

namespace rigwright {

/// For each operator the share of the elements it reads and writes that stay in registers where chains of passes over
/// elements run as one kernel: tensors that one pass of the chain hands to another and nothing outside it reads. What a
/// chain writes in between is computed again in backward, as compilers and the fused kernels of vendor stacks do. Zero
/// for matrix products, convolutions and whatever reorders elements.
std::vector<float> fused_shares(const Network& network);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network.h"

#include <vector>

namespace rigwright {

/// Which tensors tensor parallelism divides among its ranks (Shoeybi et al. 2019, Megatron-LM): a product whose input
/// is whole is split by columns and its output with it; the next product is split by rows and makes its output whole.
/// Products whose output a norm, a router or a mean needs entire are replicated. Indexed by tensor.
std::vector<bool> split_tensors(const Network& network);

/// True for steps that one fused kernel does on the way: element by element.
bool is_elementwise(const OperatorKind& kind);

} // namespace rigwright

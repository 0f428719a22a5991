// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/analysis.h"

#include <cstdint>
#include <vector>

namespace rigwright {

/// For each of `facts` the index of the first one that launches the same kernels at every batch, itself where none
/// before it does: the same kind of operator on tensors of the same sizes and formats, with gradients for the same
/// operands. Names, values and what is kept for backward do not matter; neither does what part of a network it is in.
std::vector<std::uint32_t> first_of_same_work(const Network& network, const std::vector<OperatorFacts>& facts);

} // namespace rigwright

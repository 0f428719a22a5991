// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network.h"

#include <cstdint>

namespace rigwright {

/// What of a network degrees of parallelism must divide.
struct Divisible {
    /// Heads of the attention that divides worst by the tensor degree asked for; zero without attention.
    std::int64_t heads = 0;
    /// The largest number that divides the heads of every attention; zero without attention.
    std::int64_t common_heads = 0;
    /// Zero where no layer has experts.
    std::int64_t experts = 0;
    /// Repeated layers that a pipeline deals out to its stages.
    std::int64_t layers = 0;
    /// Tokens of the longest attention.
    std::int64_t tokens = 0;
};

Divisible divisible_of(const Network& network, std::int64_t tensor_degree);

} // namespace rigwright

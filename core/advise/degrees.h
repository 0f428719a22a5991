// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

#include <cstdint>
#include <vector>

namespace rigwright {

/// Degrees of parallelism that a plan could take one at a time, the others left as they are: each divides what it has
/// to divide (GPUs, heads, tokens, experts, layers). Ascending from 1, never empty.
struct LegalDegrees {
    std::vector<std::int64_t> tensor;
    std::vector<std::int64_t> pipeline;
    std::vector<std::int64_t> context;
    std::vector<std::int64_t> expert;
    /// Chunks of layers on one GPU of a pipeline.
    std::vector<std::int64_t> interleave;
};

/// Precondition: the evaluation has a network.
LegalDegrees legal_degrees(const Evaluation& evaluation);

/// What divides `number`, ascending from 1; only 1 for a number below one.
std::vector<std::int64_t> divisors_of(std::int64_t number);

} // namespace rigwright

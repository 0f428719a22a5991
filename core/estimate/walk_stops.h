// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/activation_walk.h"

#include <vector>

namespace rigwright {

/// One operator entry of an analysis, reduced to the amounts that a walk over the step adds and releases, for one copy
/// of its block.
struct WalkStop {
    std::size_t op = 0;
    BatchBytes kept;
    /// The part of `kept` that selective recomputation drops and makes again.
    BatchBytes attention_internal;
    /// Alive beside what is kept while the operator runs forward, and backward.
    BatchBytes forward_temporary;
    BatchBytes backward_temporary;
    /// Gradients of its own parameters that its backward pass gives birth to.
    Bytes gradients;
    /// 16-bit copies of its weights under autocast.
    Bytes weight_copies;
};

/// Consecutive entries that belong to one block and repeat together, with their sums for one copy.
struct WalkGroup {
    std::size_t first = 0;
    std::size_t last = 0;
    std::int64_t first_copy = 0;
    std::int64_t copies = 1;
    BatchBytes kept;
    /// What one copy leaves behind for its backward pass.
    BatchBytes left;
    /// Under full recomputation the boundary stays beside what is rebuilt.
    bool rebuilt = false;
    Bytes gradients;
    /// Gradients of parameters that the block shares with others: born once, when backward reaches its last copy.
    Bytes shared_gradients;
    Bytes weight_copies;
};

struct WalkPlan {
    std::vector<WalkStop> stops;
    std::vector<WalkGroup> groups;
};

WalkPlan plan_walk(const Network& network, const Analysis& analysis, const WalkOptions& options);

/// Bytes of a tensor's elements in a format; nothing for indices and masks.
BatchBytes activation_bytes(const Network& network, TensorId id, NumberFormat format);

} // namespace rigwright

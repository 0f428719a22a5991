// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"

#include <string>
#include <vector>

namespace rigwright {

/// One part's share in a change.
struct ChangeCause {
    /// The id that `explain` knows ("memory.parts.activations").
    std::string quantity;
    Value difference;
};

/// How one of the two main results moved between two answers, and because of what.
struct ResultChange {
    /// "memory.total_bytes" or "time.step_seconds".
    std::string quantity;
    Value before;
    Value after;
    /// Largest first; parts that did not move are left out. They add up to the whole difference.
    std::vector<ChangeCause> causes;

    Value difference() const;
};

/// The results that both answers have and that differ: memory of one GPU, then the time of one step.
std::vector<ResultChange> what_changed(const Estimate& before, const Estimate& after);

} // namespace rigwright

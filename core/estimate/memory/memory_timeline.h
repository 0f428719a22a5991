// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

#include <array>
#include <string>
#include <vector>

namespace rigwright {

/// What tensors occupy while one operator runs.
struct TimelineMoment {
    Phase phase = Phase::forward;
    /// Name as in layer tables; empty for the optimizer's update.
    std::string layer;
    /// Workspaces, context and the allocator's reserve, which do not change during a step, are not in the parts.
    std::array<Bytes, memory_part_count> parts;
    /// The sum of the parts: what the framework calls allocated.
    Bytes allocated;

    Bytes part(MemoryPart which) const { return parts[static_cast<std::size_t>(which)]; }
};

/// Memory over one step in the order of time: forward, loss, backward, update. Of a repeated block at most 8 copies are
/// listed, evenly chosen, with the first and the last. The largest moment is the peak of the estimate. Made when asked
/// for; where a layer plan stands for the walk, only the fullest moments of its phases. Empty without a memory estimate.
std::vector<TimelineMoment> memory_timeline(const Evaluation& evaluation);

} // namespace rigwright

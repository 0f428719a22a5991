// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"
#include "core/network/analysis.h"

#include <array>
#include <string>
#include <vector>

namespace rigwright {

struct Evaluation;

inline BatchBytes operator+(BatchBytes a, const BatchBytes& b)
{
    a += b;
    return a;
}
inline BatchBytes operator-(const BatchBytes& a, const BatchBytes& b)
{
    return {a.fixed - b.fixed, a.per_sample - b.per_sample};
}

/// Memory alive at one moment of a step, as a function of the micro-batch. Excludes the batch of inputs and the states
/// of the optimizer, which stay throughout.
struct Moment {
    Phase phase = Phase::forward;
    /// The active operator and the copy of its block.
    std::size_t op = 0;
    std::int64_t copy = 0;
    /// Saved for backward and not yet released.
    BatchBytes activations;
    /// Tensors that are not saved, gradients of activations, loss tensors, 16-bit weight copies.
    BatchBytes temporary;
    /// Parameter gradients that exist.
    Bytes gradients;

    Bytes total(Count micro_batch) const { return activations.at(micro_batch) + temporary.at(micro_batch) + gradients; }
};

/// The moments with the largest total at some micro-batch, in their order: a handful for any network.
std::vector<Moment> upper_envelope(std::vector<Moment> moments);

/// The moment with the largest total at a micro-batch; the first of equals. `moments` must not be empty.
const Moment& peak_at(const std::vector<Moment>& moments, Count micro_batch);

/// Memory that tensors occupy while one operator runs.
struct TimelineMoment {
    Phase phase = Phase::forward;
    /// Name as in layer tables; empty for the optimizer's update.
    std::string layer;
    /// Excludes workspaces, context and the allocator's reserve, which do not change during a step.
    std::array<Bytes, memory_part_count> parts;
    /// The sum of the parts: the framework's "allocated" memory.
    Bytes allocated;

    Bytes part(MemoryPart which) const { return parts[static_cast<std::size_t>(which)]; }
};

/// Memory over one step in chronological order: forward, loss, backward, update. At most 8 copies of a repeated block
/// are listed, evenly spaced, with the first and the last. The largest moment is the peak of the estimate. Computed on
/// request; where a layer plan replaces the walk, only the peak moments of its phases. Empty without a memory estimate.
std::vector<TimelineMoment> memory_timeline(const Evaluation& evaluation);

} // namespace rigwright

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

/// What is alive at one moment of a step, as a function of the micro-batch. The batch of inputs and the states of the
/// optimizer, which stay throughout, are not part of it.
struct Moment {
    Phase phase = Phase::forward;
    /// The operator at work and the copy of its block.
    std::size_t op = 0;
    std::int64_t copy = 0;
    /// Kept for backward and not yet released.
    BatchBytes activations;
    /// Tensors that are not kept, gradients of activations, loss tensors, 16-bit weight copies.
    BatchBytes temporary;
    /// Parameter gradients that exist.
    Bytes gradients;

    Bytes total(Count micro_batch) const { return activations.at(micro_batch) + temporary.at(micro_batch) + gradients; }
};

/// Of these moments, in their order, those with the largest total at some micro-batch: a handful whatever the network.
std::vector<Moment> upper_envelope(std::vector<Moment> moments);

/// The moment with the largest total at a micro-batch; the earliest of equals. `moments` must not be empty.
const Moment& peak_at(const std::vector<Moment>& moments, Count micro_batch);

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
/// for; where a layer plan replaces the walk, only the fullest moments of its phases. Empty without a memory estimate.
std::vector<TimelineMoment> memory_timeline(const Evaluation& evaluation);

} // namespace rigwright

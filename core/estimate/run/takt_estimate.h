// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/term.h"
#include "core/quantities/quantity.h"
#include "core/scenario/finding.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rigwright {

struct TimeEstimate;
struct TimeTerms;

/// Inference against the cycle of a production line: what one inspected part costs, from its file to its verdict.
struct TaktEstimate {
    std::int64_t tiles_high = 1;
    std::int64_t tiles_wide = 1;
    std::int64_t tiles_per_part = 1;
    std::int64_t batches_per_part = 1;
    /// Batches that one GPU computes after one another.
    std::int64_t rounds = 1;
    /// Reading the part's file; decoding it on one thread; cutting and resizing its tiles on all threads.
    Seconds read;
    Seconds decode;
    Seconds prepare;
    double threads = 1.0;
    /// One batch: sent to the GPU, computed.
    Seconds copy;
    Seconds compute;
    bool copy_overlaps = false;
    /// One batch of tiles on its own, copied and computed.
    Seconds batch_latency;
    /// One part from its file to its verdict.
    Seconds part_latency;
    /// Time between two parts when one is prepared while the one before is computed, and how many that makes.
    Seconds between_parts;
    double parts_per_second = 0.0;
    Seconds takt;
    /// The part of the cycle that the computer may take.
    Seconds limit;
    bool met = true;
};

struct TaktResult {
    std::optional<TaktEstimate> takt;
    std::vector<Finding> findings;
};

/// Of scenarios with `requirements.takt_seconds`; without one there is nothing to judge.
TaktResult takt_estimate(const Scenario& scenario, const TimeEstimate& time, const TimeTerms& terms,
                         const RunCoefficients& coefficients, Trace& trace);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/time/step_time.h"

#include <optional>
#include <vector>

namespace rigwright {

/// What one inspected part costs, from its file to its verdict.
struct TaktTerms {
    std::int64_t tiles_high = 1;
    std::int64_t tiles_wide = 1;
    std::int64_t tiles = 1;
    std::int64_t batches = 1;
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
    Seconds batch;
    Seconds part;
    /// Time between two parts when one is prepared while the one before is computed.
    Seconds between_parts;
    Seconds takt;
    double share = 0.0;
    Seconds limit;
};

struct TaktResult {
    std::optional<TaktTerms> terms;
    std::vector<Finding> findings;
};

/// Of scenarios with `requirements.takt_seconds`; without one there is nothing to judge.
TaktResult takt_terms(const Scenario& scenario, const TimeEstimate& time, const TimeTerms& terms,
                      const RunCoefficients& coefficients);
TaktEstimate takt_estimate(const TaktTerms& terms);

} // namespace rigwright

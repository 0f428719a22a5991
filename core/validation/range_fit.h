// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/validation/unseen.h"

#include <array>
#include <set>
#include <string>
#include <string_view>

namespace rigwright {

/// Values that `calibrate` writes to section "time_range".
struct TimeRangeFit {
    TimeRangeWidths widths;
    std::size_t cases = 0;
    std::size_t sources = 0;
    /// Share of left-out runs, with equal weight per source, that their range covers with widths fitted without their
    /// source.
    double covered = 0.0;
};

/// Fits base, new kind, host and communication to the runs that are neither an order of magnitude nor reserved for
/// evaluating times: minimizes the sum over sources of the mean interval score, with a weak pull towards the priors.
/// The factor covers nine of ten runs of sources left out of that fit. The order of magnitude is unchanged.
TimeRangeFit fit_time_range(std::span<const UnseenRun> runs, double order_of_magnitude);

/// The fitted ranges of section "memory_range".
inline constexpr std::array memory_ranges{"readings", "language_models", "detectors", "generators"};

/// Bounds of a factor on shown memory, as logarithms: the 3rd and 97th percentile, with equal weight per source. Each
/// is at least half as far as the other: few sources have errors on both sides.
struct MemoryRangeFit {
    double low = 0.0;
    double high = 0.0;
    std::size_t cases = 0;
    std::size_t sources = 0;
    /// Share of left-out readings, with equal weight per source, that are inside the bounds of the other sources.
    double covered = 0.0;
};
MemoryRangeFit fit_memory_range(std::span<const UnseenRun> runs, std::string_view kind);

/// The kinds of runs with measured times among the fitted cases.
std::set<std::string> measured_kinds(std::span<const Case> cases, const EngineData& data);

} // namespace rigwright

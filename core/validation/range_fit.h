// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/validation/unseen.h"

#include <set>
#include <string>

namespace rigwright {

/// What `calibrate` writes into section "time_range".
struct TimeRangeFit {
    TimeRangeWidths widths;
    std::size_t cases = 0;
    std::size_t sources = 0;
    /// Share of left-out runs, sources alike, that their range covers with widths fitted without their source.
    double covered = 0.0;
};

/// Fits base, new kind, host and communication to the runs whose kind was not beyond any measurement: the smallest sum
/// over sources of the mean interval score, drawn a little towards what was believed. The factor covers nine of ten
/// runs of sources left out of that fit. The order of magnitude is kept.
TimeRangeFit fit_time_range(std::span<const UnseenRun> runs, double order_of_magnitude);

/// Bounds of a factor on shown memory, as logarithms: the 5th and 95th percentile, sources alike, times a factor with
/// which they cover nine of ten runs of sources left out.
struct MemoryRangeFit {
    double low = 0.0;
    double high = 0.0;
    std::size_t cases = 0;
    std::size_t sources = 0;
};
MemoryRangeFit fit_memory_range(std::span<const UnseenRun> runs, const std::function<bool(const UnseenRun&)>& counts);

/// The kinds that the fitted ones among the cases have measured times of.
std::set<std::string> measured_kinds(std::span<const Case> cases, const EngineData& data);

} // namespace rigwright

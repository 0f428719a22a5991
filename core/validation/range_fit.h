// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/validation/unseen.h"

#include <array>
#include <set>
#include <string>
#include <string_view>

namespace rigwright {

/// What `calibrate` writes into section "time_range".
struct TimeRangeFit {
    TimeRangeWidths widths;
    std::size_t cases = 0;
    std::size_t sources = 0;
    /// Share of left-out runs, sources alike, that their range covers with widths fitted without their source.
    double covered = 0.0;
};

/// Fits base, new kind, host and communication to the runs whose kind was not beyond any measurement and that do not
/// only judge times: the smallest sum over sources of the mean interval score, drawn a little towards what was
/// believed. The factor covers nine of ten runs of sources left out of that fit. The order of magnitude is kept.
TimeRangeFit fit_time_range(std::span<const UnseenRun> runs, double order_of_magnitude);

/// The fitted ranges of section "memory_range".
inline constexpr std::array memory_ranges{"readings", "language_models", "detectors", "generators"};

/// Bounds of a factor on shown memory, as logarithms: the 3rd and 97th percentile, sources alike. Neither is nearer
/// than half of the other: few sources show errors to both sides.
struct MemoryRangeFit {
    double low = 0.0;
    double high = 0.0;
    std::size_t cases = 0;
    std::size_t sources = 0;
    /// Share of left-out readings, sources alike, that lie within the bounds of the other sources.
    double covered = 0.0;
};
MemoryRangeFit fit_memory_range(std::span<const UnseenRun> runs, std::string_view kind);

/// The kinds that the fitted ones among the cases have measured times of.
std::set<std::string> measured_kinds(std::span<const Case> cases, const EngineData& data);

} // namespace rigwright

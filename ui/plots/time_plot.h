// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/run/sweep.h"
#include "ui/plots/plot_list.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rigwright {

/// A computed point; times in seconds, positive and finite.
struct TimePoint {
    std::int64_t micro_batch = 0;
    double seconds = 0.0;
    double low = 0.0;
    double high = 0.0;
    double step = 0.0;
    double samples_per_second = 0.0;
    /// Otherwise times are hypothetical.
    bool fits = true;
};

/// Ascending. Omits points without a time; for epochs and trainings, also those without a number of samples and batches
/// larger than the dataset: an epoch cannot be shorter than a step.
std::vector<TimePoint> time_points(const std::vector<SweepPoint>& points, Timed timed);

/// The maximum share of the shortest time in memory that a larger batch would save; empty if no batch fits.
std::optional<double> saving_beyond_memory(const std::vector<TimePoint>& points);

/// Ends of a logarithmic axis around all bands, at least a factor of four apart.
QCPRange time_axis_range(const std::vector<TimePoint>& points);

} // namespace rigwright

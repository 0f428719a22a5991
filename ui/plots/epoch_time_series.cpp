// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/epoch_time_series.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rigwright {

namespace {

/// A convention, not a measurement.
constexpr double knee_share_of_best = 0.9;

bool is_positive(double value) { return std::isfinite(value) && value > 0.0; }

std::optional<EpochTimePoint> point_of(const SweepPoint& swept)
{
    if (!swept.estimate || !swept.estimate->time) return std::nullopt;
    const TimeEstimate& time = *swept.estimate->time;
    if (time.steps_per_epoch < 1 || !is_positive(time.step.base()) || !is_positive(time.epoch.base()))
        return std::nullopt;
    EpochTimePoint point;
    point.micro_batch = swept.value;
    point.epoch = time.epoch.base();
    point.step = time.step.base();
    point.low = point.epoch * (time.low / time.step);
    point.high = point.epoch * (time.high / time.step);
    point.samples_per_second = time.samples_per_second;
    point.fits = !swept.estimate->memory || swept.estimate->memory->fits;
    const bool usable = is_positive(point.low) && is_positive(point.high) && is_positive(point.samples_per_second);
    return usable ? std::optional(point) : std::nullopt;
}

} // namespace

EpochTimeSeries epoch_time_series(const std::vector<SweepPoint>& points)
{
    EpochTimeSeries series;
    std::vector<EpochTimePoint> all;
    bool whole_data_set_reached = false;
    for (const SweepPoint& swept : points) {
        const std::optional<EpochTimePoint> point = point_of(swept);
        if (!point) continue;
        all.push_back(*point);
        if (!whole_data_set_reached) series.points.push_back(*point);
        whole_data_set_reached = whole_data_set_reached || swept.estimate->time->steps_per_epoch == 1;
    }
    series.knee = knee_of(all);
    return series;
}

EpochTimeSeries epoch_time_series(const std::vector<SweepPoint>& points, const std::optional<Saturation>& saturation)
{
    EpochTimeSeries series = epoch_time_series(points);
    if (!saturation || !series.knee) return series;
    const auto knee = std::find_if(series.points.begin(), series.points.end(), [&](const EpochTimePoint& point) {
        return point.micro_batch == saturation->knee.micro_batch;
    });
    if (knee == series.points.end() || saturation->kind == Saturation::Kind::not_reached) {
        series.knee->kind = Knee::Kind::not_reached;
    } else {
        const bool at_start = saturation->kind == Saturation::Kind::at_start;
        series.knee = Knee{at_start ? Knee::Kind::at_start : Knee::Kind::inside, *knee};
    }
    return series;
}

std::optional<Knee> knee_of(const std::vector<EpochTimePoint>& points)
{
    if (points.size() < 2) return std::nullopt;
    const auto less = [](const EpochTimePoint& a, const EpochTimePoint& b) {
        return a.samples_per_second < b.samples_per_second;
    };
    const double best = std::max_element(points.begin(), points.end(), less)->samples_per_second;
    const auto found = std::find_if(points.begin(), points.end(), [=](const EpochTimePoint& point) {
        return point.samples_per_second >= knee_share_of_best * best;
    });
    // Without an octave of curve behind it, "hardly falls any more" has not been seen.
    const bool seen = 2 * found->micro_batch <= points.back().micro_batch;
    if (!seen) return Knee{Knee::Kind::not_reached, *found};
    return Knee{found == points.begin() ? Knee::Kind::at_start : Knee::Kind::inside, *found};
}

std::optional<double> saving_beyond_memory(const EpochTimeSeries& series)
{
    std::optional<double> shortest_in_memory;
    double shortest = std::numeric_limits<double>::infinity();
    for (const EpochTimePoint& point : series.points) {
        shortest = std::min(shortest, point.epoch);
        if (point.fits) shortest_in_memory = std::min(shortest_in_memory.value_or(point.epoch), point.epoch);
    }
    if (!shortest_in_memory) return std::nullopt;
    return 1.0 - shortest / *shortest_in_memory;
}

TimeAxisRange time_axis_range(const EpochTimeSeries& series)
{
    if (series.is_empty()) return {};
    double lower = series.points.front().low;
    double upper = series.points.front().high;
    for (const EpochTimePoint& point : series.points) {
        lower = std::min({lower, point.low, point.epoch});
        upper = std::max({upper, point.high, point.epoch});
    }
    constexpr double least_factor = 4.0;
    constexpr double margin = 1.25;
    const double widen = std::max(margin, std::sqrt(least_factor * lower / upper));
    return {lower / widen, upper * widen};
}

} // namespace rigwright

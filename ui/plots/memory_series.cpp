// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory_series.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Lines between two computed points; enough to look round at the size of a window.
constexpr int pieces_between_points = 6;

bool is_in_range(const MemoryEstimate& memory)
{
    return !memory.total.is_out_of_range() && !memory.usable.is_out_of_range() &&
           std::none_of(memory.parts.begin(), memory.parts.end(), [](Bytes part) { return part.is_out_of_range(); });
}

std::vector<double> with_points_between(const std::vector<double>& values)
{
    std::vector<double> result;
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
        for (int piece = 0; piece < pieces_between_points; ++piece) {
            result.push_back(values[i] + (values[i + 1] - values[i]) * piece / pieces_between_points);
        }
    }
    if (!values.empty()) result.push_back(values.back());
    return result;
}

std::vector<double> amounts(const std::vector<MemoryRow>& rows, MemoryPart part)
{
    std::vector<double> values;
    values.reserve(rows.size());
    for (const MemoryRow& row : rows) values.push_back(row.parts[static_cast<std::size_t>(part)].as_double());
    return values;
}

std::vector<MemoryBand> bands_of(const std::vector<MemoryRow>& rows)
{
    std::vector<MemoryBand> bands;
    std::vector<double> below(rows.size(), 0.0);
    for (const MemoryPart part : stacking_order()) {
        const std::vector<double> thickness = amounts(rows, part);
        if (std::all_of(thickness.begin(), thickness.end(), [](double amount) { return amount == 0.0; })) continue;
        std::vector<double> above = below;
        for (std::size_t i = 0; i < above.size(); ++i) above[i] += thickness[i];
        bands.push_back({part, with_points_between(below), with_points_between(above)});
        below = std::move(above);
    }
    return bands;
}

std::optional<std::int64_t> limit_of(const std::vector<MemoryRow>& rows)
{
    const auto first_too_large = std::find_if(rows.begin(), rows.end(), [](const MemoryRow& row) { return !row.fits; });
    if (first_too_large == rows.end()) return std::nullopt;
    return first_too_large == rows.begin() ? 0 : std::prev(first_too_large)->micro_batch;
}

} // namespace

const std::array<MemoryPart, memory_part_count>& stacking_order()
{
    static constexpr std::array order{MemoryPart::framework_overhead, MemoryPart::weights,
                                      MemoryPart::master_weights,     MemoryPart::gradients,
                                      MemoryPart::optimizer_state,    MemoryPart::communication_buffers,
                                      MemoryPart::temporary_buffers,  MemoryPart::activations};
    return order;
}

MemorySeries memory_series(const std::vector<SweepPoint>& points)
{
    MemorySeries series;
    std::vector<double> micro_batches;
    for (const SweepPoint& point : points) {
        if (!point.estimate || !point.estimate->memory || !is_in_range(*point.estimate->memory)) continue;
        const MemoryEstimate& memory = *point.estimate->memory;
        series.rows.push_back({point.value, memory.parts, memory.total, memory.fits, memory.measured_correction});
        series.usable = memory.usable.as_double();
        series.largest_total = std::max(series.largest_total, memory.total.as_double());
        micro_batches.push_back(static_cast<double>(point.value));
    }
    series.micro_batch = with_points_between(micro_batches);
    series.bands = bands_of(series.rows);
    series.limit = limit_of(series.rows);
    const bool corrected = std::any_of(series.rows.begin(), series.rows.end(),
                                       [](const MemoryRow& row) { return row.correction.has_value(); });
    if (corrected) {
        std::vector<double> totals;
        for (const MemoryRow& row : series.rows) totals.push_back(row.total.as_double());
        series.corrected = with_points_between(totals);
    }
    return series;
}

double memory_axis_end(const MemorySeries& series, double present_total)
{
    constexpr double room_above_capacity = 1.3;
    constexpr double room_above_curve = 1.1;
    const double smallest_total = series.rows.empty() ? 0.0 : series.rows.front().total.as_double();
    const double capacity_in_sight =
        std::max({series.usable, smallest_total, present_total / room_above_curve}) * room_above_capacity;
    const double whole_curve = std::max(series.largest_total, series.usable) * room_above_curve;
    return std::min(capacity_in_sight, whole_curve);
}

} // namespace rigwright

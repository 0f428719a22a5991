// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "core/estimate/run/sweep.h"
#include "ui/format/words.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/plot_canvas.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace rigwright {

/// A part of the memory as an area between two lines, in bytes at the batches of its series.
struct MemoryBand {
    MemoryPart part = MemoryPart::weights;
    std::vector<double> lower;
    std::vector<double> upper;
};

/// A computed point, for the table and the readout.
struct MemoryRow {
    std::int64_t micro_batch = 0;
    std::array<Bytes, memory_part_count> parts;
    Bytes total;
    bool fits = true;
    /// Correction by measurements; empty without any.
    std::optional<Bytes> correction{};
};

/// Memory against the micro-batch, ready to draw.
struct MemorySeries {
    /// Ascending; includes points interpolated linearly in the batch, since such lines are curved on a logarithmic
    /// axis.
    std::vector<double> micro_batch;
    /// From the bottom up; without parts that are always zero.
    std::vector<MemoryBand> bands;
    /// The total with corrections by measurements; empty without any.
    std::vector<double> corrected;
    std::vector<MemoryRow> rows;
    double usable = 0.0;
    double largest_total = 0.0;
    /// Largest batch on the curve that fits; 0 if none does, empty if all do.
    std::optional<std::int64_t> limit;

    bool is_empty() const { return rows.empty(); }
};

/// Bottom to top: fixed parts first, parts that grow with the batch last.
const std::array<MemoryPart, memory_part_count>& stacking_order();

/// Omits points without a memory estimate or with amounts beyond 64 bits.
MemorySeries memory_series(const std::vector<SweepPoint>& points);

/// Upper end of the memory axis: the capacity line is in the upper part of the plot, and the current total is always
/// visible.
double memory_axis_end(const MemorySeries& series, double present_total);

// Shared by all memory plots.

/// The color and pattern of a part.
HatchedFill fill_of(MemoryPart part, const Theme& theme);
QString part_name(MemoryPart part, const Localization& words);

/// Sets the memory axis of a plot up to `end` bytes; returns the bytes of its unit.
double set_memory_axis(PlotCanvas& canvas, double end, const Localization& words, int most_ticks = 8);

/// Draws the line of usable memory, with its label at `left`; both in axis units. Omits an empty label.
void draw_usable_line(PlotCanvas& canvas, double left, double height, const QString& label);
QString usable_text(Value usable, const Localization& words);

/// The parts present in any of `rows`, from the bottom of the stack up. `amount(row, part)` is in bytes.
template <typename Rows, typename Amount>
std::vector<MemoryPart> parts_present(const Rows& rows, Amount amount)
{
    std::vector<MemoryPart> present;
    for (const MemoryPart part : stacking_order()) {
        const auto has = [&](const auto& row) { return amount(row, part) > Bytes(); };
        if (std::any_of(rows.begin(), rows.end(), has)) present.push_back(part);
    }
    return present;
}

} // namespace rigwright

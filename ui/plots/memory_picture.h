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

/// One part of the memory as an area between two lines, in bytes at the batches of its series.
struct MemoryBand {
    MemoryPart part = MemoryPart::weights;
    std::vector<double> lower;
    std::vector<double> upper;
};

/// One computed point, for the table and the readout.
struct MemoryRow {
    std::int64_t micro_batch = 0;
    std::array<Bytes, memory_part_count> parts;
    Bytes total;
    bool fits = true;
    /// What measurements add to the parts; empty where none corrects them.
    std::optional<Bytes> correction{};
};

/// Memory against the micro-batch, ready to be drawn.
struct MemorySeries {
    /// Ascending; between the computed points there are further ones on the straight line in the batch, which is bent
    /// on a logarithmic axis.
    std::vector<double> micro_batch;
    /// From the bottom up; parts that are zero everywhere are left out.
    std::vector<MemoryBand> bands;
    /// The total with what measurements add to the bands or take from them; empty without measurements.
    std::vector<double> corrected;
    std::vector<MemoryRow> rows;
    double usable = 0.0;
    double largest_total = 0.0;
    /// Largest batch on the curve that fits; 0 when none does, empty when all do.
    std::optional<std::int64_t> limit;

    bool is_empty() const { return rows.empty(); }
};

/// Bottom to top: what is there at any batch first, what grows with it last.
const std::array<MemoryPart, memory_part_count>& stacking_order();

/// Points without a memory estimate, or with amounts beyond 64 bits, are left out.
MemorySeries memory_series(const std::vector<SweepPoint>& points);

/// Upper end of the memory axis: the capacity line lies in the upper part of the picture and the present total is
/// always in it.
double memory_axis_end(const MemorySeries& series, double present_total);

// What all pictures of memory have in common.

/// The colour and pattern of a part.
HatchedFill fill_of(MemoryPart part, const Theme& theme);
QString part_name(MemoryPart part, const Localization& words);

/// The axis of memory for a picture that reaches up to `end` bytes; gives the bytes of its unit.
double set_memory_axis(PlotCanvas& canvas, double end, const Localization& words, int most_ticks = 8);

/// The line of what is usable, with its label at `left`; both in units of the axes. An empty label is left out.
void draw_usable_line(PlotCanvas& canvas, double left, double height, const QString& label);
QString usable_text(Value usable, const Localization& words);

/// The parts that are there in any of `rows`, from the bottom of the stack up. `amount(row, part)` is in bytes.
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

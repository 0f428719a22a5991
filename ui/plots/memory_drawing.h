// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "ui/format/words.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/memory_series.h"
#include "ui/plots/plot_canvas.h"

#include <algorithm>
#include <vector>

namespace rigwright {

// What all pictures of memory have in common.

/// The colour and pattern of a part.
HatchedFill fill_of(MemoryPart part, const Theme& theme);
QString part_name(MemoryPart part, const Words& words);

/// The axis of memory for a picture that reaches up to `end` bytes; gives the bytes of its unit.
double set_memory_axis(PlotCanvas& canvas, double end, const Words& words);

/// The line of what is usable, with its label at `left`; both in units of the axes.
void draw_usable_line(PlotCanvas& canvas, double left, double height, Value usable, const Words& words);

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

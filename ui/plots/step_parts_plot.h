// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/time/step_causes.h"
#include "ui/format/words.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/plot_canvas.h"
#include "ui/plots/plot_pane.h"

#include <array>

namespace rigwright {

// Shared by all time plots.

/// The color and pattern of a part of the step, or of a bottleneck. The same cause looks the same in both.
HatchedFill fill_of(TimePart part, const Theme& theme);
HatchedFill fill_of(Bottleneck cause, const Theme& theme);
QString part_name(TimePart part, const Localization& words);
QString cause_name(Bottleneck cause, const Localization& words);

/// Bottom to top: the passes first, then additional parts.
const std::array<TimePart, time_part_count>& time_stacking_order();

/// Seconds per unit of a linear axis that ends at `end` seconds.
double linear_time_unit(double end);
/// Such an axis; returns the seconds of its unit. `label` has "%1" for the unit.
double set_time_axis(QCPAxis& axis, double end, const QString& label);

/// With the exact number in seconds.
PlotCell time_cell(double amount, const Localization& words);

} // namespace rigwright

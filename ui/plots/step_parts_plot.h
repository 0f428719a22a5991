// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/time/step_causes.h"
#include "ui/format/words.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/plot_canvas.h"
#include "ui/plots/plot_pane.h"

#include <array>

namespace rigwright {

// What all pictures of time have in common.

/// The colour and pattern of a part of the step, and of what limits it. What is the same in both looks the same.
HatchedFill fill_of(TimePart part, const Theme& theme);
HatchedFill fill_of(Bottleneck cause, const Theme& theme);
QString part_name(TimePart part, const Localization& words);
QString cause_name(Bottleneck cause, const Localization& words);

/// Bottom to top: the passes first, then what comes on top of them.
const std::array<TimePart, time_part_count>& time_stacking_order();

/// The seconds of the unit of a linear axis that ends at `end` seconds.
double linear_time_unit(double end);
/// Such an axis; gives the seconds of its unit. `label` has a place for the unit.
double set_time_axis(QCPAxis& axis, double end, const QString& label);

/// With the exact number in seconds.
PlotCell time_cell(double amount, const Localization& words);

} // namespace rigwright

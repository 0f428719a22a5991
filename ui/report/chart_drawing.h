// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "ui/plots/plot_canvas.h"

namespace rigwright {

/// Composes a chart of a report on a canvas, in the canvas's theme.
void draw_chart(PlotCanvas& canvas, const ReportChart& chart);

/// The chart on white as an SVG element that stands in a page by itself.
QByteArray chart_svg(const ReportChart& chart);

/// The chart on white as a picture with that many pixels for a unit of its size.
QImage chart_image(const ReportChart& chart, double pixels_per_unit);

inline constexpr QSize chart_size{720, 330};

} // namespace rigwright

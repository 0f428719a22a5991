// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "ui/plots/plot_canvas.h"
#include "ui/report/report_layout.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

class QPrinter;

namespace rigwright {

/// The pages as PDF, fonts embedded.
QByteArray report_pdf(const std::vector<Report>& reports, PaperOrientation orientation);

/// Prints the selected pages, scaled down if the printer's paper differs in size.
void print_report(const ReportLayout& layout, QPrinter& printer);

/// The reports as one self-contained page, with charts as inline drawings.
QByteArray report_page(const std::vector<Report>& reports);

/// Draws a chart of a report on a canvas, in the canvas's theme.
void draw_chart(PlotCanvas& canvas, const ReportChart& chart);

/// The chart on white as a standalone SVG element for a page.
QByteArray chart_svg(const ReportChart& chart);

/// The chart on white as an image with that many pixels per unit of its size.
QImage chart_image(const ReportChart& chart, double pixels_per_unit);

inline constexpr QSize chart_size{720, 330};

/// File extensions of reports, most usual first: "pdf", "html", "xlsx", ...
const QStringList& report_endings();

/// Writes the reports in the format of the file's extension. The file is replaced completely or left unchanged. Returns
/// the reason on failure (in the window's language), or nothing.
QString write_report(const std::vector<Report>& reports, const QString& path,
                     PaperOrientation orientation = PaperOrientation::upright);

} // namespace rigwright

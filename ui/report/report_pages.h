// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "ui/plots/plot_canvas.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QTextDocument>

#include <vector>

namespace rigwright {

/// Fills a document with the reports as they stand on paper: black on white, charts drawn. The document holds all of it
/// and loads nothing.
void lay_out_report(QTextDocument& document, const std::vector<Report>& reports);

/// The reports on A4 pages with page numbers, fonts embedded.
QByteArray report_pdf(const std::vector<Report>& reports);

/// The reports as one page that needs no other file, charts as drawings within.
QByteArray report_page(const std::vector<Report>& reports);

/// Composes a chart of a report on a canvas, in the canvas's theme.
void draw_chart(PlotCanvas& canvas, const ReportChart& chart);

/// The chart on white as an SVG element that stands in a page by itself.
QByteArray chart_svg(const ReportChart& chart);

/// The chart on white as a picture with that many pixels for a unit of its size.
QImage chart_image(const ReportChart& chart, double pixels_per_unit);

inline constexpr QSize chart_size{720, 330};

/// Endings of the files that a report can be written to, the most usual first: "pdf", "html", "xlsx", ...
const QStringList& report_endings();

/// Writes the reports in the format that the file's ending names. A file is replaced whole or left as it is. Returns
/// why it failed (in the window's language), or nothing.
QString write_report(const std::vector<Report>& reports, const QString& path);

} // namespace rigwright

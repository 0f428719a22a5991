// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

#include <QByteArray>
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

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace rigwright {

/// Endings of the files that a report can be written to, the most usual first: "pdf", "html", "xlsx", ...
const QStringList& report_endings();

/// Writes the reports in the format that the file's ending names. A file is replaced whole or left as it is. Returns
/// why it failed (in the window's language), or nothing.
QString write_report(const std::vector<Report>& reports, const QString& path);

} // namespace rigwright

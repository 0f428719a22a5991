// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMimeData>
#include <QString>

#include <memory>

namespace rigwright {

/// Tab-separated lines, the first with headings, for the clipboard: as they are, and as an HTML table for programs that
/// take one.
std::unique_ptr<QMimeData> copied_lines(const QString& tab_separated);

} // namespace rigwright

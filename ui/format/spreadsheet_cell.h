// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/spreadsheet_cell.h"

#include <QString>

namespace rigwright {

/// Text as one cell of a tab-separated table.
inline QString spreadsheet_cell(const QString& text) { return QString::fromStdString(tab_cell(text.toStdString())); }

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace rigwright {

/// Text as one cell of a tab-separated table: it stays text where a spreadsheet would take it for a formula, and in one
/// cell where it holds tabs or line breaks.
inline QString spreadsheet_cell(QString text)
{
    for (QChar& c : text) {
        if (c == QLatin1Char('\t') || c == QLatin1Char('\n') || c == QLatin1Char('\r')) c = QLatin1Char(' ');
    }
    const bool formula = !text.isEmpty() && QStringLiteral("=+-@").contains(text.front());
    return formula ? QLatin1Char('\'') + text : text;
}

} // namespace rigwright

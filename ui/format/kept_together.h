// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QString>

namespace rigwright {

/// A number stays with its unit, a count with its thing and a sign with its number.
inline QString kept_together(QString text)
{
    static const QRegularExpression breaks(
        QStringLiteral("(?<=\\d) (?=(?:[kKMGTPE]i?B|[nm\u00b5]?s|h|min|d|k?Wh?|[kKMGTPE]?(?:FLOP|MAC|Hz|B)[^ ]*|GPUs?|"
                       "samples|tokens|TB|kg)(?![A-Za-z])|×|天|小时|分钟|秒)|(?<=\\d [×]) |(?<=[≥<~]) (?=\\S)"));
    return text.replace(breaks, QStringLiteral("\u00a0"));
}

} // namespace rigwright

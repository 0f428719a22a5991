// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTextDocument>

namespace rigwright {

/// Text as a paragraph of rich text, which wraps; nothing in it is markup.
inline QString paragraph(const QString& text)
{
    return QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>")));
}

/// What a tool tip is to show as it is, names from files too: Qt guesses from a text whether it is markup.
inline QString tool_tip(const QString& text) { return Qt::mightBeRichText(text) ? paragraph(text) : text; }

} // namespace rigwright

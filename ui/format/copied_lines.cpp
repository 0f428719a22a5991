// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/copied_lines.h"

#include <QStringList>

namespace rigwright {

namespace {

QString html_row(const QString& line, const QString& cell)
{
    QString row = QStringLiteral("<tr>");
    for (const QString& text : line.split(QLatin1Char('\t')))
        row += QStringLiteral("<%1>%2</%1>").arg(cell, text.toHtmlEscaped());
    return row + QStringLiteral("</tr>");
}

} // namespace

std::unique_ptr<QMimeData> copied_lines(const QString& tab_separated)
{
    QString html = QStringLiteral("<table>");
    QString cell = QStringLiteral("th");
    for (const QString& line : tab_separated.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        html += html_row(line, cell);
        cell = QStringLiteral("td");
    }
    auto data = std::make_unique<QMimeData>();
    data->setText(tab_separated);
    data->setHtml(html + QStringLiteral("</table>"));
    return data;
}

} // namespace rigwright

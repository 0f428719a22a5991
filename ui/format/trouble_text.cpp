// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/trouble_text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

namespace rigwright {

QStringList trouble_lines(const std::vector<Finding>& errors, const Localization& words)
{
    constexpr qsizetype most_lines = 8;
    QStringList lines;
    for (const Finding& error : errors) {
        if (lines.size() == most_lines) {
            lines << QCoreApplication::translate("Trouble", "… and more.");
            break;
        }
        const QString text = words.text(error);
        const bool has_place = !error.field.empty() && error.field != "model.import";
        lines << (has_place ? QStringLiteral("%1: %2").arg(from_utf8(error.field), text) : text);
    }
    return lines;
}

QString trouble_text(const QString& what, const QString& path, const QStringList& why)
{
    return (QStringList(what.arg(QFileInfo(path).fileName())) + why).join(QLatin1Char('\n'));
}

QStringList local_files(const QMimeData& data)
{
    QStringList files;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile()) files << url.toLocalFile();
    return files;
}

} // namespace rigwright

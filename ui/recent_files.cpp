// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace rigwright {

namespace {

const QString& key()
{
    static const QString name = QStringLiteral("files/recent");
    return name;
}

} // namespace

QStringList recent_files()
{
    QStringList present;
    for (const QString& path : QSettings().value(key()).toStringList())
        if (QFileInfo(path).isFile()) present << path;
    return present;
}

void remember_file(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recent_files();
    files.removeAll(absolute);
    files.prepend(absolute);
    while (files.size() > most_recent_files) files.removeLast();
    QSettings().setValue(key(), files);
}

void forget_files() { QSettings().remove(key()); }

} // namespace rigwright

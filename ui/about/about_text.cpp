// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/about/about_text.h"

#include "core/about/version.h"

#include <QCoreApplication>

namespace rigwright {

QString about_text()
{
    const QString version_number = QString::fromLatin1(version().data(), static_cast<qsizetype>(version().size()));
    const QString heading = QCoreApplication::translate("About", "Rigwright %1").arg(version_number);
    const QString purpose = QCoreApplication::translate("About", "Which hardware an AI training needs, and why.");
    const QString licence = QCoreApplication::translate(
        "About", "Free software under the GNU General Public License, version 3 or later, without any warranty.");
    const QString libraries =
        QCoreApplication::translate(
            "About", "Built with Qt %1 (LGPL), QCustomPlot (GPL), JSON for Modern C++ (MIT), NLopt (MIT and "
                     "LGPL) and libxlsxwriter (BSD). The engine by itself is under the Apache License 2.0.")
            .arg(QString::fromLatin1(qVersion()));
    return QStringList{heading, purpose, licence, libraries}.join(QStringLiteral("\n\n"));
}

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/about/about_text.h"

#include "core/json/version.h"
#include "core/project/pinned_prices.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QLocale>
#include <QScreen>
#include <QStringList>
#include <QSysInfo>

namespace rigwright {

QString about_text()
{
    const QString version_number = QString::fromLatin1(version().data(), static_cast<qsizetype>(version().size()));
    const QString heading = QCoreApplication::translate("About", "Rigwright %1").arg(version_number);
    const QString purpose = QCoreApplication::translate("About", "Size, price and compare hardware for AI training.");
    const QString licence = QCoreApplication::translate(
        "About", "Free software under the GNU General Public License, version 3 or later, without any warranty.");
    const QString libraries =
        QCoreApplication::translate(
            "About", "Built with Qt %1 (LGPL), QCustomPlot (GPL), JSON for Modern C++ (MIT), NLopt (MIT and LGPL) and "
                     "libxlsxwriter (BSD). The engine alone is under the Apache License 2.0.")
            .arg(QString::fromLatin1(qVersion()));
    return QStringList{heading, purpose, licence, libraries}.join(QStringLiteral("\n\n"));
}

QString diagnostic_text(const EngineData& data, const QString& language)
{
    const std::string_view own = version();
    QStringList lines;
    lines << QStringLiteral("Rigwright %1").arg(QString::fromLatin1(own.data(), static_cast<qsizetype>(own.size())));
    lines << QStringLiteral("Qt %1, %2").arg(QString::fromLatin1(qVersion()), QGuiApplication::platformName());
    lines << QStringLiteral("%1, %2").arg(QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture());
    lines << QStringLiteral("language %1, locale %2").arg(language, QLocale::system().name());
    if (const QScreen* screen = QGuiApplication::primaryScreen()) {
        lines << QStringLiteral("screen %1 x %2, scale %3")
                     .arg(screen->size().width())
                     .arg(screen->size().height())
                     .arg(screen->devicePixelRatio());
    }
    lines << QStringLiteral("%1 GPUs, %2 CPUs, %3 models")
                 .arg(data.hardware.gpus.size())
                 .arg(data.hardware.cpus.size())
                 .arg(data.presets.size());
    lines << QStringLiteral("prices %1").arg(QString::fromStdString(database_version(data.hardware)));
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace rigwright

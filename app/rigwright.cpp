// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/about/version.h"
#include "ui/start/start.h"

#include <QApplication>

#include <iostream>

namespace {

/// Prints help or version where they were asked for. They need no display, so this comes before there is a QApplication.
bool answered_without_window(int& argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const QString answer = rigwright::parse_start_options(QCoreApplication::arguments()).answer;
    std::cout << answer.toStdString() << std::flush;
    return !answer.isEmpty();
}

} // namespace

int main(int argc, char** argv)
{
    constexpr int wrong_command_line = 2;
    QCoreApplication::setOrganizationName(QStringLiteral("Rigwright"));
    QCoreApplication::setApplicationName(QStringLiteral("rigwright"));
    QCoreApplication::setApplicationVersion(QString::fromStdString(std::string(rigwright::version())));
    if (answered_without_window(argc, argv)) return 0;

    QApplication application(argc, argv);
    QGuiApplication::setDesktopFileName(QStringLiteral("rigwright"));
    const rigwright::StartOptions options = rigwright::parse_start_options(QCoreApplication::arguments());
    if (!options.error.isEmpty()) {
        std::cerr << "rigwright: " << options.error.toStdString() << std::endl;
        return wrong_command_line;
    }
    return rigwright::start(application, options);
}

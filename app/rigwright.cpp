// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/data_directory.h"
#include "ui/start/start.h"

#include <QApplication>

#include <iostream>

namespace {

/// Prints help or version on request, before there is a QApplication, since these need no display. Without one, reports
/// and screenshots use the "offscreen" platform.
bool answered_without_window(int& argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const rigwright::StartOptions options = rigwright::parse_start_options(QCoreApplication::arguments());
    std::cout << options.answer.toStdString() << std::flush;
#ifdef Q_OS_LINUX
    const bool draws_a_file = !options.report.isEmpty() || !options.screenshot.isEmpty();
    const auto is_set = [](const char* name) { return !qEnvironmentVariableIsEmpty(name); };
    if (draws_a_file && !is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") && !is_set("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
#endif
    return !options.answer.isEmpty();
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

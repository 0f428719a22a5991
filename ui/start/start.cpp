// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start.h"

#include "ui/panels/notice_strip.h"
#include "ui/start/screenshot.h"
#include "ui/start/session.h"

#include <QApplication>
#include <QMessageBox>

#include <iostream>

namespace rigwright {

namespace {

int fail(const QString& message)
{
    std::cerr << "rigwright: " << message.toStdString() << std::endl;
    return 1;
}

int no_data(bool silent)
{
    const QString message = QCoreApplication::translate(
        "Start", "The data folder was not found. It lies in share/rigwright beside the program's folder; "
                 "the environment variable RIGWRIGHT_DATA can name another one.");
    if (!silent) QMessageBox::critical(nullptr, QCoreApplication::translate("Start", "Rigwright"), message);
    return fail(message);
}

} // namespace

int start(QApplication& application, const StartOptions& options)
{
    install_style(application);
    const bool picture = !options.screenshot.isEmpty();
    const std::optional<DataDirectory> data = find_data_directory();
    if (!data) return no_data(picture);
    Session session(*data);
    session.dress(options, !picture);
    const bool opened = session.open(options.file);
    if (!opened && picture) return fail(session.window().trouble().text());
    // A window with the example says what is wrong with the file.
    if (!opened && !options.file.isEmpty()) {
        session.open(QString());
        session.open(options.file);
    }
    if (picture) {
        const QString trouble = take_screenshot(session.window(), options.screenshot);
        return trouble.isEmpty() ? 0 : fail(trouble);
    }
    session.window().show();
    return QApplication::exec();
}

} // namespace rigwright

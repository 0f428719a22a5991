// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/screenshot.h"

#include "ui/main_window.h"

#include <QApplication>
#include <QDeadlineTimer>
#include <QPixmap>
#include <QSaveFile>

namespace rigwright {

namespace {

constexpr int patience_ms = 20000;
/// Other windows fill themselves a moment after they are shown.
constexpr int settling_ms = 600;

} // namespace

QString take_screenshot(MainWindow& window, QWidget& page, const QString& path)
{
    const QDeadlineTimer deadline(patience_ms);
    const QDeadlineTimer settled(&page == &window ? 0 : settling_ms);
    do {
        QApplication::processEvents(QEventLoop::AllEvents, 50);
    } while ((!window.is_drawn() || !settled.hasExpired()) && !deadline.hasExpired());
    QApplication::sendPostedEvents();
    const QPixmap picture = page.grab();
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) && picture.save(&file, "PNG") && file.commit();
    return written ? QString()
                   : QCoreApplication::translate("Start", "%1 was not written: %2").arg(path, file.errorString());
}

} // namespace rigwright

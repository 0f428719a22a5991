// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/first_paint.h"

#include <QEvent>
#include <QLoggingCategory>
#include <QWidget>

namespace rigwright {

namespace {

Q_LOGGING_CATEGORY(start_log, "rigwright.start", QtWarningMsg)

class FirstPaint : public QObject {
public:
    explicit FirstPaint(QWidget& window) : QObject(&window) { window.installEventFilter(this); }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint) {
            watched->removeEventFilter(this);
            // The event begins the painting; when control is back in the loop, everything in the window is painted.
            QMetaObject::invokeMethod(this, &FirstPaint::tell, Qt::QueuedConnection);
        }
        return QObject::eventFilter(watched, event);
    }

private:
    void tell()
    {
        qCInfo(start_log) << "painted";
        deleteLater();
    }
};

} // namespace

void log_first_paint(QWidget& window)
{
    if (start_log().isInfoEnabled()) new FirstPaint(window);
}

} // namespace rigwright

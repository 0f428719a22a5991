// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/wheel_guard.h"

#include <QEvent>
#include <QWidget>

namespace rigwright {

void WheelGuard::guard(QWidget* control)
{
    if (control->focusPolicy() == Qt::WheelFocus) control->setFocusPolicy(Qt::StrongFocus);
    control->installEventFilter(new WheelGuard(control));
}

bool WheelGuard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::Wheel || static_cast<QWidget*>(watched)->hasFocus()) return false;
    event->ignore();
    return true;
}

} // namespace rigwright

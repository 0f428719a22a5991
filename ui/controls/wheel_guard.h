// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace rigwright {

/// Leaves the wheel to the page behind a control: turning it never edits a value by accident.
class WheelGuard : public QObject {
    Q_OBJECT

public:
    /// Guards `control` for its lifetime; it no longer takes the focus by the wheel either.
    static void guard(QWidget* control);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    using QObject::QObject;
};

} // namespace rigwright

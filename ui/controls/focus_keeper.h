// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QWidget>

namespace rigwright {

/// Keeps the keyboard inside a pane while it is filled again: where the widget that has it goes, another one of the
/// pane takes it, not whatever comes next in the window.
class FocusKeeper {
public:
    FocusKeeper(QWidget& pane, QWidget& stand_in)
        : pane_(pane),
          stand_in_(stand_in),
          had_focus_(pane.isAncestorOf(QApplication::focusWidget()))
    {}
    ~FocusKeeper()
    {
        if (had_focus_ && !pane_.isAncestorOf(QApplication::focusWidget())) stand_in_.setFocus(Qt::OtherFocusReason);
    }
    FocusKeeper(const FocusKeeper&) = delete;
    FocusKeeper& operator=(const FocusKeeper&) = delete;

private:
    QWidget& pane_;
    QWidget& stand_in_;
    bool had_focus_;
};

} // namespace rigwright

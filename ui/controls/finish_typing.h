// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QWidget>

namespace rigwright {

/// Takes the focus from whatever is being typed into below `window`, its own windows included, so that an open editor
/// hands its text over. For the start of a destructor: an editor that loses the focus later tells a half-gone window.
inline void finish_typing(const QWidget& window)
{
    QWidget* typed = QApplication::focusWidget();
    for (const QObject* above = typed; above != nullptr; above = above->parent())
        if (above == &window) return typed->clearFocus();
}

} // namespace rigwright

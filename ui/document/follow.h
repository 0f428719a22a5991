// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/format/on_change.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <utility>

namespace rigwright {

/// Calls `follow` on every change of the document while the widget is visible. Hidden, it follows when the change has
/// settled or the widget is shown, so a drag does no invisible work.
inline void follow_in_sight(QWidget* widget, Document& document, std::function<void()> follow)
{
    const auto behind = std::make_shared<bool>(false);
    const auto catch_up = [behind, follow = std::move(follow)] {
        if (std::exchange(*behind, false)) follow();
    };
    QObject::connect(&document, &Document::changed, widget, [widget, behind, catch_up] {
        *behind = true;
        if (widget->isVisible()) catch_up();
    });
    QObject::connect(&document, &Document::settled, widget, catch_up);
    on_change(widget, QEvent::Show, catch_up);
}

/// Calls `follow` when the widget is shown and, while it is visible, on every change of the document, its builds, the
/// language and the colors.
inline void follow_while_shown(QWidget* widget, Document& document, const std::function<void()>& follow)
{
    const auto shown = [widget, follow] {
        if (widget->isVisible()) follow();
    };
    QObject::connect(&document, &Document::changed, widget, shown);
    QObject::connect(&document, &Document::builds_changed, widget, shown);
    for (const QEvent::Type change : {QEvent::LanguageChange, QEvent::PaletteChange}) on_change(widget, change, shown);
    on_change(widget, QEvent::Show, follow);
}

} // namespace rigwright

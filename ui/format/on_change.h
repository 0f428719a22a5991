// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QWidget>

#include <functional>
#include <utility>

namespace rigwright {

/// Reacts to one type of event of a widget.
class ChangeFilter : public QObject {
public:
    ChangeFilter(QWidget* widget, QEvent::Type type, std::function<void()> answer)
        : QObject(widget),
          type_(type),
          answer_(std::move(answer))
    {
        widget->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == parent() && event->type() == type_) answer_();
        return false;
    }

private:
    QEvent::Type type_;
    std::function<void()> answer_;
};

/// Calls `answer` on every event of that type: change of language, palette, font.
inline void on_change(QWidget* widget, QEvent::Type type, std::function<void()> answer)
{
    new ChangeFilter(widget, type, std::move(answer));
}

/// Shows texts now and after each change of language.
inline void in_each_language(QWidget* widget, std::function<void()> show)
{
    show();
    on_change(widget, QEvent::LanguageChange, std::move(show));
}

/// The same for colors and colored symbols.
inline void in_each_palette(QWidget* widget, std::function<void()> show)
{
    show();
    on_change(widget, QEvent::PaletteChange, std::move(show));
}

} // namespace rigwright

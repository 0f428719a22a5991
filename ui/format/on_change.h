// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QWidget>

#include <functional>
#include <utility>

namespace rigwright {

/// Sees the events of a widget and answers one kind of them.
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

/// Calls `answer` whenever the widget gets a change of that type: of the language, the palette, the font.
inline void on_change(QWidget* widget, QEvent::Type type, std::function<void()> answer)
{
    new ChangeFilter(widget, type, std::move(answer));
}

/// Shows texts now, and again in each language that follows.
inline void in_each_language(QWidget* widget, std::function<void()> show)
{
    show();
    on_change(widget, QEvent::LanguageChange, std::move(show));
}

/// The same for colours and the symbols that have them.
inline void in_each_palette(QWidget* widget, std::function<void()> show)
{
    show();
    on_change(widget, QEvent::PaletteChange, std::move(show));
}

} // namespace rigwright

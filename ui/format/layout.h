// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/on_change.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <functional>
#include <initializer_list>

namespace rigwright {

/// Space in a row or column: a stretch factor or pixels.
struct Stretch {
    int share = 1;
};
struct Space {
    int pixels;
};

/// Content of a row or column: a widget or layout with its stretch factor, or space.
struct Placed {
    Placed(QWidget* held, int part = 0, Qt::Alignment at = {}) : widget(held), share(part), side(at) {}
    Placed(QLayout* held, int part = 0) : layout(held), share(part) {}
    Placed(Stretch room) : share(room.share) {}
    Placed(Space room) : space(room.pixels) {}

    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int share = 0;
    Qt::Alignment side{};
    int space = -1;
};

inline void fill(QBoxLayout* box, std::initializer_list<Placed> things)
{
    for (const Placed& thing : things) {
        if (thing.widget != nullptr)
            box->addWidget(thing.widget, thing.share, thing.side);
        else if (thing.layout != nullptr)
            box->addLayout(thing.layout, thing.share);
        else
            thing.space < 0 ? box->addStretch(thing.share) : box->addSpacing(thing.space);
    }
}

template <typename Box>
Box* filled_box(Box* box, int spacing, std::initializer_list<Placed> things)
{
    if (spacing >= 0) box->setSpacing(spacing);
    fill(box, things);
    return box;
}

/// A row or column within another layout; by default with Qt's spacing.
inline QHBoxLayout* row_of(std::initializer_list<Placed> things, int spacing = -1)
{
    return filled_box(new QHBoxLayout, spacing, things);
}
inline QVBoxLayout* column_of(std::initializer_list<Placed> things, int spacing = -1)
{
    return filled_box(new QVBoxLayout, spacing, things);
}

/// The layout of a widget, as a row or column.
inline QHBoxLayout* row_in(QWidget* owner, const QMargins& margins, int spacing = -1,
                           std::initializer_list<Placed> things = {})
{
    auto* row = new QHBoxLayout(owner);
    row->setContentsMargins(margins);
    return filled_box(row, spacing, things);
}
inline QVBoxLayout* column_in(QWidget* owner, const QMargins& margins, int spacing = -1,
                              std::initializer_list<Placed> things = {})
{
    auto* column = new QVBoxLayout(owner);
    column->setContentsMargins(margins);
    return filled_box(column, spacing, things);
}

/// Sets the object name that styles, tests and `--page` use.
template <typename Widget>
Widget* named(Widget* widget, const char* name)
{
    widget->setObjectName(QLatin1String(name));
    return widget;
}

/// A text, requested again in each language.
using TextMaker = std::function<QString()>;

/// Shows a text and an optional tooltip in the current language.
template <typename Widget>
Widget* say(Widget* widget, const TextMaker& text, const TextMaker& hint = {})
{
    in_each_language(widget, [widget, text, hint] {
        widget->setText(text());
        if (hint) widget->setToolTip(hint());
    });
    return widget;
}

/// Sets the name for screen readers.
template <typename Widget>
Widget* spoken(Widget* widget, const TextMaker& name)
{
    in_each_language(widget, [widget, name] { widget->setAccessibleName(name()); });
    return widget;
}

/// The label beside a field, with a mnemonic for it.
inline QLabel* label_for(QWidget* field, const TextMaker& text)
{
    auto* label = new QLabel(field->parentWidget());
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(field);
    return say(label, text);
}

/// A flat text button, as below plots and tables.
inline QToolButton* text_tool(QWidget* parent, const TextMaker& text, const TextMaker& hint = {})
{
    auto* tool = new QToolButton(parent);
    tool->setToolButtonStyle(Qt::ToolButtonTextOnly);
    tool->setAutoRaise(true);
    tool->setFocusPolicy(Qt::StrongFocus);
    return spoken(say(tool, text, hint), text);
}

/// A button that Enter presses only when it has the focus.
inline QPushButton* push_button(QWidget* parent, const char* name, const TextMaker& text, const TextMaker& hint = {})
{
    auto* button = named(new QPushButton(parent), name);
    button->setAutoDefault(false);
    return say(button, text, hint);
}

inline QLabel* plain_label(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    return label;
}

inline QLabel* wrapping(QLabel* label)
{
    label->setWordWrap(true);
    return label;
}

/// Makes the text selectable.
inline QLabel* selectable(QLabel* label)
{
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// Plain text that wraps.
inline QLabel* wrapped_label(QWidget* parent) { return wrapping(plain_label(parent)); }

} // namespace rigwright

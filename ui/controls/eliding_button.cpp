// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/eliding_button.h"

#include <QHelpEvent>
#include <QStyleOptionButton>
#include <QStylePainter>
#include <QToolTip>

#include <algorithm>

namespace rigwright {

ElidingButton::ElidingButton(QWidget* parent) : QPushButton(parent)
{
    // A layout takes the hint of other buttons for the least.
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidingButton::set_hint(const QString& hint)
{
    hint_ = hint;
    setToolTip(hint);
}

QSize ElidingButton::minimumSizeHint() const
{
    constexpr int narrowest = 96;
    const QSize wanted = QPushButton::minimumSizeHint();
    return {std::min(wanted.width(), narrowest), wanted.height()};
}

void ElidingButton::paintEvent(QPaintEvent*)
{
    QStyleOptionButton option;
    initStyleOption(&option);
    const int room = style()->subElementRect(QStyle::SE_PushButtonContents, &option, this).width();
    option.text = fontMetrics().elidedText(option.text, Qt::ElideRight, room, Qt::TextShowMnemonic);
    QStylePainter(this).drawControl(QStyle::CE_PushButton, option);
}

bool ElidingButton::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || width() >= sizeHint().width()) return QPushButton::event(event);
    QString whole = text();
    whole.replace(QLatin1String("&&"), QLatin1String("&"));
    // As text, whatever it holds.
    QToolTip::showText(
        static_cast<QHelpEvent*>(event)->globalPos(),
        (whole + QLatin1Char('\n') + hint_).toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>")), this);
    return true;
}

} // namespace rigwright

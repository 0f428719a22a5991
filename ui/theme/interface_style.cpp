// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/interface_style.h"

#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyleOption>

namespace rigwright {

InterfaceStyle::InterfaceStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void InterfaceStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                   const QWidget* widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool box = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
    const bool ring = element == PE_IndicatorRadioButton;
    const Theme& theme = theme_of(option->palette);
    if ((!box && !ring) || !theme.dark) return;
    // Fusion frames a box in a darker shade of the window, which nobody sees on a dark one.
    painter->save();
    painter->setPen((option->state & State_Enabled) != 0 ? theme.muted : theme.border);
    painter->setBrush(Qt::NoBrush);
    const QRect frame = option->rect.adjusted(0, 0, -1, -1);
    if (box)
        painter->drawRect(frame);
    else {
        painter->setRenderHint(QPainter::Antialiasing);
        painter->drawEllipse(frame);
    }
    painter->restore();
}

int InterfaceStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                              QStyleHintReturn* data) const
{
    if (hint == SH_Slider_AbsoluteSetButtons) return Qt::LeftButton;
    if (hint == SH_TabBar_AllowWheelScrolling) return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

} // namespace rigwright

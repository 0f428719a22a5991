// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/interface_style.h"

#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyleOption>

namespace rigwright {

InterfaceStyle::InterfaceStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

int InterfaceStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                              QStyleHintReturn* data) const
{
    if (hint == SH_Slider_AbsoluteSetButtons) return Qt::LeftButton;
    if (hint == SH_TabBar_AllowWheelScrolling) return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

/// Fusion outlines boxes in a shade darker than the window, which is none on a dark one.
void InterfaceStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                   const QWidget* widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool is_box = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
    const Theme& theme = theme_of(option->palette);
    if (!is_box || !theme.dark) return;
    constexpr double half_a_pixel = 0.5;
    constexpr double corner = 2.0;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(theme.muted, 1.0));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(option->rect).adjusted(half_a_pixel, half_a_pixel, -half_a_pixel, -half_a_pixel),
                             corner, corner);
    painter->restore();
}

} // namespace rigwright

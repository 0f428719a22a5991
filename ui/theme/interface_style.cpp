// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/interface_style.h"

namespace rigwright {

InterfaceStyle::InterfaceStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

int InterfaceStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                              QStyleHintReturn* data) const
{
    if (hint == SH_Slider_AbsoluteSetButtons) return Qt::LeftButton;
    if (hint == SH_TabBar_AllowWheelScrolling) return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

} // namespace rigwright

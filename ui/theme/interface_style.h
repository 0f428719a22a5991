// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace rigwright {

/// Fusion with the three habits of it changed that people complain about: a click on a slider's groove goes there, the
/// wheel does not switch tabs, and the box of a tick can be seen on a dark window.
class InterfaceStyle : public QProxyStyle {
    Q_OBJECT

public:
    InterfaceStyle();

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
};

} // namespace rigwright

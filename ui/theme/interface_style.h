// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace rigwright {

/// Fusion with the habits of it changed that people complain about: a click on a slider's groove goes there, the wheel
/// does not switch tabs, and a box to tick has a frame on dark windows too.
class InterfaceStyle : public QProxyStyle {
    Q_OBJECT

public:
    InterfaceStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget = nullptr) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
};

} // namespace rigwright

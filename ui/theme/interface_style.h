// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace rigwright {

/// Fusion with the two habits of it changed that people complain about: a click on a slider's groove goes there, and
/// the wheel does not switch tabs.
class InterfaceStyle : public QProxyStyle {
    Q_OBJECT

public:
    InterfaceStyle();

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
};

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/card.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace rigwright {

void Card::paintEvent(QPaintEvent*)
{
    constexpr double radius = 6.0;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = theme_of(palette());
    painter.setPen(theme.border);
    painter.setBrush(theme.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

} // namespace rigwright

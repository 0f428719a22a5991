// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/requirements/margin_bar.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace rigwright {

void MarginBar::show_ratio(std::optional<double> ratio, bool met)
{
    ratio_ = ratio;
    met_ = met;
    update();
}

void MarginBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = theme_of(palette());
    const QRectF whole = QRectF(rect()).adjusted(0.5, 2.5, -0.5, -2.5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.grid);
    painter.drawRoundedRect(whole, 2, 2);
    // Twice the need fills the bar; more is not told apart.
    if (ratio_) {
        const double share = std::clamp(*ratio_ / 2.0, 0.0, 1.0);
        painter.setBrush(met_ ? theme.accent : theme.of(Finding::Severity::blocks));
        painter.drawRoundedRect(QRectF(whole.left(), whole.top(), std::max(2.0, share * whole.width()), whole.height()),
                                2, 2);
    }
    painter.setPen(QPen(palette().color(QPalette::WindowText), 1.0));
    painter.drawLine(QPointF(whole.center().x(), rect().top()), QPointF(whole.center().x(), rect().bottom() + 1));
}

} // namespace rigwright

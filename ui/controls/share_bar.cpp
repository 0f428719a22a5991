// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/share_bar.h"

#include <QPainter>

#include <algorithm>

namespace rigwright {

void ShareBar::show_share(double begin, double end, const QColor Theme::*ink)
{
    begin_ = begin;
    end_ = end;
    ink_ = ink;
    update();
}

void ShareBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = theme_of(palette());
    const QRectF whole = QRectF(rect()).adjusted(0, 2, 0, -2);
    painter.fillRect(whole, theme.grid);
    const double left = std::clamp(std::min(begin_, end_), 0.0, 1.0);
    const double right = std::clamp(std::max(begin_, end_), 0.0, 1.0);
    if (right > left) {
        constexpr double least_width = 2.0;
        const QColor ink = isEnabled() ? theme.*ink_ : theme.faint;
        const QRectF part(left * width(), whole.top(), std::max(least_width, (right - left) * width()), whole.height());
        // What takes away is an outline.
        if (end_ < begin_) {
            painter.setPen(ink);
            painter.drawRect(part.adjusted(0, 0, -1, -1));
        } else {
            painter.fillRect(part, ink);
        }
    }
    if (mark_ < 0.0) return;
    const double across = std::min(mark_ * width(), width() - 1.0);
    painter.fillRect(QRectF(across - 0.5, 0.0, 1.5, height()), theme.text);
}

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advisor/limit_line.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

constexpr double limit_grab_distance = 6.0;
constexpr double limit_handle_height = 20.0;
constexpr double side_room = 8.0;

} // namespace

LimitLine::LimitLine(PlotCanvas* canvas, bool across) : QCPAbstractItem(canvas), canvas_(canvas), across_(across)
{
    setLayer(canvas->marker_layer());
    setClipToAxisRect(false);
    setSelectable(false);
}

double LimitLine::place_in_pixels() const
{
    const QRect axes = canvas_->axisRect()->rect();
    if (!limit_) return across_ ? axes.right() : axes.top();
    const QCPAxis* axis = across_ ? canvas_->xAxis : canvas_->yAxis;
    const double at = axis->coordToPixel(*limit_);
    return across_ ? std::clamp<double>(at, axes.left(), axes.right())
                   : std::clamp<double>(at, axes.top(), axes.bottom());
}

QRectF LimitLine::handle() const
{
    const QRect axes = canvas_->axisRect()->rect();
    const double width = QFontMetricsF(canvas_->font()).horizontalAdvance(text_) + 2.0 * side_room;
    const double at = place_in_pixels();
    if (across_) {
        const double left = std::clamp(at - width / 2.0, 2.0, std::max(2.0, axes.right() - width));
        return {left, axes.top() - limit_handle_height - 4.0, width, limit_handle_height};
    }
    const double top = std::clamp(at - limit_handle_height / 2.0, axes.top() + 2.0,
                                  std::max(axes.top() + 2.0, axes.bottom() - limit_handle_height));
    return {axes.right() - width - 4.0, top, width, limit_handle_height};
}

bool LimitLine::is_grabbed_at(QPointF position) const
{
    if (handle().adjusted(-2, -2, 2, 2).contains(position)) return true;
    if (!limit_) return false;
    const QRect axes = canvas_->axisRect()->rect();
    if (!axes.adjusted(-2, -2, 2, 2).contains(position.toPoint())) return false;
    return std::abs((across_ ? position.x() : position.y()) - place_in_pixels()) <= limit_grab_distance;
}

double LimitLine::selectTest(const QPointF&, bool, QVariant*) const { return -1.0; }

void LimitLine::draw(QCPPainter* painter)
{
    const QRect axes = canvas_->axisRect()->rect();
    const Theme& theme = canvas_->theme();
    const double at = place_in_pixels();
    painter->setAntialiasing(true);
    if (limit_) {
        painter->setPen(QPen(theme.warning, held_ ? 2.5 : 1.5));
        if (across_)
            painter->drawLine(QPointF(at, axes.top() - 4.0), QPointF(at, axes.bottom()));
        else
            painter->drawLine(QPointF(axes.left(), at), QPointF(axes.right(), at));
    }
    const QRectF pill = handle();
    painter->setPen(QPen(theme.warning, limit_ ? 0.0 : 1.0, limit_ ? Qt::NoPen : Qt::DashLine));
    painter->setBrush(limit_ ? theme.warning : theme.base);
    painter->drawRoundedRect(pill, limit_handle_height / 2.0, limit_handle_height / 2.0);
    painter->setPen(limit_ ? theme.base : theme.warning);
    painter->setFont(canvas_->font());
    painter->drawText(pill, Qt::AlignCenter, text_);
}

} // namespace rigwright

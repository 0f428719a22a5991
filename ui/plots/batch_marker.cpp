// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/batch_marker.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

constexpr double grab_distance = 6.0;
constexpr double handle_height = 20.0;
constexpr double grip_width = 14.0;

} // namespace

BatchMarker::BatchMarker(PlotCanvas* canvas) : QCPAbstractItem(canvas), canvas_(canvas)
{
    setLayer(canvas->marker_layer());
    setClipToAxisRect(false);
    setSelectable(false);
}

void BatchMarker::place(double micro_batch, std::optional<double> value)
{
    micro_batch_ = micro_batch;
    value_ = value;
}

double BatchMarker::line_x() const { return canvas_->xAxis->coordToPixel(micro_batch_); }

QRectF BatchMarker::handle() const
{
    const QRect axes = canvas_->axisRect()->rect();
    const double width = QFontMetricsF(canvas_->font()).horizontalAdvance(text_) + 2.0 * grip_width;
    constexpr double margin = 4.0;
    const double rightmost = std::max(margin, canvas_->axisRect()->outerRect().right() - width - margin);
    const double left = std::clamp(line_x() - width / 2.0, margin, rightmost);
    return {left, axes.top() - handle_height - 5.0, width, handle_height};
}

bool BatchMarker::is_grabbed_at(QPointF position) const
{
    const QRect axes = canvas_->axisRect()->rect();
    const bool near_line = std::abs(position.x() - line_x()) <= grab_distance &&
                           position.y() >= axes.top() - handle_height && position.y() <= axes.bottom();
    return near_line || handle().adjusted(-2, -2, 2, 6).contains(position);
}

double BatchMarker::selectTest(const QPointF&, bool, QVariant*) const { return -1.0; }

void BatchMarker::draw(QCPPainter* painter)
{
    const QRect axes = canvas_->axisRect()->rect();
    const double x = line_x();
    if (x < axes.left() - 1.0 || x > axes.right() + 1.0) return;
    const Theme& theme = canvas_->theme();
    painter->setAntialiasing(true);
    painter->setPen(QPen(theme.accent, held_ ? 2.5 : 1.5));
    painter->drawLine(QPointF(x, axes.top() - 5.0), QPointF(x, axes.bottom()));
    if (value_) {
        const double y = canvas_->yAxis->coordToPixel(*value_);
        painter->setBrush(theme.accent);
        painter->setPen(QPen(theme.base, 1.5));
        if (y >= axes.top() && y <= axes.bottom()) painter->drawEllipse(QPointF(x, y), 5.0, 5.0);
    }
    const QRectF pill = handle();
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.accent);
    painter->drawRoundedRect(pill, handle_height / 2.0, handle_height / 2.0);
    painter->setPen(QPen(theme.on_accent, 1.2));
    painter->setFont(canvas_->font());
    painter->drawText(pill, Qt::AlignCenter, text_);
    // Arrow heads say that it moves to both sides.
    const double middle = pill.center().y();
    for (const double side : {-1.0, 1.0}) {
        const double tip = side < 0.0 ? pill.left() + 5.0 : pill.right() - 5.0;
        painter->drawLine(QPointF(tip - side * 3.5, middle - 3.5), QPointF(tip, middle));
        painter->drawLine(QPointF(tip - side * 3.5, middle + 3.5), QPointF(tip, middle));
    }
}

} // namespace rigwright

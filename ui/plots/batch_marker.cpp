// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/batch_marker.h"

#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

constexpr double grab_distance = 6.0;
/// The grip hangs on the axis by a triangle.
constexpr double grip_height = 26.0;
constexpr double triangle_height = 6.0;
constexpr double least_grip_width = 52.0;
constexpr double arrow_width = 18.0;
constexpr double tag_height = 22.0;
constexpr double from_the_line = 10.0;

} // namespace

BatchMarker::BatchMarker(PlotCanvas* canvas) : QCPAbstractItem(canvas), canvas_(canvas)
{
    setLayer(canvas->marker_layer());
    setClipToAxisRect(false);
    setSelectable(false);
}

void BatchMarker::place(double number, std::optional<double> value)
{
    number_ = number;
    value_ = value;
}

void BatchMarker::set_texts(const QString& number, const QString& value)
{
    number_text_ = number;
    value_text_ = value;
    const QFontMetricsF metrics(bold_font());
    number_width_ = metrics.horizontalAdvance(number);
    value_width_ = metrics.horizontalAdvance(value);
    const std::optional<QRectF> covered = tag();
    for (QCPLayerable* child : layer()->children()) {
        auto* text = qobject_cast<QCPItemText*>(child);
        if (text == nullptr) continue;
        const QRectF area(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition());
        text->setVisible(!covered || !covered->intersects(area));
    }
}

void BatchMarker::add_aside(const QString& text, double value, Qt::Alignment side, bool bold)
{
    asides_.push_back({text, value, side, bold});
}

QRectF BatchMarker::handle() const
{
    constexpr double margin = 2.0;
    const QRect axes = canvas_->axisRect()->rect();
    const QRect outer = canvas_->axisRect()->outerRect();
    const double width = std::max(least_grip_width, number_width_ + 2.0 * arrow_width);
    const double leftmost = outer.left() + margin;
    const double left = std::clamp(line_x() - width / 2.0, leftmost,
                                   std::max(leftmost, static_cast<double>(outer.right()) - width - margin));
    return {left, axes.bottom() + 1.0, width, grip_height};
}

bool BatchMarker::is_grabbed_at(QPointF position) const
{
    const QRect axes = canvas_->axisRect()->rect();
    const bool near_line = std::abs(position.x() - line_x()) <= grab_distance && position.y() >= axes.top() &&
                           position.y() <= axes.bottom();
    return near_line || handle().adjusted(-1, -1, 1, 1).contains(position);
}

int BatchMarker::arrow_at(QPointF position) const
{
    const QRectF grip = handle();
    if (!grip.contains(position)) return 0;
    if (position.x() < grip.left() + arrow_width) return -1;
    return position.x() > grip.right() - arrow_width ? 1 : 0;
}

void BatchMarker::draw(QCPPainter* painter)
{
    const QRect axes = canvas_->axisRect()->rect();
    const double x = line_x();
    if (x < axes.left() - 1.0 || x > axes.right() + 1.0) return;
    const Theme& theme = canvas_->theme();
    painter->setAntialiasing(true);
    for (const Aside& aside : asides_) draw_aside(painter, aside);
    painter->setPen(QPen(theme.accent, held_ ? 2.5 : 1.5));
    painter->drawLine(QPointF(x, axes.top()), QPointF(x, axes.bottom()));
    if (value_) {
        const QPointF dot(x, canvas_->yAxis->coordToPixel(*value_));
        painter->setBrush(theme.accent);
        painter->setPen(QPen(theme.base, 1.5));
        if (dot.y() >= axes.top() && dot.y() <= axes.bottom()) painter->drawEllipse(dot, 5.5, 5.5);
        if (const std::optional<QRectF> covered = tag()) draw_tag(painter, *covered);
    }
    draw_grip(painter);
}

void BatchMarker::draw_aside(QCPPainter* painter, const Aside& aside) const
{
    constexpr double from_the_edge = 8.0;
    constexpr double from_the_height = 3.0;
    const QRect axes = canvas_->axisRect()->rect();
    const QFont font = aside.bold ? bold_font() : canvas_->font();
    const QFontMetricsF metrics(font);
    const double width = metrics.horizontalAdvance(aside.text);
    const bool in_the_way =
        line_x() > axes.left() - from_the_line && line_x() < axes.left() + from_the_edge + width + from_the_line;
    const double left = in_the_way ? line_x() + from_the_line : axes.left() + from_the_edge;
    const double y = canvas_->yAxis->coordToPixel(aside.value);
    const bool above = (aside.side & Qt::AlignBottom) != 0;
    const double top = above ? y - from_the_height - metrics.height() : y + from_the_height;
    const QRectF area(left, top, width + 1.0, metrics.height());
    const std::optional<QRectF> covered = tag();
    if (area.top() < axes.top() || area.bottom() > axes.bottom() || (covered && covered->intersects(area))) return;
    painter->setPen(canvas_->theme().bad);
    painter->setFont(font);
    painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter, aside.text);
}

std::optional<QRectF> BatchMarker::tag() const
{
    if (!value_ || value_text_.isEmpty()) return std::nullopt;
    const QPointF dot(line_x(), canvas_->yAxis->coordToPixel(*value_));
    constexpr double beside_the_text = 12.0;
    constexpr double above_the_dot = 30.0;
    const QRect axes = canvas_->axisRect()->rect();
    const double width = value_width_ + 2.0 * beside_the_text;
    const double right = dot.x() + from_the_line;
    const double left = dot.x() - from_the_line - width;
    const double lowest = std::max(axes.top() + 2.0, axes.bottom() - tag_height - 2.0);
    const double above = dot.y() - above_the_dot;
    const double below = std::clamp(dot.y() + from_the_line, axes.top() + 2.0, lowest);
    constexpr double step = tag_height + 6.0;
    std::optional<QRectF> usual;
    for (const double side : {right, left}) {
        if (side + width > axes.right() || (side < axes.left() && usual)) continue;
        for (const double top :
             {above, below, above - step, below + tag_height, above - 2.0 * step, above - 3.0 * step}) {
            if (top < axes.top() + 2.0) continue;
            const QRectF area(side, std::min(top, lowest), width, tag_height);
            if (!covers_text(area)) return area;
            if (!usual) usual = area;
        }
    }
    return usual;
}

bool BatchMarker::covers_text(const QRectF& area) const
{
    for (int i = 0; i < canvas_->itemCount(); ++i) {
        const auto* text = qobject_cast<const QCPItemText*>(canvas_->item(i));
        if (text == nullptr || text->layer() == layer()) continue;
        if (QRectF(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition()).intersects(area)) return true;
    }
    return false;
}

void BatchMarker::draw_tag(QCPPainter* painter, const QRectF& tag) const
{
    const Theme& theme = canvas_->theme();
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.accent);
    painter->drawRoundedRect(tag, 2.0, 2.0);
    painter->setPen(theme.on_accent);
    painter->setFont(bold_font());
    painter->drawText(tag, Qt::AlignCenter, value_text_);
}

void BatchMarker::draw_grip(QCPPainter* painter) const
{
    constexpr double around = 4.0;
    const Theme& theme = canvas_->theme();
    const QRectF whole = handle();
    const QRectF box = whole.adjusted(0.0, triangle_height, 0.0, 0.0);
    painter->setPen(Qt::NoPen);
    // It replaces the labels of ticks, half covered ones too.
    QRectF patch = box.adjusted(-around, -1.0, around, 1.0);
    QVector<double> ticks;
    QVector<QString> labels;
    canvas_->xAxis->ticker()->generate(canvas_->xAxis->range(), canvas_->locale(), 'g', 6, ticks, nullptr, &labels);
    const QFontMetricsF metrics(canvas_->font());
    for (qsizetype i = 0; i < std::min(ticks.size(), labels.size()); ++i) {
        const double half = metrics.horizontalAdvance(labels[i]) / 2.0 + 1.0;
        const double at = canvas_->xAxis->coordToPixel(ticks[i]);
        if (at - half >= box.right() + around || at + half <= box.left() - around) continue;
        patch.setLeft(std::min(patch.left(), at - half));
        patch.setRight(std::max(patch.right(), at + half));
    }
    painter->setBrush(theme.base);
    painter->drawRect(patch);
    painter->setBrush(theme.accent);
    painter->drawRoundedRect(box, 2.0, 2.0);
    const double x = line_x();
    painter->drawPolygon(QPolygonF({QPointF(x, whole.top() - 1.0), QPointF(x - triangle_height - 1.0, box.top() + 1.0),
                                    QPointF(x + triangle_height + 1.0, box.top() + 1.0)}));
    painter->setPen(QPen(theme.on_accent, 1.5));
    painter->setFont(bold_font());
    painter->drawText(box, Qt::AlignCenter, number_text_);
    // Arrow heads say that it moves to both sides.
    const double middle = box.center().y();
    for (const double side : {-1.0, 1.0}) {
        const double tip = side < 0.0 ? box.left() + 7.0 : box.right() - 7.0;
        painter->drawLine(QPointF(tip - side * 4.0, middle - 4.0), QPointF(tip, middle));
        painter->drawLine(QPointF(tip - side * 4.0, middle + 4.0), QPointF(tip, middle));
    }
}

} // namespace rigwright

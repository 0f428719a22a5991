// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/hatched_area.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

constexpr double spacing = 7.0;

void draw_lines(QCPPainter* painter, const QRectF& area, QPointF direction)
{
    // Lines of one direction through a grid that is fixed to the origin, so that neighbouring areas and repaints agree.
    QVector<QLineF> lines;
    if (direction.x() == 0.0) {
        for (double x = std::ceil(area.left() / spacing) * spacing; x <= area.right(); x += spacing) lines << QLineF(x, area.top(), x, area.bottom());
    } else if (direction.y() == 0.0) {
        for (double y = std::ceil(area.top() / spacing) * spacing; y <= area.bottom(); y += spacing) lines << QLineF(area.left(), y, area.right(), y);
    } else {
        const double slope = direction.y() / direction.x();
        const double step = spacing * std::sqrt(2.0);
        const double first = std::min(area.top() - slope * area.left(), area.top() - slope * area.right());
        const double last = std::max(area.bottom() - slope * area.left(), area.bottom() - slope * area.right());
        for (double offset = std::ceil(first / step) * step; offset <= last; offset += step) {
            lines << QLineF(area.left(), offset + slope * area.left(), area.right(), offset + slope * area.right());
        }
    }
    painter->drawLines(lines);
}

void draw_dots(QCPPainter* painter, const QRectF& area)
{
    QVector<QLineF> dots;
    for (double y = std::ceil(area.top() / spacing) * spacing; y <= area.bottom(); y += spacing) {
        for (double x = std::ceil(area.left() / spacing) * spacing; x <= area.right(); x += spacing) dots << QLineF(x, y, x + 1.5, y);
    }
    painter->drawLines(dots);
}

void draw_hatch(QCPPainter* painter, const QRectF& area, Hatch hatch)
{
    switch (hatch) {
    case Hatch::none: return;
    case Hatch::forward: return draw_lines(painter, area, {1.0, -1.0});
    case Hatch::backward: return draw_lines(painter, area, {1.0, 1.0});
    case Hatch::horizontal: return draw_lines(painter, area, {1.0, 0.0});
    case Hatch::vertical: return draw_lines(painter, area, {0.0, 1.0});
    case Hatch::crossed:
        draw_lines(painter, area, {1.0, 1.0});
        return draw_lines(painter, area, {1.0, -1.0});
    case Hatch::dotted: return draw_dots(painter, area);
    }
}

void paint(QCPPainter* painter, const QPolygonF& outline, const HatchedFill& fill)
{
    // Smooth fills and hatches cost five times as much; the edge line hides their steps, and diagonals of 45 degrees have none.
    const bool smooth = painter->modes().testFlag(QCPPainter::pmVectorized);
    painter->save();
    painter->setAntialiasing(smooth);
    painter->setPen(Qt::NoPen);
    painter->setBrush(fill.colour);
    painter->drawPolygon(outline);
    if (fill.hatch != Hatch::none) {
        QPainterPath path;
        path.addPolygon(outline);
        painter->setClipPath(path, Qt::IntersectClip);
        painter->setPen(QPen(fill.hatch_colour, 1.0));
        draw_hatch(painter, outline.boundingRect().intersected(painter->clipBoundingRect()), fill.hatch);
    }
    painter->restore();
}

} // namespace

void HatchedArea::set_band(const std::vector<double>& keys, const std::vector<double>& lower, const std::vector<double>& upper)
{
    Q_ASSERT(keys.size() == lower.size() && keys.size() == upper.size());
    keys_ = keys;
    lower_ = lower;
    upper_ = upper;
    setData(QVector<double>(keys.begin(), keys.end()), QVector<double>(upper.begin(), upper.end()), true);
}

void HatchedArea::set_fill(const HatchedFill& fill)
{
    fill_ = fill;
}

QPolygonF HatchedArea::line(const std::vector<double>& values) const
{
    // Painters do not like coordinates far outside; this far is out of sight on any screen.
    constexpr double far_away = 20000.0;
    QPolygonF points;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
        const double y = std::clamp(mValueAxis->coordToPixel(values[i]), -far_away, far_away);
        points << QPointF(std::clamp(mKeyAxis->coordToPixel(keys_[i]), -far_away, far_away), y);
    }
    return points;
}

void HatchedArea::draw(QCPPainter* painter)
{
    if (keys_.size() < 2) return;
    const QPolygonF upper = line(upper_);
    QPolygonF outline = line(lower_);
    std::reverse(outline.begin(), outline.end());
    outline = upper + outline;
    paint(painter, outline, fill_);
    if (!fill_.edge.isValid()) return;
    painter->setAntialiasing(true);
    painter->setPen(QPen(fill_.edge, 1.0));
    painter->setBrush(Qt::NoBrush);
    painter->drawPolyline(upper);
}

void HatchedArea::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const
{
    paint(painter, QPolygonF(rect), fill_);
    painter->setAntialiasing(false);
    if (!fill_.edge.isValid()) return;
    painter->setPen(QPen(fill_.edge, 1.0));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(rect);
}

} // namespace rigwright

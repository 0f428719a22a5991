// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/hatched_area.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

constexpr int spacing = 7;
constexpr int diagonal_spacing = 10;

/// An area column by column, in pixels: what a hatch needs to stay inside without the painter's clipping, which SVG
/// files do not know. Columns are whole pixels, so that neighbouring areas and repaints agree.
struct Columns {
    int left = 0;
    std::vector<double> top;
    std::vector<double> bottom;

    int right() const { return left + static_cast<int>(top.size()) - 1; }
    bool holds(int x, double y) const
    {
        const auto column = static_cast<std::size_t>(x - left);
        return y >= top[column] && y <= bottom[column];
    }
};

Columns columns_of(const QRectF& rect)
{
    const int left = qCeil(rect.left());
    const auto count = static_cast<std::size_t>(std::max(0, qFloor(rect.right()) - left + 1));
    return {left, std::vector<double>(count, rect.top()), std::vector<double>(count, rect.bottom())};
}

/// Height of a line of ascending points at each whole pixel from `left` on.
std::vector<double> heights(const QPolygonF& line, int left, int right)
{
    std::vector<double> result;
    qsizetype i = 1;
    for (int x = left; x <= right; ++x) {
        while (i + 1 < line.size() && line[i].x() < x) ++i;
        const QPointF from = line[i - 1];
        const QPointF to = line[i];
        const double share = to.x() > from.x() ? std::clamp((x - from.x()) / (to.x() - from.x()), 0.0, 1.0) : 0.0;
        result.push_back(from.y() + (to.y() - from.y()) * share);
    }
    return result;
}

/// Adds the pieces of y(x) that lie inside.
template <typename Line>
void add_pieces(QVector<QLineF>& pieces, const Columns& columns, Line y)
{
    int from = columns.left;
    bool inside = false;
    for (int x = columns.left; x <= columns.right() + 1; ++x) {
        const bool now = x <= columns.right() && columns.holds(x, y(x));
        if (now && !inside) from = x;
        if (!now && inside && x - 1 > from) pieces << QLineF(from, y(from), x - 1, y(x - 1));
        inside = now;
    }
}

void add_diagonals(QVector<QLineF>& pieces, const Columns& columns, int slope, QPair<int, int> span)
{
    const int at_left = slope * columns.left;
    const int at_right = slope * columns.right();
    const int first = span.first - std::max(at_left, at_right);
    const int last = span.second - std::min(at_left, at_right);
    const int start = qCeil(first / double(diagonal_spacing)) * diagonal_spacing;
    for (int offset = start; offset <= last; offset += diagonal_spacing) {
        add_pieces(pieces, columns, [=](int x) { return double(offset + slope * x); });
    }
}

/// Short pieces in rows, shifted by half from row to row: across the rows for bricks, else along them.
void add_dashes(QVector<QLineF>& lines, const Columns& columns, bool across, QPair<int, int> span)
{
    constexpr int step = 2 * spacing;
    const int first_row = qCeil(span.first / double(spacing)) * spacing;
    for (int row = first_row; row <= span.second; row += spacing) {
        const int shift = row / spacing % 2 == 0 ? 0 : spacing;
        const int first = qCeil((columns.left - shift) / double(step)) * step + shift;
        for (int x = first; x <= columns.right(); x += step) {
            if (!columns.holds(x, row)) continue;
            const auto column = static_cast<std::size_t>(x - columns.left);
            const double down = std::min(columns.bottom[column], double(row + spacing));
            lines << (across ? QLineF(x, row, x, down) : QLineF(x, row, std::min(x + spacing, columns.right()), row));
        }
    }
}

QVector<QLineF> hatch_lines(const Columns& columns, Hatch hatch)
{
    QVector<QLineF> lines;
    if (columns.top.empty() || hatch == Hatch::none) return lines;
    const QPair<int, int> span(qFloor(*std::min_element(columns.top.begin(), columns.top.end())),
                               qCeil(*std::max_element(columns.bottom.begin(), columns.bottom.end())));
    const int first_row = qCeil(span.first / double(spacing)) * spacing;
    const int first_column = qCeil(columns.left / double(spacing)) * spacing;
    if (hatch == Hatch::forward || hatch == Hatch::crossed) add_diagonals(lines, columns, -1, span);
    if (hatch == Hatch::backward || hatch == Hatch::crossed) add_diagonals(lines, columns, 1, span);
    if (hatch == Hatch::horizontal || hatch == Hatch::grid || hatch == Hatch::bricks) {
        for (int row = first_row; row <= span.second; row += spacing)
            add_pieces(lines, columns, [=](int) { return double(row); });
    }
    if (hatch == Hatch::dashed || hatch == Hatch::bricks) add_dashes(lines, columns, hatch == Hatch::bricks, span);
    if (hatch == Hatch::vertical || hatch == Hatch::dotted || hatch == Hatch::grid) {
        for (int x = first_column; x <= columns.right(); x += spacing) {
            const auto column = static_cast<std::size_t>(x - columns.left);
            if (hatch != Hatch::dotted && columns.bottom[column] > columns.top[column])
                lines << QLineF(x, columns.top[column], x, columns.bottom[column]);
            for (int row = first_row; hatch == Hatch::dotted && row <= span.second; row += spacing) {
                if (columns.holds(x, row)) lines << QLineF(x, row, x + 1.5, row);
            }
        }
    }
    return lines;
}

void paint_fill(QCPPainter* painter, const QPolygonF& outline, const Columns& columns, const HatchedFill& fill)
{
    // Smooth fills and hatches cost five times as much on screen; the edge line hides their steps.
    painter->setAntialiasing(painter->modes().testFlag(QCPPainter::pmVectorized));
    painter->setPen(Qt::NoPen);
    painter->setBrush(fill.colour);
    painter->drawPolygon(outline);
    painter->setPen(QPen(fill.hatch_colour, 1.0));
    painter->drawLines(hatch_lines(columns, fill.hatch));
}

} // namespace

void HatchedArea::set_band(const std::vector<double>& keys, const std::vector<double>& lower,
                           const std::vector<double>& upper)
{
    Q_ASSERT(keys.size() == lower.size() && keys.size() == upper.size());
    keys_ = keys;
    lower_ = lower;
    upper_ = upper;
    setData(QVector<double>(keys.begin(), keys.end()), QVector<double>(upper.begin(), upper.end()), true);
}

void HatchedArea::set_fill(const HatchedFill& fill) { fill_ = fill; }

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
    const QRectF sight = mKeyAxis->axisRect()->rect();
    const QPolygonF upper = line(upper_);
    const QPolygonF lower = line(lower_);
    QPolygonF outline = upper;
    for (auto point = lower.crbegin(); point != lower.crend(); ++point) outline << *point;
    if (painter->modes().testFlag(QCPPainter::pmVectorized)) outline = outline.intersected(QPolygonF(sight));

    Columns columns;
    columns.left = qCeil(std::max(sight.left(), upper.first().x()));
    const int right = qFloor(std::min(sight.right(), upper.last().x()));
    columns.top = heights(upper, columns.left, right);
    columns.bottom = heights(lower, columns.left, right);
    for (double& y : columns.top) y = std::max(y, sight.top());
    for (double& y : columns.bottom) y = std::min(y, sight.bottom());
    paint_fill(painter, outline, columns, fill_);
    if (fill_.edge.isValid()) draw_edge(painter, upper, sight);
}

void HatchedArea::draw_edge(QCPPainter* painter, const QPolygonF& upper, const QRectF& sight) const
{
    painter->setAntialiasing(true);
    painter->setPen(QPen(fill_.edge, 1.0));
    painter->setBrush(Qt::NoBrush);
    QPolygonF inside;
    for (const QPointF& point : upper) {
        if (point.y() < sight.top() && !inside.isEmpty()) {
            // Up to where it leaves the picture.
            const QPointF before = inside.last();
            const double share = (before.y() - sight.top()) / (before.y() - point.y());
            inside << before + (point - before) * share;
            break;
        }
        if (sight.adjusted(-1, -1, 1, 1).contains(point)) inside << point;
    }
    painter->drawPolyline(inside);
}

void HatchedArea::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const
{
    paint_fill(painter, QPolygonF(rect), columns_of(rect), fill_);
    painter->setAntialiasing(false);
    if (!fill_.edge.isValid()) return;
    painter->setPen(QPen(fill_.edge, 1.0));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(rect);
}

} // namespace rigwright

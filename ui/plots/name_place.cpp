// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/name_place.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr double from_the_point = 9.0;
/// Half of a drawn point.
constexpr double around_a_point = 4.0;
/// Of the frame of the axes.
constexpr double edge = 2.0;

QRectF covered_by(QPointF at, QSizeF size, Qt::Alignment alignment)
{
    const double across = (alignment & Qt::AlignLeft) ? 0.0 : (alignment & Qt::AlignRight) ? 1.0 : 0.5;
    const double down = (alignment & Qt::AlignTop) ? 0.0 : (alignment & Qt::AlignBottom) ? 1.0 : 0.5;
    return {at - QPointF(across * size.width(), down * size.height()), size};
}

NamePlace place_at(QPointF at, QSizeF size, Qt::Alignment alignment)
{
    NamePlace place;
    place.alignment = alignment;
    if (alignment & Qt::AlignVCenter)
        place.offset = {(alignment & Qt::AlignLeft) ? from_the_point : -from_the_point, 0.0};
    else
        place.offset = {0.0, (alignment & Qt::AlignTop) ? from_the_point : -from_the_point};
    place.covered = covered_by(at + place.offset, size, alignment);
    return place;
}

/// Names that are cut off or overlap cannot be read; a covered point can still be asked.
int faults(const NamePlace& place, const QRectF& area, std::span<const QPointF> points, std::span<const QRectF> names)
{
    constexpr int unreadable = 1000;
    int found = area.adjusted(edge, edge, -edge, -edge).contains(place.covered) ? 0 : unreadable;
    for (const QRectF& name : names)
        if (place.covered.intersects(name)) found += unreadable;
    const QRectF near = place.covered.adjusted(-around_a_point, -around_a_point, around_a_point, around_a_point);
    for (const QPointF& point : points)
        if (near.contains(point)) ++found;
    return found;
}

/// A name that has room nowhere beside its point is moved until nothing of it is cut off.
NamePlace moved_inside(NamePlace place, const QRectF& area)
{
    const QRectF inside = area.adjusted(edge, edge, -edge, -edge);
    const auto move = [](double first, double last, double least, double most) {
        return first < least ? least - first : last > most ? std::max(most - last, least - first) : 0.0;
    };
    const QPointF way(move(place.covered.left(), place.covered.right(), inside.left(), inside.right()),
                      move(place.covered.top(), place.covered.bottom(), inside.top(), inside.bottom()));
    place.offset += way;
    place.covered.translate(way);
    return place;
}

} // namespace

NamePlace best_place(QPointF at, QSizeF size, const QRectF& area, std::span<const QPointF> points,
                     std::span<const QRectF> names)
{
    // Where the name would reach into what stands over the picture, it stands below.
    constexpr double near_the_top = 0.2;
    constexpr double left_part = 0.3;
    constexpr double right_part = 0.7;
    const double share = (at.x() - area.left()) / std::max(1.0, area.width());
    const Qt::Alignment side = share < left_part    ? Qt::AlignLeft
                               : share > right_part ? Qt::AlignRight
                                                    : Qt::AlignHCenter;
    const double needed = std::max(size.height() + 2.0 * from_the_point, near_the_top * area.height());
    const bool below = at.y() - area.top() < needed;
    const Qt::Alignment height = below ? Qt::AlignTop : Qt::AlignBottom;
    const Qt::Alignment other = below ? Qt::AlignBottom : Qt::AlignTop;
    NamePlace best = place_at(at, size, height | side);
    int least = faults(best, area, points, names);
    const std::array<Qt::Alignment, 8> others{height | Qt::AlignHCenter,
                                              height | Qt::AlignLeft,
                                              height | Qt::AlignRight,
                                              Qt::AlignVCenter | Qt::AlignLeft,
                                              Qt::AlignVCenter | Qt::AlignRight,
                                              other | side,
                                              other | Qt::AlignLeft,
                                              other | Qt::AlignRight};
    for (const Qt::Alignment alignment : others) {
        const NamePlace place = place_at(at, size, alignment);
        const int found = faults(place, area, points, names);
        if (found >= least) continue;
        best = place;
        least = found;
    }
    return moved_inside(best, area);
}

} // namespace rigwright

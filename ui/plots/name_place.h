// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <Qt>

#include <span>

namespace rigwright {

/// Where the name of a point stands, from the point.
struct NamePlace {
    QPointF offset;
    /// Which side of the name lies at the offset.
    Qt::Alignment alignment;
    /// What the name covers.
    QRectF covered;
};

/// The place for a name of `size` around the point `at`, all in pixels: above it and towards the middle of `area`,
/// below where there is no room above; another one where that would cover fewer `points` or other `names`. A name of
/// several lines is as high as all of them.
NamePlace best_place(QPointF at, QSizeF size, const QRectF& area, std::span<const QPointF> points,
                     std::span<const QRectF> names);

} // namespace rigwright

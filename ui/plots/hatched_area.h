// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <vector>

namespace rigwright {

/// A pattern drawn on a colour, so that areas differ without colour too.
enum class Hatch { none, forward, backward, horizontal, vertical, crossed, dotted, grid, bricks, dashed };

struct HatchedFill {
    QColor colour;
    Hatch hatch = Hatch::none;
    QColor hatch_colour;
    /// Along the upper edge; invalid for none.
    QColor edge;
};

/// The area between two lines over the same keys. The hatch is drawn as lines, so that it is as sharp in a PDF as on a
/// dense screen.
class HatchedArea : public QCPGraph {
    Q_OBJECT

public:
    using QCPGraph::QCPGraph;

    /// Values in the axes' own units, finite.
    void set_band(const std::vector<double>& keys, const std::vector<double>& lower, const std::vector<double>& upper);
    void set_fill(const HatchedFill& fill);
    const HatchedFill& fill() const { return fill_; }

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    QPolygonF line(const std::vector<double>& values) const;
    void draw_edge(QCPPainter* painter, const QPolygonF& upper, const QRectF& sight) const;

    std::vector<double> keys_;
    std::vector<double> lower_;
    std::vector<double> upper_;
    HatchedFill fill_;
};

} // namespace rigwright

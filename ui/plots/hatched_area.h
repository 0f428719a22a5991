// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QLabel>
#include <QMap>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <Qt>
#include <qcustomplot.h>

#include <functional>
#include <span>
#include <utility>
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

inline QColor with_alpha(QColor colour, int alpha)
{
    colour.setAlpha(alpha);
    return colour;
}

/// A pattern and an edge in shades of the colour.
HatchedFill filled(const QColor& colour, Hatch pattern, const Theme& theme);

/// A rectangle in that colour and pattern, outside of a plot.
void paint_hatched(QPainter& painter, const QRectF& area, const HatchedFill& fill);

/// The area between two lines over the same keys. The hatch is drawn as lines, so that it is as sharp in a PDF as on a
/// dense screen.
class HatchedArea : public QCPGraph {
    Q_OBJECT

public:
    using QCPGraph::QCPGraph;

    /// Values in the axes' own units, finite.
    void set_band(const std::vector<double>& keys, const std::vector<double>& lower, const std::vector<double>& upper);
    void set_fill(const HatchedFill& fill) { fill_ = fill; }
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

/// Ticks where `ui/format` puts them, with the text it gives them: at most so many, and fewer where their texts would
/// touch along an axis.
class FormatTicker;
using AxisTicker = QSharedPointer<FormatTicker>;
/// Gets a tick and the distance between ticks (0 where it varies).
using TickText = std::function<QString(double tick, double step)>;

/// How an axis counts, and its title.
void set_axis(QCPAxis* axis, const AxisTicker& ticker, const QString& title,
              QCPAxis::ScaleType scale = QCPAxis::stLinear);

/// Whether the texts of two neighbouring ticks touch on the axis as it was laid out last.
bool texts_touch(const QCPAxis& axis, const QVector<double>& ticks, const QVector<QString>& texts);

AxisTicker even_ticker(int most);
/// Steps of 1, 2 or 5 times a power of ten; as plain numbers without `text`.
AxisTicker decimal_ticker(int most, TickText text = {});
/// For a logarithmic axis: powers of ten, and 2 and 5 or 3 between them where few are in sight. Labels are
/// `tick / unit`.
AxisTicker decade_ticker(double unit = 1.0);
/// A name at each of its places.
AxisTicker name_ticker(const QMap<double, QString>& names);
AxisTicker doubling_ticker(int most);
AxisTicker duration_ticker(int most);

/// The numbers of one point of a plot.
struct Readout {
    QString heading;
    std::vector<std::pair<QString, QString>> lines;
    /// A remark that changes what the numbers mean ("does not fit"); often empty.
    QString note;
};

/// One line each: for the clipboard and the screen reader.
QString plain_text(const Readout& readout);

/// A small box over the plot beside the point it is about. Takes no mouse events.
class ReadoutBox : public QLabel {
    Q_OBJECT

public:
    explicit ReadoutBox(QWidget* parent);

    void show_readout(const Readout& readout, const Theme& theme);
    /// Beside the vertical line at `x`, inside the parent.
    void place_beside(int x, int top);
    const Readout& readout() const { return readout_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Readout readout_;
    QColor background_;
    QColor border_;
};

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

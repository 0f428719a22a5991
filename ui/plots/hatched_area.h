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

/// A pattern on a color, so that areas also differ without color.
enum class Hatch { none, forward, backward, horizontal, vertical, crossed, dotted, grid, bricks, dashed };

struct HatchedFill {
    QColor colour;
    Hatch hatch = Hatch::none;
    QColor hatch_colour;
    /// Of the upper edge; invalid for none.
    QColor edge;
};

inline QColor with_alpha(QColor colour, int alpha)
{
    colour.setAlpha(alpha);
    return colour;
}

/// Pattern and edge in shades of the color.
HatchedFill filled(const QColor& colour, Hatch pattern, const Theme& theme);

/// Paints a rectangle with that fill, outside a plot.
void paint_hatched(QPainter& painter, const QRectF& area, const HatchedFill& fill);

/// The area between two lines over the same keys. The hatch is drawn as lines, so that it is sharp in a PDF and on
/// high-DPI screens.
class HatchedArea : public QCPGraph {
    Q_OBJECT

public:
    using QCPGraph::QCPGraph;

    /// Finite values in axis units.
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

/// Ticks with positions and texts from `ui/format`: at most the given number, and fewer if their texts would touch.
class FormatTicker;
using AxisTicker = QSharedPointer<FormatTicker>;
/// Formats a tick; `step` is 0 if it varies.
using TickText = std::function<QString(double tick, double step)>;

/// Sets ticker, title and scale type.
void set_axis(QCPAxis* axis, const AxisTicker& ticker, const QString& title,
              QCPAxis::ScaleType scale = QCPAxis::stLinear);

/// Whether the texts of adjacent ticks touch in the last layout of the axis.
bool texts_touch(const QCPAxis& axis, const QVector<double>& ticks, const QVector<QString>& texts);

AxisTicker even_ticker(int most);
/// Steps of 1, 2 or 5 times a power of ten; plain numbers by default.
AxisTicker decimal_ticker(int most, TickText text = {});
/// For a logarithmic axis: powers of ten, and 2 and 5 or 3 between them if few are visible. Labels are `tick / unit`.
AxisTicker decade_ticker(double unit = 1.0);
/// A name at each position.
AxisTicker name_ticker(const QMap<double, QString>& names);
AxisTicker doubling_ticker(int most);
AxisTicker duration_ticker(int most);

/// The numbers of one point of a plot.
struct Readout {
    QString heading;
    std::vector<std::pair<QString, QString>> lines;
    /// A remark that affects all numbers ("does not fit"); often empty.
    QString note;
};

/// One line each, for the clipboard and screen readers.
QString plain_text(const Readout& readout);

/// A small box over the plot beside its point. Ignores mouse events.
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

/// Position of a point's name relative to the point.
struct NamePlace {
    QPointF offset;
    /// The side of the name at the offset.
    Qt::Alignment alignment;
    /// The area of the name.
    QRectF covered;
};

/// The position for a name of `size` at the point `at`, in pixels: above it and towards the middle of `area`, below if
/// there is no room above; elsewhere if that covers fewer `points` or other `names`. `size` includes all lines of a
/// name.
NamePlace best_place(QPointF at, QSizeF size, const QRectF& area, std::span<const QPointF> points,
                     std::span<const QRectF> names);

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/plot_canvas.h"
#include "ui/plots/plot_pane.h"
#include "ui/plots/swept_number.h"

#include <QPointer>

#include <memory>
#include <optional>
#include <vector>

namespace rigwright {

/// "You are here": a line at the current number with a dot on the curve, a tag with the value, and on the axis a
/// draggable grip, which replaces a tick label. On the canvas' marker layer.
class BatchMarker : public QCPAbstractItem {
    Q_OBJECT

public:
    explicit BatchMarker(PlotCanvas* canvas);

    /// In axis units; with the value if known.
    void place(double number, std::optional<double> value);
    /// Texts of grip and tag; no tag without a value. Free labels avoid both.
    void set_texts(const QString& number, const QString& value);
    /// Whether it is drawn as being dragged.
    void set_held(bool held) { held_ = held; }

    /// Whether a press at `position` grabs it: on the grip or close to the line.
    bool is_grabbed_at(QPointF position) const;
    /// -1 on the grip's left arrow, +1 on its right one, 0 elsewhere.
    int arrow_at(QPointF position) const;
    /// The grip.
    QRectF handle() const;
    /// Area of the value: beside the dot, if possible without covering a text of the plot.
    std::optional<QRectF> tag() const;
    /// The areas of line, dot and tag, which labels avoid.
    std::vector<QRectF> covered() const;

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1.0; }

protected:
    void draw(QCPPainter* painter) override;

private:
    double line_x() const { return canvas_->xAxis->coordToPixel(number_); }
    QFont bold_font() const { return bold_of(canvas_->font()); }
    bool covers_something(const QRectF& area) const;
    void draw_tag(QCPPainter* painter, const QRectF& tag) const;
    void draw_grip(QCPPainter* painter) const;

    PlotCanvas* canvas_;
    double number_ = 1.0;
    std::optional<double> value_;
    QString number_text_;
    QString value_text_;
    double number_width_ = 0.0;
    double value_width_ = 0.0;
    bool held_ = false;
};

/// One number of a point.
struct PlotFigure {
    /// Most are in table and readout; those of a stack too, in the readout from the top down.
    enum class Where { both, table, readout, stack };

    PlotColumn column;
    PlotCell cell;
    Where where = Where::both;
};

/// Data of one point: its table row and its readout.
struct PlotPoint {
    QString heading;
    /// The same columns for each point.
    std::vector<PlotFigure> figures;
    /// As in `Readout`.
    QString note;
};

/// A plot of the current plan over a row of points. Hovering or the arrow keys show a point's readout. Over a number of
/// the plan, a marker shows the current one: dragging it sets the number as one undo step.
class PointPlot : public PlotPane {
    Q_OBJECT

public:
    PointPlot(Document& document, const Localization& words, QWidget* parent,
              std::unique_ptr<SweptNumber> number = nullptr);

    const ReadoutBox& readout_box() const { return *readout_box_; }
    /// Null before the first composition, in empty plots, and in plots without a swept number.
    const BatchMarker* marker() const { return marker_; }
    bool is_drawn() const override;

protected:
    /// Fetches data from the document, or the curves of the number; called before they are drawn or listed.
    virtual void renew() = 0;
    /// Fetches outdated data.
    void take() const;
    /// Axes and everything that does not move with the marker, or a message.
    virtual void draw(PlotCanvas& canvas) const = 0;
    virtual std::size_t point_count() const = 0;
    /// Position of a point on the x axis, on the y axis of a scatter plot, and its data.
    virtual double place_of(std::size_t point) const { return static_cast<double>(point) + 1.0; }
    virtual std::optional<double> height_of(std::size_t) const { return std::nullopt; }
    virtual PlotPoint point(std::size_t point) const = 0;
    virtual bool is_readable() const { return number_ == nullptr || marker_; }
    /// Return or Enter on the point of the readout.
    virtual void choose(std::size_t point);
    /// Height of the marker's dot in axis units and its text.
    virtual std::optional<double> marker_value(const Estimate&) const { return std::nullopt; }
    virtual QString marker_quantity(const Estimate&) const { return {}; }

    /// For plots over a number.
    const SweptNumber& number() const { return *number_; }
    /// Adds common data to a point's own figures.
    PlotPoint swept_point(std::int64_t value, std::vector<PlotFigure> figures, bool fits) const;
    /// From the first point to the last.
    QCPRange swept_range() const;
    /// Visible range: all points. A compact plot shows the computed range even if it draws fewer points, up to about
    /// twice the largest that fits, so that its twin has the same axis.
    QCPRange shown_range(const PlotCanvas& canvas) const;
    /// The geometric mean of a point and the previous one.
    double edge_before(std::size_t point) const;
    /// Shades the plot from that point on, where the plan does not fit into memory.
    void draw_too_large(PlotCanvas& canvas, std::size_t first) const;
    /// Labels the area in a compact plot, after the other labels.
    void name_too_large(PlotCanvas& canvas, std::size_t first) const;
    /// A vertical dotted line at the last batch that fits.
    void draw_border(PlotCanvas& canvas, double at) const;

    PlotFigure text_figure(const QString& title, const QString& text,
                           PlotFigure::Where where = PlotFigure::Where::both) const;
    PlotFigure bytes_figure(const QString& title, Bytes amount,
                            PlotFigure::Where where = PlotFigure::Where::both) const;
    PlotFigure time_figure(const QString& title, double seconds,
                           PlotFigure::Where where = PlotFigure::Where::both) const;
    PlotFigure throughput_figure(double samples_per_second) const;
    /// "19%"
    QString whole_percent(double share) const;

    QString subject() const override { return QString::fromStdString(document_.scenario().name); }
    void compose(PlotCanvas& canvas) const override;
    void composed() override;
    PlotTable table() const override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

    Document& document() const { return document_; }
    /// Fetches the data and draws everything again.
    void follow();

private:
    void connect_canvas();
    void follow_document();
    void place_marker(BatchMarker& marker) const;
    void press(QMouseEvent* event);
    void move(QMouseEvent* event);
    void release();
    void set_number(std::size_t point);
    /// Sets the number to the next point in that direction, as one undo step.
    void step_number(int direction);
    /// By ratio, the distance on a logarithmic axis.
    std::size_t nearest_in_ratio(double value) const;
    std::size_t nearest(QPointF position) const;
    /// In pixels; along the x axis only if points are in a row.
    double distance(std::size_t point, QPointF from) const;
    void mark(std::size_t point);
    void step(int points_further);
    Readout readout(std::size_t point) const;
    void show_readout(std::size_t point);
    void hide_readout();

    Document& document_;
    SweptNumber* number_;
    ReadoutBox* readout_box_;
    QPointer<BatchMarker> marker_;
    QPointer<QCPItemStraightLine> crosshair_;
    QPointer<QCPItemTracer> mark_;
    std::optional<std::size_t> shown_;
    bool pinned_ = false;
    bool dragging_ = false;
    mutable bool outdated_ = true;
    /// The arrow on which the mouse was pressed, until it moves.
    int pressed_arrow_ = 0;
    /// The displayed limits.
    Requirements limits_;
};

} // namespace rigwright

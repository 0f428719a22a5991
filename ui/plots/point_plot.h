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

/// "You are here": a line at the present number with a dot where it meets the curve, the value there on a tag, and on
/// the axis the grip by which it is dragged, which replaces the label of a tick. It is on the canvas' marker layer.
class BatchMarker : public QCPAbstractItem {
    Q_OBJECT

public:
    explicit BatchMarker(PlotCanvas* canvas);

    /// In axis units; the value where it is known.
    void place(double number, std::optional<double> value);
    /// The number on the grip, and the value on the tag; without a text there is no tag. Texts of the marker's layer
    /// that the tag would cover in part are hidden.
    void set_texts(const QString& number, const QString& value);
    /// A text at the left end of the height `value`, above or below it, that gives way to the line.
    void add_aside(const QString& text, double value, Qt::Alignment side, bool bold);
    const PlotCanvas& canvas() const { return *canvas_; }
    /// Drawn as taken hold of.
    void set_held(bool held) { held_ = held; }

    /// Whether a mouse at `position` takes hold of it: on the grip or close to the line.
    bool is_grabbed_at(QPointF position) const;
    /// -1 on the grip's left arrow, +1 on its right one, 0 elsewhere.
    int arrow_at(QPointF position) const;
    /// The grip.
    QRectF handle() const;
    /// Where the value is: beside the dot, where it covers no text of the plot if there is such a place.
    std::optional<QRectF> tag() const;

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1.0; }

protected:
    void draw(QCPPainter* painter) override;

private:
    struct Aside {
        QString text;
        double value = 0.0;
        Qt::Alignment side;
        bool bold = false;
    };

    double line_x() const { return canvas_->xAxis->coordToPixel(number_); }
    QFont bold_font() const { return bold_of(canvas_->font()); }
    bool covers_something(const QRectF& area) const;
    void draw_aside(QCPPainter* painter, const Aside& aside) const;
    void draw_tag(QCPPainter* painter, const QRectF& tag) const;
    void draw_grip(QCPPainter* painter) const;

    PlotCanvas* canvas_;
    double number_ = 1.0;
    std::optional<double> value_;
    QString number_text_;
    QString value_text_;
    double number_width_ = 0.0;
    double value_width_ = 0.0;
    std::vector<Aside> asides_;
    bool held_ = false;
};

/// One number of a point.
struct PlotFigure {
    /// Most are in the table and in the readout; those of a stack are too, in the readout from the top down.
    enum class Where { both, table, readout, stack };

    PlotColumn column;
    PlotCell cell;
    Where where = Where::both;
};

/// What is said of one point: its row of the table and its readout.
struct PlotPoint {
    QString heading;
    /// With the same columns for each point.
    std::vector<PlotFigure> figures;
    /// As in a readout.
    QString note;
};

/// A picture of the present plan along a row of points. Resting the pointer on one, or the arrow keys, read it out.
/// Along a number of the plan there is a marker at the present one: dragging it sets the number as one undo step.
class PointPlot : public PlotPane {
    Q_OBJECT

public:
    PointPlot(Document& document, const Localization& words, QWidget* parent,
              std::unique_ptr<SweptNumber> number = nullptr);

    const ReadoutBox& readout_box() const { return *readout_box_; }
    /// Null before the first composition, where there is nothing to draw, and in plots that do not run along a number.
    const BatchMarker* marker() const { return marker_; }
    bool is_drawn() const override;

protected:
    /// Takes the data from the document, or the curves along the number; called before they are drawn or listed.
    virtual void renew() = 0;
    /// Renews what is outdated.
    void take() const;
    /// Axes and everything that does not move with the marker, or a message.
    virtual void draw(PlotCanvas& canvas) const = 0;
    virtual std::size_t point_count() const = 0;
    /// The place of a point on the x axis, on the y axis of a scatter plot, and its content.
    virtual double place_of(std::size_t point) const { return static_cast<double>(point) + 1.0; }
    virtual std::optional<double> height_of(std::size_t) const { return std::nullopt; }
    virtual PlotPoint point(std::size_t point) const = 0;
    virtual bool is_readable() const { return number_ == nullptr || marker_; }
    /// Return or Enter on a point that is read out.
    virtual void choose(std::size_t point);
    /// Height of the marker's dot in axis units and its text.
    virtual std::optional<double> marker_value(const Estimate&) const { return std::nullopt; }
    virtual QString marker_quantity(const Estimate&) const { return {}; }
    /// Texts that give way to the marker.
    virtual void add_asides(BatchMarker&) const {}

    /// In plots along a number.
    const SweptNumber& number() const { return *number_; }
    /// What all points of such a plot say besides their own figures.
    PlotPoint swept_point(std::int64_t value, std::vector<PlotFigure> figures, bool fits) const;
    /// From the first point to the last.
    QCPRange swept_range() const;
    /// What the axis shows: all points. A compact plot shows what is computed along the number, whichever points it
    /// draws of that, up to about twice the largest that fits, so that its twin has the same axis.
    QCPRange shown_range(const PlotCanvas& canvas) const;
    /// In the middle, in ratio, between a point and the one before it.
    double edge_before(std::size_t point) const;
    /// Shades the part of the picture from that point on, where the plan does not fit into memory.
    void draw_too_large(PlotCanvas& canvas, std::size_t first) const;
    /// An upright dotted line at the last one that fits.
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
    /// Fetches the data again and draws everything.
    void follow();

private:
    void connect_canvas();
    void follow_document();
    void place_marker(BatchMarker& marker) const;
    void press(QMouseEvent* event);
    void move(QMouseEvent* event);
    void release();
    void set_number(std::size_t point);
    /// Sets the number of the next point in that direction, as one undo step.
    void step_number(int direction);
    /// In ratio, which is in distance on a logarithmic axis.
    std::size_t nearest_in_ratio(double value) const;
    std::size_t nearest(QPointF position) const;
    /// In pixels; along the x axis only for points that stand in a row.
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
    /// The arrow of the grip on which the mouse was pressed, until it is moved.
    int pressed_arrow_ = 0;
    /// Limits that the picture shows.
    Requirements limits_;
};

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/plot_canvas.h"
#include "ui/plots/plot_pane.h"

#include <QPointer>

#include <cstdint>
#include <optional>
#include <vector>

namespace rigwright {

/// "You are here": a line at the present micro-batch, a dot where it meets the curve, and above the axes the handle by
/// which it is dragged. Lies on the canvas' marker layer.
class BatchMarker : public QCPAbstractItem {
    Q_OBJECT

public:
    explicit BatchMarker(PlotCanvas* canvas);

    /// In axis units; the value where it is known.
    void place(double micro_batch, std::optional<double> value);
    void set_text(const QString& text) { text_ = text; }
    /// Drawn as taken hold of.
    void set_held(bool held) { held_ = held; }

    /// Whether a mouse at `position` takes hold of it: on the handle or close to the line.
    bool is_grabbed_at(QPointF position) const;
    QRectF handle() const;

    double selectTest(const QPointF& position, bool only_selectable, QVariant* details) const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    double line_x() const;

    PlotCanvas* canvas_;
    double micro_batch_ = 1.0;
    std::optional<double> value_;
    QString text_;
    bool held_ = false;
};

/// One number of a point. Most stand in the table and in the readout.
struct PlotFigure {
    enum class Where { both, table, readout };

    PlotColumn column;
    PlotCell cell;
    Where where = Where::both;
};

/// The stop nearest in ratio, which is in distance on a logarithmic axis; `stops` is ascending and not empty.
std::int64_t nearest_stop(const std::vector<std::int64_t>& stops, double micro_batch);

/// A plot along one whole number of the plan: the marker at the present one can be dragged, which sets it as one undo
/// step.
class SweptPlot : public PlotPane {
    Q_OBJECT

public:
    SweptPlot(Document& document, const Localization& words, QWidget* parent);

    /// Null before the first composition, and where there is nothing to draw.
    const BatchMarker* marker() const { return marker_; }
    bool is_drawn() const override { return PlotPane::is_drawn() && taken_ && !is_outdated(); }
    const ReadoutBox& readout_box() const { return *readout_box_; }

protected:
    /// A curve has arrived, and whether it belongs to an earlier state of the document.
    virtual bool has_curve() const = 0;
    virtual bool is_outdated() const = 0;
    /// Takes what it draws out of the curve, where there is one.
    virtual void take_curve() = 0;
    /// The number in the plan, setting it, and how it is written.
    virtual std::int64_t present() const = 0;
    virtual void set_present(std::int64_t value) = 0;
    virtual QString amount_text(std::int64_t value) const = 0;
    /// Axes and everything that does not move with the marker. False when there is nothing to draw.
    virtual bool draw_curves(PlotCanvas& canvas) const = 0;
    /// Lines of other builds over the curves.
    virtual void draw_overlay(PlotCanvas&) const {}
    /// Height of the marker's dot in axis units and its text.
    virtual std::optional<double> marker_value(const Estimate& estimate) const = 0;
    virtual QString marker_quantity(const Estimate& estimate) const = 0;
    /// Whether the marker's dot needs another range of the axes than the one in sight.
    virtual bool needs_other_axes(const Estimate&) const { return false; }
    /// Numbers of the computed points, ascending.
    virtual std::vector<std::int64_t> points() const = 0;
    /// What the table calls that number, and the heading of a point's readout.
    virtual QString column_title() const = 0;
    virtual QString heading(std::size_t point) const { return amount_text(points()[point]); }
    /// The numbers of a point, the same list for each point, and whether it fits into memory.
    virtual std::vector<PlotFigure> figures(std::size_t point) const = 0;
    virtual bool fits(std::size_t point) const = 0;

    /// Shades the part of the picture where the plan does not fit into memory.
    void draw_too_large(PlotCanvas& canvas) const;
    PlotFigure time_figure(const QString& title, double seconds,
                           PlotFigure::Where where = PlotFigure::Where::both) const;
    PlotFigure throughput_figure(double samples_per_second) const;
    PlotTable table() const override;

    QString subject() const override { return QString::fromStdString(document_.scenario().name); }
    void compose(PlotCanvas& canvas) const override;
    void composed() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

    Document& document() const { return document_; }
    /// To be called when a curve has arrived.
    void curve_arrived();

private:
    void connect_canvas();
    void follow();
    void place_marker(BatchMarker& marker) const;
    void press(QMouseEvent* event);
    void move(QMouseEvent* event);
    void release();
    void drag_to(double x);
    void step_readout(int points_further);
    void choose_readout();
    Readout readout(std::size_t point) const;
    void show_readout(std::size_t point);
    void hide_readout();
    void choose(std::int64_t value);

    Document& document_;
    QPointer<BatchMarker> marker_;
    QPointer<QCPItemStraightLine> crosshair_;
    ReadoutBox* readout_box_;
    std::optional<std::size_t> readout_point_;
    bool readout_pinned_ = false;
    bool dragging_ = false;
    bool taken_ = false;
};

/// The x axis that these plots share, logarithmic unless asked otherwise, and its range over their points.
void set_swept_axis(PlotCanvas& canvas, const QString& label, bool linear = false);
QCPRange swept_range(const std::vector<std::int64_t>& points);
/// Where a number ends to fit: in the middle, in ratio, between the last that fits and the first that does not.
double edge_between(std::int64_t fits, std::int64_t too_large);

} // namespace rigwright

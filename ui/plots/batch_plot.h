// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/curve_source.h"
#include "ui/plots/batch_marker.h"
#include "ui/plots/plot_pane.h"
#include "ui/plots/readout_box.h"

#include <QPointer>

namespace rigwright {

/// A plot against the micro-batch: the curves come from the document's source, and the marker at the present
/// micro-batch can be dragged, which sets it as one undo step.
class BatchPlot : public PlotPane {
    Q_OBJECT

public:
    BatchPlot(Document& document, const Words& words, QWidget* parent);

    /// Null before the first composition, and where there is nothing to draw.
    const BatchMarker* marker() const { return marker_; }
    bool is_drawn() const override { return PlotPane::is_drawn() && taken_ && !source_.is_outdated(); }
    const ReadoutBox& readout_box() const { return *readout_box_; }

protected:
    /// Takes what it draws out of the curves; null for none yet.
    virtual void take(const Curves* curves) = 0;
    /// Axes and everything that does not move with the marker. False when there is nothing to draw.
    virtual bool draw_curves(PlotCanvas& canvas) const = 0;
    /// Height of the marker's dot in axis units and its text.
    virtual std::optional<double> marker_value(const Estimate& estimate) const = 0;
    virtual QString marker_quantity(const Estimate& estimate) const = 0;
    /// Whether the marker's dot needs another range of the axes than the one in sight.
    virtual bool needs_other_axes(const Estimate&) const { return false; }
    /// Micro-batches of the computed points, ascending.
    virtual std::vector<std::int64_t> points() const = 0;
    virtual Readout readout(std::size_t point) const = 0;

    QString subject() const override { return QString::fromStdString(document_.scenario().name); }
    void compose(PlotCanvas& canvas) const override;
    void composed() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

    Document& document() const { return document_; }

private:
    void connect_canvas();
    void take_curves();
    void follow();
    void place_marker(BatchMarker& marker) const;
    void press(QMouseEvent* event);
    void move(QMouseEvent* event);
    void release();
    void drag_to(double x);
    void step_readout(int points_further);
    void choose_readout();
    void show_readout(std::size_t point);
    void hide_readout();
    void set_micro_batch(std::int64_t micro_batch);

    Document& document_;
    CurveSource& source_;
    QPointer<BatchMarker> marker_;
    QPointer<QCPItemStraightLine> crosshair_;
    ReadoutBox* readout_box_;
    std::optional<std::size_t> readout_point_;
    bool readout_pinned_ = false;
    bool dragging_ = false;
    bool taken_ = false;
};

/// The x axis that these plots share, up to the last of `points`.
void set_batch_axis(PlotCanvas& canvas);
QCPRange batch_range(const std::vector<std::int64_t>& points);
/// Where a micro-batch ends to fit: in the middle, in ratio, between the last that fits and the first that does not.
double edge_between(std::int64_t fits, std::int64_t too_large);

} // namespace rigwright

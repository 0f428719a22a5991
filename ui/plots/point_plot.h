// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/plot_pane.h"

#include <QPointer>

#include <optional>

namespace rigwright {

/// A picture of the present plan along a row of points. Resting the pointer on one, or the arrow keys, read it out.
class PointPlot : public PlotPane {
    Q_OBJECT

public:
    PointPlot(Document& document, const Localization& words, QWidget* parent);

    const ReadoutBox& readout_box() const { return *readout_box_; }

protected:
    virtual std::size_t point_count() const = 0;
    /// Where a point lies on the x axis, on the y axis where points lie scattered, and what is read out there.
    virtual double place_of(std::size_t point) const { return static_cast<double>(point) + 1.0; }
    virtual std::optional<double> height_of(std::size_t) const { return std::nullopt; }
    virtual Readout readout(std::size_t point) const = 0;
    /// The document has changed: what was taken from it is no longer true.
    virtual void forget() = 0;

    QString subject() const override { return QString::fromStdString(document_.scenario().name); }
    void composed() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

    Document& document() const { return document_; }

private:
    void follow();
    void move(QMouseEvent* event);
    /// In pixels; along the x axis only for points that stand in a row.
    double distance(std::size_t point, QPointF from) const;
    void mark(std::size_t point);
    void step(int points_further);
    void show_readout(std::size_t point);
    void hide_readout();

    Document& document_;
    ReadoutBox* readout_box_;
    QPointer<QCPItemStraightLine> crosshair_;
    QPointer<QCPItemTracer> mark_;
    std::optional<std::size_t> shown_;
};

} // namespace rigwright

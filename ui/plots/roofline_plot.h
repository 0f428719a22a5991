// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/time/step_causes.h"
#include "ui/plots/point_plot.h"

namespace rigwright {

/// What rate each layer reaches at its arithmetic intensity, below the roofs of the GPU.
class RooflinePlot : public PointPlot {
    Q_OBJECT

public:
    using PointPlot::PointPlot;

    static constexpr const char* id = "roofline";
    static QString plot_title() { return tr("Roofline: rate of each layer"); }

    /// From the lowest intensity to the highest.
    const Roofline& picture() const;

protected:
    QString title() const override { return plot_title(); }
    QString caption_text() const override;
    void draw(PlotCanvas& canvas) const override;
    std::size_t point_count() const override { return picture().points.size(); }
    double place_of(std::size_t point) const override { return picture().points[point].intensity(); }
    std::optional<double> height_of(std::size_t point) const override { return picture().points[point].rate().base(); }
    PlotPoint point(std::size_t point) const override;
    void renew() override { taken_.reset(); }

private:
    QString bound_name(Bound bound) const;
    void draw_roofs(PlotCanvas& canvas) const;
    void draw_points(PlotCanvas& canvas) const;

    mutable std::optional<Roofline> taken_;
};

} // namespace rigwright

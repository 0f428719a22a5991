// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/point_plot.h"

namespace rigwright {

/// What one step is spent on along an extent of the samples, stacked.
class ExtentTimePlot : public PointPlot {
    Q_OBJECT

public:
    ExtentTimePlot(SweepAxis extent, Document& document, const Localization& words, QWidget* parent);

    static constexpr const char* id_of(SweepAxis extent)
    {
        return extent == SweepAxis::image_size ? "time_image" : "time_sequence";
    }
    static QString plot_title(SweepAxis extent);

    struct Point {
        std::int64_t value = 0;
        TimeEstimate time;
        bool fits = true;
    };
    const std::vector<Point>& computed() const { return points_; }

protected:
    QString title() const override { return plot_title(extent_); }
    QString caption_text() const override;
    void renew() override;
    void draw(PlotCanvas& canvas) const override;
    std::optional<double> marker_value(const Estimate& estimate) const override;
    QString marker_quantity(const Estimate& estimate) const override;
    std::size_t point_count() const override { return points_.size(); }
    double place_of(std::size_t point) const override { return static_cast<double>(points_[point].value); }
    PlotPoint point(std::size_t point) const override;

private:
    /// Upper end of the axis in seconds: what fits is in sight, and the present plan.
    double axis_end() const;
    std::vector<TimePart> parts_present() const;
    void draw_bands(PlotCanvas& canvas, double unit) const;

    SweepAxis extent_;
    std::vector<Point> points_;
};

} // namespace rigwright

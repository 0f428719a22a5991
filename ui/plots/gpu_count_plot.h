// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/point_plot.h"

namespace rigwright {

/// Throughput against the number of GPUs: each with its own micro-batch (weak scaling), with the plan's global batch
/// divided among them (strong scaling), and what as many GPUs would do that lose nothing.
class GpuCountPlot : public PointPlot {
    Q_OBJECT

public:
    GpuCountPlot(Document& document, const Localization& words, QWidget* parent);

    static constexpr const char* id = "gpu_count";
    static QString plot_title() { return tr("Throughput vs. number of GPUs"); }

    struct Point {
        std::int64_t gpus = 1;
        std::int64_t per_machine = 1;
        std::int64_t machines = 1;
        TimeEstimate time;
        /// Samples per second at the plan's own global batch; empty where so many GPUs do not divide it.
        std::optional<double> at_same_batch;
        /// Of the ideal: throughput over that of the smallest build, times its GPUs over these.
        double efficiency = 1.0;
        bool fits = true;
    };
    const std::vector<Point>& computed() const { return points_; }

protected:
    QString title() const override { return plot_title(); }
    QString caption_text() const override;
    void renew() override;
    void draw(PlotCanvas& canvas) const override;
    std::optional<double> marker_value(const Estimate& estimate) const override;
    QString marker_quantity(const Estimate& estimate) const override;
    std::size_t point_count() const override { return points_.size(); }
    double place_of(std::size_t point) const override { return static_cast<double>(points_[point].gpus); }
    PlotPoint point(std::size_t point) const override;

private:
    const ExtentCurve* curve() const { return static_cast<const ExtentNumber&>(number()).curve(); }
    double ideal(const Point& point) const;
    QString share_text(double share) const;
    /// "at global batch 64".
    QString same_batch_name() const;
    void draw_axes(PlotCanvas& canvas) const;
    void draw_lines(PlotCanvas& canvas) const;
    void draw_same_batch(PlotCanvas& canvas) const;
    void draw_efficiencies(PlotCanvas& canvas) const;
    void draw_machine_edge(PlotCanvas& canvas) const;

    std::vector<Point> points_;
};

} // namespace rigwright

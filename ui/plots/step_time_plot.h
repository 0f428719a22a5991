// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/run/sweep.h"
#include "ui/plots/batch_plot.h"

namespace rigwright {

/// How long one step takes at each micro-batch, beside the line on which time grows in proportion; where the two meet
/// is the knee.
class StepTimePlot : public BatchPlot {
    Q_OBJECT

public:
    StepTimePlot(Document& document, const Localization& words, QWidget* parent);

    static constexpr const char* id = "step_time";
    static QString plot_title();
    static QString tab_title();
    const std::optional<Saturation>& knee() const { return knee_; }

protected:
    QString title() const override { return plot_title(); }
    QString caption_text() const override;
    PlotTable table() const override;
    void take(const Curves* curves) override;
    bool draw_curves(PlotCanvas& canvas) const override;
    std::optional<double> marker_value(const Estimate& estimate) const override;
    QString marker_quantity(const Estimate& estimate) const override;
    std::vector<std::int64_t> points() const override;
    Readout readout(std::size_t point) const override;

private:
    struct Point {
        std::int64_t micro_batch = 0;
        double step = 0.0;
        double low = 0.0;
        double high = 0.0;
        double samples_per_second = 0.0;
        bool fits = true;
    };

    double unit() const;
    double proportional(const Point& point) const;
    void draw_axes(PlotCanvas& canvas) const;
    void draw_line(PlotCanvas& canvas) const;
    void draw_range(PlotCanvas& canvas) const;
    void draw_proportion(PlotCanvas& canvas) const;
    void draw_knee(PlotCanvas& canvas) const;

    std::vector<Point> points_;
    std::optional<Saturation> knee_;
};

} // namespace rigwright

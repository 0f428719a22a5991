// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/batch_plot.h"
#include "ui/plots/memory_series.h"

namespace rigwright {

/// What fills a GPU's memory at each micro-batch, as stacked areas under the line of what is usable.
class MemoryPlot : public BatchPlot {
    Q_OBJECT

public:
    using BatchPlot::BatchPlot;

    static constexpr const char* id = "memory";
    const MemorySeries& series() const { return series_; }
    static QString plot_title();

protected:
    QString title() const override { return plot_title(); }
    QString caption_text() const override;
    PlotTable table() const override;
    void take(const Curves* curves) override;
    bool draw_curves(PlotCanvas& canvas) const override;
    std::optional<double> marker_value(const Estimate& estimate) const override;
    QString marker_quantity(const Estimate& estimate) const override;
    bool needs_other_axes(const Estimate& estimate) const override;
    std::vector<std::int64_t> points() const override;
    Readout readout(std::size_t point) const override;

private:
    double axis_end() const;
    void draw_bands(PlotCanvas& canvas, double unit) const;
    void draw_correction(PlotCanvas& canvas, double unit) const;
    void draw_capacity(PlotCanvas& canvas, double unit) const;
    void draw_limit(PlotCanvas& canvas, double unit) const;
    QString part_name(MemoryPart part) const;

    MemorySeries series_;
};

} // namespace rigwright

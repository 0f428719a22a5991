// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/batch_plot.h"
#include "ui/plots/epoch_time_series.h"

namespace rigwright {

/// How long one pass over the data set takes at each micro-batch, with its range, and from where on a larger one hardly
/// helps.
class EpochTimePlot : public BatchPlot {
    Q_OBJECT

public:
    using BatchPlot::BatchPlot;

    static constexpr const char* id = "epoch_time";
    const EpochTimeSeries& series() const { return series_; }
    static QString plot_title();
    static QString tab_title();

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
    QString knee_text(const QString& batch) const;
    void draw_range(PlotCanvas& canvas) const;
    void draw_estimate(PlotCanvas& canvas) const;
    void draw_beyond_memory(PlotCanvas& canvas) const;
    void draw_knee(PlotCanvas& canvas) const;
    /// First point that does not fit into memory; the number of points when all do.
    std::size_t first_too_large() const;

    EpochTimeSeries series_;
};

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/run/sweep.h"
#include "ui/plots/batch_plot.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rigwright {

/// One computed point; times in seconds, all above zero.
struct EpochTimePoint {
    std::int64_t micro_batch = 0;
    double epoch = 0.0;
    double low = 0.0;
    double high = 0.0;
    double step = 0.0;
    double samples_per_second = 0.0;
    /// Otherwise it is the time it would take if it fitted into memory.
    bool fits = true;
};

/// The batch from which a larger one hardly helps.
///
/// Defined as the smallest batch whose throughput reaches 90 % of the best on the curve: below it fixed costs
/// (launches, the optimizer, communication) dominate, above it the time per sample hardly falls.
struct Knee {
    enum class Kind {
        /// Already at the smallest batch.
        at_start,
        inside,
        /// The throughput still rises at the end of the curve.
        not_reached,
    };
    Kind kind = Kind::inside;
    EpochTimePoint point;
};

struct EpochTimeSeries {
    /// Ascending. Batches that hold the whole data set more than once are left out: an epoch cannot be shorter than a
    /// step.
    std::vector<EpochTimePoint> points;
    std::optional<Knee> knee;

    bool is_empty() const { return points.empty(); }
};

/// Points without a time estimate, without an epoch (no number of samples), or with a time that is not above zero and
/// finite are left out.
EpochTimeSeries epoch_time_series(const std::vector<SweepPoint>& points);
/// The same with the knee of the plan's whole curve, which may lie beyond these points.
EpochTimeSeries epoch_time_series(const std::vector<SweepPoint>& points, const std::optional<Saturation>& saturation);

/// Empty for less than two points.
std::optional<Knee> knee_of(const std::vector<EpochTimePoint>& points);

/// The share of the shortest epoch in memory that one beyond memory would save at most; empty where no batch fits.
std::optional<double> saving_beyond_memory(const EpochTimeSeries& series);

/// Ends of the logarithmic time axis around all bands, at least a factor of four apart.
struct TimeAxisRange {
    double lower = 1.0;
    double upper = 4.0;
};
TimeAxisRange time_axis_range(const EpochTimeSeries& series);

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

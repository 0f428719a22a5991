// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/run/sweep.h"
#include "ui/plots/point_plot.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rigwright {

/// What is timed: one step, one pass over the data set, or the whole training.
enum class Timed { step, epoch, training };

/// One computed point; times in seconds, all above zero and finite.
struct TimePoint {
    std::int64_t micro_batch = 0;
    double seconds = 0.0;
    double low = 0.0;
    double high = 0.0;
    double step = 0.0;
    double samples_per_second = 0.0;
    /// Otherwise it is the time it would take if it fitted into memory.
    bool fits = true;
};

/// Ascending. Points without a time are left out, and for epochs and trainings those without a number of samples and
/// batches that hold the whole data set more than once: an epoch cannot be shorter than a step.
std::vector<TimePoint> time_points(const std::vector<SweepPoint>& points, Timed timed);

/// The share of the shortest time in memory that one beyond memory would save at most; empty where no batch fits.
std::optional<double> saving_beyond_memory(const std::vector<TimePoint>& points);

/// Ends of a logarithmic axis around all bands, at least a factor of four apart.
QCPRange time_axis_range(const std::vector<TimePoint>& points);

/// How long one step, one epoch or the training takes along a number of the plan, with its range. Along the
/// micro-batch beside the line that it would follow at the best throughput; where the two meet is the knee.
class TimePlot : public PointPlot {
    Q_OBJECT

public:
    /// Along an extent of the samples, or the micro-batch.
    TimePlot(Timed timed, Document& document, const Localization& words, QWidget* parent,
             std::optional<SweepAxis> extent = {});

    static constexpr const char* id_of(Timed timed)
    {
        return timed == Timed::step ? "step_time" : timed == Timed::epoch ? "epoch_time" : "training_time";
    }
    static QString plot_title(Timed timed);

    const std::vector<TimePoint>& computed() const { return points_; }
    const std::optional<Saturation>& knee() const { return knee_; }

protected:
    QString title() const override { return plot_title(timed_); }
    std::pair<QString, QString> heading() const override;
    QString caption_text() const override;
    void renew() override;
    void draw(PlotCanvas& canvas) const override;
    std::optional<double> marker_value(const Estimate& estimate) const override;
    QString marker_quantity(const Estimate& estimate) const override;
    std::size_t point_count() const override { return points_.size(); }
    double place_of(std::size_t point) const override { return static_cast<double>(points_[point].micro_batch); }
    PlotPoint point(std::size_t point) const override;

private:
    QString quantity() const;
    /// What the training may take at most, where the whole training is timed.
    std::optional<double> deadline() const;
    /// Empty where the estimate has none.
    std::optional<Seconds> time_of(const Estimate& estimate) const;
    /// Seconds of the axis' unit.
    double unit() const;
    /// What a step or epoch would take if nothing but the samples cost time.
    double at_best(const TimePoint& point) const;
    const TimePoint* knee_point() const;
    std::size_t first_too_large() const;
    QString missing_text() const;
    QString step_caption() const;
    QString epoch_caption() const;
    void draw_axes(PlotCanvas& canvas) const;
    /// So far that the lines of other builds are seen too, where that does not squeeze the own one.
    QCPRange with_others(QCPRange range) const;
    void draw_deadline(PlotCanvas& canvas) const;
    void draw_knee(PlotCanvas& canvas) const;
    void draw_best(PlotCanvas& canvas) const;
    void draw_estimate(PlotCanvas& canvas) const;
    void draw_range(PlotCanvas& canvas) const;

    Timed timed_;
    std::optional<SweepAxis> extent_;
    std::vector<TimePoint> points_;
    /// Of the plan's whole curve, which may reach beyond these points.
    std::optional<Saturation> knee_;
};

/// The parts of a step along an extent of the samples, stacked.
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

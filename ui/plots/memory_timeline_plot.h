// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/memory/moments.h"
#include "ui/plots/point_plot.h"

namespace rigwright {

/// What fills a GPU's memory from the first operator of a step to the optimizer's update, with the peak named.
class MemoryTimelinePlot : public PointPlot {
    Q_OBJECT

public:
    using PointPlot::PointPlot;

    static constexpr const char* id = "memory_timeline";
    static QString plot_title() { return tr("Memory timeline"); }

    const std::vector<TimelineMoment>& moments() const;
    /// Which of them is the peak of the estimate.
    std::size_t peak() const;

protected:
    QString title() const override { return plot_title(); }
    QString caption_text() const override;
    void draw(PlotCanvas& canvas) const override;
    std::size_t point_count() const override { return moments().size(); }
    PlotPoint point(std::size_t point) const override;
    void renew() override { taken_.reset(); }

private:
    const MemoryEstimate* memory() const;
    /// What the estimate counts besides tensors, the same at every moment.
    Bytes beside_tensors() const { return memory()->total - moments()[peak()].allocated; }
    QString phase_name(Phase phase) const;
    QString name_of(const TimelineMoment& moment) const;
    void draw_axes(PlotCanvas& canvas, double top) const;
    /// Few moments stand apart, as a layer plan knows them.
    bool are_bars() const { return moments().size() <= 8; }
    void draw_bands(PlotCanvas& canvas, double unit) const;
    /// The moments [first, last), as one picture.
    void draw_band(PlotCanvas& canvas, double unit, std::size_t first, std::size_t last) const;
    void draw_phases(PlotCanvas& canvas) const;
    void draw_peak(PlotCanvas& canvas, double unit) const;

    mutable std::optional<std::vector<TimelineMoment>> taken_;
    mutable std::vector<MemoryPart> present_;
    mutable std::size_t peak_ = 0;
};

/// What GPUs of the first, the middle and the last pipeline stage hold, side by side.
class MemoryStagePlot : public PointPlot {
    Q_OBJECT

public:
    using PointPlot::PointPlot;

    static constexpr const char* id = "memory_stages";
    static QString plot_title() { return tr("Memory per pipeline stage"); }

    const std::vector<StageMemory>& stages() const;

protected:
    QString title() const override { return plot_title(); }
    QString caption_text() const override;
    void draw(PlotCanvas& canvas) const override;
    std::size_t point_count() const override { return stages().size(); }
    PlotPoint point(std::size_t point) const override;
    void renew() override { taken_.reset(); }

private:
    QString stage_name(const StageMemory& stage) const;
    std::vector<MemoryPart> parts_present() const;
    void draw_axes(PlotCanvas& canvas, double top) const;
    void draw_bars(PlotCanvas& canvas, double unit) const;

    mutable std::optional<std::vector<StageMemory>> taken_;
};

} // namespace rigwright

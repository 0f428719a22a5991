// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/evaluation.h"
#include "ui/plots/point_plot.h"

namespace rigwright {

/// What GPUs of the first, the middle and the last pipeline stage hold, side by side.
class MemoryStagePlot : public PointPlot {
    Q_OBJECT

public:
    MemoryStagePlot(Document& document, const Words& words, QWidget* parent);

    static constexpr const char* id = "memory_stages";
    static QString plot_title();
    static QString tab_title();

    const std::vector<StageMemory>& stages() const;

protected:
    QString title() const override { return plot_title(); }
    QString caption_text() const override;
    void compose(PlotCanvas& canvas) const override;
    PlotTable table() const override;
    std::size_t point_count() const override { return stages().size(); }
    Readout readout(std::size_t point) const override;
    void forget() override { taken_.reset(); }

private:
    QString stage_name(const StageMemory& stage) const;
    std::vector<MemoryPart> parts_present() const;
    void draw_axes(PlotCanvas& canvas, double top) const;
    void draw_bars(PlotCanvas& canvas, double unit) const;
    void draw_usable(PlotCanvas& canvas, double unit) const;

    mutable std::optional<std::vector<StageMemory>> taken_;
};

} // namespace rigwright

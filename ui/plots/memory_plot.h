// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/batch_plot.h"
#include "ui/plots/memory_picture.h"

namespace rigwright {

/// What fills a GPU's memory at each micro-batch.
class MemoryPlot : public BatchPlot {
    Q_OBJECT

public:
    MemoryPlot(Document& document, const Words& words, QWidget* parent);

    static constexpr const char* id = "memory";
    const MemorySeries& series() const { return picture_.series(); }
    static QString plot_title();
    static QString tab_title();

protected:
    QString title() const override { return plot_title(); }
    QString caption_text() const override { return picture_.caption(); }
    PlotTable table() const override { return picture_.table(); }
    void take(const Curves* curves) override;
    bool draw_curves(PlotCanvas& canvas) const override;
    std::optional<double> marker_value(const Estimate& estimate) const override;
    QString marker_quantity(const Estimate& estimate) const override;
    bool needs_other_axes(const Estimate& estimate) const override;
    std::vector<std::int64_t> points() const override { return picture_.points(); }
    Readout readout(std::size_t point) const override { return picture_.readout(point); }
    void changeEvent(QEvent* event) override;

private:
    void name();
    double present_total() const { return total_of(document().evaluation().estimate); }

    MemoryPicture picture_;
};

} // namespace rigwright

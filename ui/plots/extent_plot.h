// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/extent_curve_plot.h"
#include "ui/plots/memory_picture.h"

namespace rigwright {

/// What fills a GPU's memory along an extent of the samples. Dragging the marker sets the extent.
class ExtentPlot : public ExtentCurvePlot {
    Q_OBJECT

public:
    ExtentPlot(SampleExtent extent, Document& document, const Words& words, QWidget* parent);

    const MemorySeries& series() const { return picture_.series(); }

protected:
    virtual MemoryTexts texts() const = 0;
    /// Instead of a picture for a model without that extent.
    virtual QString not_this_model() const = 0;

    QString caption_text() const override { return picture_.caption(); }
    PlotTable table() const override { return picture_.table(); }
    void take_curve() override;
    bool draw_curves(PlotCanvas& canvas) const override;
    std::optional<double> marker_value(const Estimate& estimate) const override;
    QString marker_quantity(const Estimate& estimate) const override;
    bool needs_other_axes(const Estimate& estimate) const override;
    std::vector<std::int64_t> points() const override { return picture_.points(); }
    Readout readout(std::size_t point) const override { return picture_.readout(point); }
    void changeEvent(QEvent* event) override;

private:
    double present_total() const { return total_of(document().evaluation().estimate); }

    MemoryPicture picture_;
};

} // namespace rigwright

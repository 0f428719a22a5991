// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/extent_source.h"
#include "ui/plots/memory_picture.h"
#include "ui/plots/swept_plot.h"

namespace rigwright {

/// What fills a GPU's memory along an extent of the samples. Dragging the marker sets the extent.
class ExtentPlot : public SweptPlot {
    Q_OBJECT

public:
    ExtentPlot(SampleExtent extent, Document& document, const Words& words, QWidget* parent);

    const MemorySeries& series() const { return picture_.series(); }

protected:
    virtual MemoryTexts texts() const = 0;
    /// What an edit of the extent is called in the list of undo steps.
    virtual QString edit_name() const = 0;
    /// Instead of a picture for a model without that extent.
    virtual QString not_this_model() const = 0;
    /// The edit that leads to a point of the curve; null for a number that is none.
    const ScenarioChanges* edit_to(std::int64_t value) const;

    QString caption_text() const override { return picture_.caption(); }
    PlotTable table() const override { return picture_.table(); }
    bool has_curve() const override { return source_->curve() != nullptr; }
    bool is_outdated() const override { return source_->is_outdated(); }
    void take_curve() override;
    std::int64_t present() const override;
    void set_present(std::int64_t value) override;
    bool draw_curves(PlotCanvas& canvas) const override;
    std::optional<double> marker_value(const Estimate& estimate) const override;
    QString marker_quantity(const Estimate& estimate) const override;
    bool needs_other_axes(const Estimate& estimate) const override;
    std::vector<std::int64_t> points() const override { return picture_.points(); }
    Readout readout(std::size_t point) const override { return picture_.readout(point); }
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    double present_total() const { return total_of(document().evaluation().estimate); }

    SampleExtent extent_;
    ExtentSource* source_;
    MemoryPicture picture_;
};

} // namespace rigwright

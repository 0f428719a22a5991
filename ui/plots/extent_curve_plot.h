// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/extent_source.h"
#include "ui/plots/swept_plot.h"

namespace rigwright {

/// A plot over a curve of its own, along an extent of the samples or the number of GPUs. Dragging the marker makes the
/// edit that leads there.
class ExtentCurvePlot : public SweptPlot {
    Q_OBJECT

public:
    ExtentCurvePlot(SampleExtent extent, Document& document, const Words& words, QWidget* parent);

protected:
    /// What an edit of the extent is called in the list of undo steps.
    virtual QString edit_name() const = 0;
    /// Null before the first answer.
    const ExtentCurve* curve() const { return source_->curve().get(); }
    SampleExtent extent() const { return extent_; }
    /// The edit that leads to a point of the curve; null for a number that is none.
    const ScenarioChanges* edit_to(std::int64_t value) const;
    bool applies() const { return has_extent(document().scenario(), *document().data(), extent_); }

    bool has_curve() const override { return source_->curve() != nullptr; }
    bool is_outdated() const override { return source_->is_outdated(); }
    std::int64_t present() const override;
    void set_present(std::int64_t value) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    SampleExtent extent_;
    ExtentSource* source_;
};

/// "640 × 480 px" for the image that a point of a curve stands for.
QString image_text(const Words& words, std::int64_t height, std::int64_t width);

} // namespace rigwright

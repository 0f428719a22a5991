// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/extent_source.h"
#include "ui/plots/memory_picture.h"
#include "ui/plots/swept_plot.h"

namespace rigwright {

/// A plot over a curve of its own, along an extent of the samples or the number of GPUs. Dragging the marker makes the
/// edit that leads there.
class ExtentCurvePlot : public SweptPlot {
    Q_OBJECT

public:
    ExtentCurvePlot(SweepAxis extent, Document& document, const Localization& words, QWidget* parent);

protected:
    /// What an edit of the extent is called in the list of undo steps.
    virtual QString edit_name() const = 0;
    /// Null before the first answer.
    const ExtentCurve* curve() const { return source_->curve().get(); }
    SweepAxis extent() const { return extent_; }
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
    SweepAxis extent_;
    ExtentSource* source_;
};

/// "640 × 480 px" for the image that a point of a curve stands for.
QString image_text(const Localization& words, std::int64_t height, std::int64_t width);

/// What fills a GPU's memory along an extent of the samples. Dragging the marker sets the extent.
class ExtentPlot : public ExtentCurvePlot {
    Q_OBJECT

public:
    ExtentPlot(SweepAxis extent, Document& document, const Localization& words, QWidget* parent);

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

/// What fills a GPU's memory at each size of the images, their aspect kept.
class MemoryImagePlot : public ExtentPlot {
    Q_OBJECT

public:
    MemoryImagePlot(Document& document, const Localization& words, QWidget* parent);

    static constexpr const char* id = "memory_image";
    static QString plot_title();
    static QString tab_title();

protected:
    QString title() const override { return plot_title(); }
    MemoryTexts texts() const override;
    QString edit_name() const override;
    QString not_this_model() const override;
    QString amount_text(std::int64_t value) const override;
};

/// What fills a GPU's memory at each length of the sequences.
class MemorySequencePlot : public ExtentPlot {
    Q_OBJECT

public:
    MemorySequencePlot(Document& document, const Localization& words, QWidget* parent);

    static constexpr const char* id = "memory_sequence";
    static QString plot_title();
    static QString tab_title();

protected:
    QString title() const override { return plot_title(); }
    MemoryTexts texts() const override;
    QString edit_name() const override;
    QString not_this_model() const override;
    QString amount_text(std::int64_t value) const override;
};

} // namespace rigwright

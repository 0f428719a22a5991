// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/curves.h"
#include "ui/document/live.h"
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
    /// Null before the first answer.
    const ExtentCurve* curve() const { return curve_.known().get(); }
    SweepAxis extent() const { return extent_; }
    bool applies() const { return has_extent(document().scenario(), *document().data(), extent_); }
    QString axis_label() const;
    /// Instead of a picture for a model without that extent.
    QString not_this_model() const;

    bool has_curve() const override { return curve() != nullptr; }
    bool is_outdated() const override { return !curve_.is_settled(); }
    std::int64_t present() const override;
    void set_present(std::int64_t value) override;
    QString column_title() const override;
    QString amount_text(std::int64_t value) const override;
    void showEvent(QShowEvent* event) override;

private:
    /// The edit that leads to a point of the curve; null for a number that is none.
    const ScenarioChanges* edit_to(std::int64_t value) const;

    SweepAxis extent_;
    Live<ExtentCurve> curve_;
};

/// What fills a GPU's memory along an extent of the samples.
class ExtentPlot : public ExtentCurvePlot {
    Q_OBJECT

public:
    ExtentPlot(SweepAxis extent, Document& document, const Localization& words, QWidget* parent);

    static constexpr const char* id_of(SweepAxis extent)
    {
        return extent == SweepAxis::image_size ? "memory_image" : "memory_sequence";
    }
    static QString plot_title(SweepAxis extent);
    static QString tab_title(SweepAxis extent);

    const MemorySeries& series() const { return picture_.series(); }

protected:
    QString title() const override { return plot_title(extent()); }
    QString caption_text() const override { return picture_.caption(); }
    void take_curve() override;
    bool draw_curves(PlotCanvas& canvas) const override;
    std::optional<double> marker_value(const Estimate& estimate) const override;
    QString marker_quantity(const Estimate& estimate) const override;
    bool needs_other_axes(const Estimate& estimate) const override;
    std::vector<std::int64_t> points() const override { return picture_.points(); }
    std::vector<PlotFigure> figures(std::size_t point) const override { return picture_.figures(point); }
    bool fits(std::size_t point) const override { return picture_.fits(point); }

private:
    MemoryTexts texts() const;
    double present_total() const { return total_of(document().evaluation().estimate); }

    MemoryPicture picture_;
};

/// What one step is spent on along an extent of the samples, stacked.
class ExtentTimePlot : public ExtentCurvePlot {
    Q_OBJECT

public:
    ExtentTimePlot(SweepAxis extent, Document& document, const Localization& words, QWidget* parent);

    static constexpr const char* id_of(SweepAxis extent)
    {
        return extent == SweepAxis::image_size ? "time_image" : "time_sequence";
    }
    static QString plot_title(SweepAxis extent);
    static QString tab_title(SweepAxis extent);

    struct Point {
        std::int64_t value = 0;
        TimeEstimate time;
        bool fits = true;
    };
    const std::vector<Point>& computed() const { return points_; }

protected:
    QString title() const override { return plot_title(extent()); }
    QString caption_text() const override;
    void take_curve() override;
    bool draw_curves(PlotCanvas& canvas) const override;
    std::optional<double> marker_value(const Estimate& estimate) const override;
    QString marker_quantity(const Estimate& estimate) const override;
    bool needs_other_axes(const Estimate& estimate) const override;
    std::vector<std::int64_t> points() const override;
    std::vector<PlotFigure> figures(std::size_t point) const override;
    bool fits(std::size_t point) const override { return points_[point].fits; }

private:
    /// Upper end of the axis in seconds: what fits is in sight, and the present plan.
    double axis_end() const;
    std::vector<TimePart> parts_present() const;
    void draw_bands(PlotCanvas& canvas, double unit) const;

    std::vector<Point> points_;
};

} // namespace rigwright

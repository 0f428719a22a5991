// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/extent_plot.h"

namespace rigwright {

/// What one step is spent on along an extent of the samples, stacked.
class ExtentTimePlot : public ExtentCurvePlot {
    Q_OBJECT

public:
    ExtentTimePlot(SweepAxis extent, Document& document, const Localization& words, QWidget* parent);

    struct Point {
        std::int64_t value = 0;
        TimeEstimate time;
        bool fits = true;
    };
    const std::vector<Point>& computed() const { return points_; }

protected:
    /// What the axis, the column and the empty picture say.
    struct Texts {
        QString axis;
        QString column;
        QString not_this_model;
    };
    virtual Texts texts() const = 0;

    QString caption_text() const override;
    PlotTable table() const override;
    void take_curve() override;
    bool draw_curves(PlotCanvas& canvas) const override;
    std::optional<double> marker_value(const Estimate& estimate) const override;
    QString marker_quantity(const Estimate& estimate) const override;
    bool needs_other_axes(const Estimate& estimate) const override;
    std::vector<std::int64_t> points() const override;
    Readout readout(std::size_t point) const override;

private:
    /// Upper end of the axis in seconds: what fits is in sight, and the present plan.
    double axis_end() const;
    std::vector<TimePart> parts_present() const;
    void draw_bands(PlotCanvas& canvas, double unit) const;

    std::vector<Point> points_;
};

/// Time of a step against the tokens of a sample.
class SequenceTimePlot : public ExtentTimePlot {
    Q_OBJECT

public:
    SequenceTimePlot(Document& document, const Localization& words, QWidget* parent);

    static constexpr const char* id = "time_sequence";
    static QString plot_title();
    static QString tab_title();

protected:
    QString title() const override { return plot_title(); }
    Texts texts() const override;
    QString edit_name() const override;
    QString amount_text(std::int64_t value) const override;
};

/// Time of a step against the size of the images, their aspect kept.
class ImageTimePlot : public ExtentTimePlot {
    Q_OBJECT

public:
    ImageTimePlot(Document& document, const Localization& words, QWidget* parent);

    static constexpr const char* id = "time_image";
    static QString plot_title();
    static QString tab_title();

protected:
    QString title() const override { return plot_title(); }
    Texts texts() const override;
    QString edit_name() const override;
    QString amount_text(std::int64_t value) const override;
};

} // namespace rigwright

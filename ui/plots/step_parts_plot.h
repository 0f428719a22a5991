// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/time/step_causes.h"
#include "core/estimate/time/step_schedule.h"
#include "ui/format/words.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/plot_canvas.h"
#include "ui/plots/plot_pane.h"
#include "ui/plots/point_plot.h"

#include <array>
#include <optional>

namespace rigwright {

/// What a step is made of, three times side by side: by what runs, by what limits it, and from the bound of the matrix
/// units upwards.
class StepPartsPlot : public PointPlot {
    Q_OBJECT

public:
    using PointPlot::PointPlot;

    static constexpr const char* id = "step_parts";
    static QString plot_title() { return tr("Step breakdown"); }

    struct Piece {
        QString name;
        double seconds = 0.0;
        HatchedFill fill;
    };
    struct Bar {
        QString name;
        /// From the bottom up; those that take no time are left out.
        std::vector<Piece> pieces;
    };
    /// In the colours of the theme.
    std::vector<Bar> bars(const Theme& theme) const;

protected:
    QString title() const override { return plot_title(); }
    QString caption_text() const override;
    void draw(PlotCanvas& canvas) const override;
    /// A row for each piece, not for each bar.
    PlotTable table() const override;
    std::size_t point_count() const override { return terms() == nullptr ? 0 : 3; }
    PlotPoint point(std::size_t point) const override;
    void renew() override {}

private:
    const TimeTerms* terms() const;
    Bar by_part(const Theme& theme) const;
    Bar by_cause(const Theme& theme) const;
    Bar from_bound(const Theme& theme) const;
    QString share_text(double seconds) const;
    void draw_bar(PlotCanvas& canvas, const Bar& bar, double place, double unit) const;
};

/// One step over time: what each pipeline stage computes and sends, micro-batch by micro-batch, and where it waits.
class StepSchedulePlot : public PointPlot {
    Q_OBJECT

public:
    using PointPlot::PointPlot;

    static constexpr const char* id = "step_schedule";
    static QString plot_title() { return tr("Step timeline"); }

    const StepSchedule& schedule() const;

protected:
    QString title() const override { return plot_title(); }
    QString caption_text() const override;
    void draw(PlotCanvas& canvas) const override;
    std::size_t point_count() const override { return schedule().rows.size(); }
    double place_of(std::size_t point) const override;
    std::optional<double> height_of(std::size_t point) const override;
    PlotPoint point(std::size_t point) const override;
    void renew() override { taken_.reset(); }

private:
    /// Compute lines and message lines from the top down; the latter only where there are messages.
    std::size_t line_count() const;
    QString line_name(std::size_t line) const;
    bool has_messages() const;
    std::size_t line_of(const ScheduleRow& row) const;
    double height_of_line(std::size_t line) const { return -static_cast<double>(line); }
    QString kind_name(ScheduleKind kind) const;
    double unit() const;
    void draw_rows(PlotCanvas& canvas) const;

    mutable std::optional<StepSchedule> taken_;
};

// What all pictures of time have in common.

/// The colour and pattern of a part of the step, and of what limits it. What is the same in both looks the same.
HatchedFill fill_of(TimePart part, const Theme& theme);
HatchedFill fill_of(Bottleneck cause, const Theme& theme);
QString part_name(TimePart part, const Localization& words);
QString cause_name(Bottleneck cause, const Localization& words);

/// Bottom to top: the passes first, then what comes on top of them.
const std::array<TimePart, time_part_count>& time_stacking_order();

/// A linear axis of time that ends at `end` seconds; gives the seconds of its unit. `label` has a place for the unit.
/// The seconds of that unit.
double linear_time_unit(double end);
double set_time_axis(QCPAxis& axis, double end, const QString& label);
/// The same for the upright axis.
double set_time_axis(PlotCanvas& canvas, double end, const QString& label);

/// With the exact number in seconds.
PlotCell time_cell(double amount, const Localization& words);

} // namespace rigwright

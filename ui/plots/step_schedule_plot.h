// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/step_schedule.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/point_plot.h"

#include <optional>

namespace rigwright {

/// One step over time: what each pipeline stage computes and sends, micro-batch by micro-batch, and where it waits.
class StepSchedulePlot : public PointPlot {
    Q_OBJECT

public:
    StepSchedulePlot(Document& document, const Words& words, QWidget* parent);

    static constexpr const char* id = "step_schedule";
    static QString plot_title();
    static QString tab_title();

    const StepSchedule& schedule() const;

protected:
    QString title() const override { return plot_title(); }
    QString caption_text() const override;
    void compose(PlotCanvas& canvas) const override;
    PlotTable table() const override;
    std::size_t point_count() const override { return schedule().rows.size(); }
    double place_of(std::size_t point) const override;
    std::optional<double> height_of(std::size_t point) const override;
    Readout readout(std::size_t point) const override;
    void forget() override { taken_.reset(); }

private:
    /// Compute lines and message lines from the top down; the latter only where there are messages.
    std::vector<QString> line_names() const;
    bool has_messages() const;
    std::size_t line_of(const ScheduleRow& row) const;
    double height_of_line(std::size_t line) const;
    QString kind_name(ScheduleKind kind) const;
    double unit() const;
    void draw_rows(PlotCanvas& canvas) const;

    mutable std::optional<StepSchedule> taken_;
};

} // namespace rigwright

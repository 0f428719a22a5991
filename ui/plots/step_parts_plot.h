// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/step_causes.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/point_plot.h"

namespace rigwright {

/// What a step is made of, three times side by side: by what runs, by what limits it, and from the bound of the matrix
/// units upwards.
class StepPartsPlot : public PointPlot {
    Q_OBJECT

public:
    StepPartsPlot(Document& document, const Words& words, QWidget* parent);

    static constexpr const char* id = "step_parts";
    static QString plot_title();
    static QString tab_title();

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
    void compose(PlotCanvas& canvas) const override;
    PlotTable table() const override;
    std::size_t point_count() const override;
    Readout readout(std::size_t point) const override;
    void forget() override {}

private:
    const TimeTerms* terms() const;
    Bar by_part(const Theme& theme) const;
    Bar by_cause(const Theme& theme) const;
    Bar from_bound(const Theme& theme) const;
    QString share_text(double seconds) const;
    void draw_bar(PlotCanvas& canvas, const Bar& bar, double place, double unit) const;
};

} // namespace rigwright

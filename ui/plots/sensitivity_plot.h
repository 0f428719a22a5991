// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/sensitivity.h"
#include "ui/document/live.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/point_plot.h"

namespace rigwright {

/// Which single setting or part moves memory, time and cost most: for each setting a bar per figure, from the lowest to
/// the highest that its other values lead to.
class SensitivityPlot : public PointPlot {
    Q_OBJECT

public:
    SensitivityPlot(Document& document, const Localization& words, QWidget* parent);

    static constexpr const char* id = "sensitivity";
    static QString plot_title() { return tr("Sensitivity analysis"); }

    bool is_drawn() const override { return PointPlot::is_drawn() && settings_.is_current(); }
    /// What is drawn: the settings that move anything, the one that moves most first.
    const std::vector<Sensitivity>& drawn() const { return drawn_; }

protected:
    QString title() const override { return plot_title(); }
    QString caption_text() const override;
    void draw(PlotCanvas& canvas) const override;
    std::size_t point_count() const override { return drawn_.size(); }
    double place_of(std::size_t) const override { return 1.0; }
    std::optional<double> height_of(std::size_t point) const override;
    PlotPoint point(std::size_t point) const override;
    void renew() override;
    void showEvent(QShowEvent* event) override;

private:
    static QString figure_name(PlanFigure figure);
    static QString factor_text(double factor);
    QString name_of(const Sensitivity& setting) const;
    QString value_text(const std::string& field, const FieldValue& value) const;
    /// "128 (× 0.52)"
    QString end_text(const Sensitivity& setting, const Trial* trial, PlanFigure figure) const;
    QString strongest(PlanFigure figure) const;
    void draw_bars(PlotCanvas& canvas, PlanFigure figure) const;

    Live<std::vector<Sensitivity>> settings_;
    std::vector<Sensitivity> drawn_;
};

} // namespace rigwright

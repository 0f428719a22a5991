// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/point_plot.h"

namespace rigwright {

/// The builds of the project by what they cost to buy and how long the run takes, with the range of the time.
class CostTimePlot : public PointPlot {
    Q_OBJECT

public:
    CostTimePlot(Document& document, const Localization& words, QWidget* parent);

    static constexpr const char* id = "cost_time";
    static QString plot_title();

    struct Point {
        QString name;
        bool pinned = false;
        bool worked_on = false;
        bool fits = true;
        /// Lines of the bill without a price; the price is a lower bound then.
        std::int64_t unpriced = 0;
        double price = 0.0;
        /// Samples of one update; empty for an inference.
        std::optional<std::int64_t> global_batch;
        Seconds time;
        Seconds low;
        Seconds high;
        /// All builds have the same task, and no other is both cheaper and faster.
        bool undominated = true;
    };
    /// Cheapest first; builds without a price or a time are not among them.
    const std::vector<Point>& drawn() const;

protected:
    QString title() const override { return plot_title(); }
    QString caption_text() const override;
    void draw(PlotCanvas& canvas) const override;
    std::size_t point_count() const override { return drawn().size(); }
    double place_of(std::size_t point) const override { return drawn()[point].price; }
    std::optional<double> height_of(std::size_t point) const override;
    PlotPoint point(std::size_t point) const override;
    void renew() override { taken_ = false; }

private:
    void take() const;
    double longest() const;
    QString price_text(const Point& point) const;
    void draw_point(PlotCanvas& canvas, const Point& point, double unit) const;

    mutable bool taken_ = false;
    mutable std::vector<Point> points_;
    mutable qsizetype left_out_ = 0;
    /// Nothing is better where the tasks differ.
    mutable bool same_task_ = true;
};

} // namespace rigwright

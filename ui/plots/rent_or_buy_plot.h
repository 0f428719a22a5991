// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/run/run_cost.h"
#include "ui/document/document.h"
#include "ui/plots/plot_pane.h"
#include "ui/plots/point_plot.h"

#include <optional>
#include <vector>

namespace rigwright {

/// What the machine in front costs over the months, bought and rented by the hour, and what the other machines of its
/// task cost. Dragging the crossing sets the share of time in use, as one undo step.
class RentOrBuyPlot : public PlotPane {
    Q_OBJECT

public:
    RentOrBuyPlot(Document& document, const Localization& words, QWidget* parent);

    static constexpr const char* id = "rent_or_buy";
    static QString plot_title() { return tr("Rent or buy"); }

    /// Which is cheaper from when on, or why that is not known.
    QString sentence() const;
    /// On the calendar; empty where the lines do not cross.
    std::optional<double> crossing_months() const;
    PlotTable table() const override;

protected:
    QString title() const override { return plot_title(); }
    QString subject() const override { return QString::fromStdString(document_.scenario().name); }
    QString caption_text() const override;
    void compose(PlotCanvas& canvas) const override;

private:
    struct Line {
        /// Place in the project.
        std::size_t build = 0;
        OwnershipCosts costs;
        bool in_front = false;
    };

    void take();
    const Line& front() const;
    double utilisation() const { return document_.scenario().economics.utilisation; }
    double horizon_months() const;
    QString amount(double money) const;
    void draw_line(PlotCanvas& canvas, const Line& line, bool rented) const;
    bool is_at_crossing(QPointF position) const;
    void drag_to(double x);

    Document& document_;
    std::vector<Line> lines_;
    bool dragging_ = false;
    /// While dragging, so that the axis stays.
    double held_horizon_ = 0.0;
};

/// The builds of the project by what they cost to buy and how long the run takes, with the range of the time.
class CostTimePlot : public PointPlot {
    Q_OBJECT

public:
    CostTimePlot(Document& document, const Localization& words, QWidget* parent);

    static constexpr const char* id = "cost_time";
    static QString plot_title() { return tr("Price vs. time"); }

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

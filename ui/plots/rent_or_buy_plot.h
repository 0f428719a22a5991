// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/run/run_cost.h"
#include "ui/document/document.h"
#include "ui/plots/plot_pane.h"

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
    static QString plot_title();

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

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/advisor/advisor_source.h"
#include "ui/plots/point_plot.h"

#include <array>
#include <optional>

namespace rigwright {

class LimitLine;

/// The vertical axis of the front, over cost.
enum class FrontHeight { time, power, memory_free };
inline constexpr std::array all_front_heights{FrontHeight::time, FrontHeight::power, FrontHeight::memory_free};

/// The Pareto front by cost and by time, power or free memory. Points outside the limits are muted; the limits are
/// draggable lines. A click selects a candidate, a double click or Enter opens it as a build.
class FrontPlot : public PointPlot {
    Q_OBJECT

public:
    FrontPlot(AdvisorSource& source, Document& document, const Localization& words, QWidget* parent);

    static QString plot_title() { return tr("Candidates by cost and time"); }

    FrontHeight height() const { return height_; }
    void set_height(FrontHeight height);

    /// Candidates of the front with a cost and a time, by rising cost.
    const std::vector<const Candidate*>& drawn() const
    {
        take();
        return points_;
    }
    /// The candidate selected by the user; null for none.
    void set_chosen(const Candidate* candidate);
    /// Position of a candidate in pixels of the canvas.
    QPointF place_in_pixels(std::size_t point) const;
    /// Handle of the budget (0) or the deadline (1); nothing without axes.
    std::optional<QRectF> limit_handle(std::size_t which) const;
    bool is_drawn() const override { return PointPlot::is_drawn() && source_.is_settled(); }

signals:
    void candidate_requested(const rigwright::Candidate& candidate);
    void candidate_opened(const rigwright::Candidate& candidate);

protected:
    QString caption_text() const override;
    void draw(PlotCanvas& canvas) const override;
    void composed() override;
    std::size_t point_count() const override { return drawn().size(); }
    /// Not during a drag, which reads the limit instead.
    bool is_readable() const override { return !held_; }
    void choose(std::size_t point) override { emit candidate_opened(Candidate(*drawn()[point])); }
    double place_of(std::size_t point) const override { return drawn()[point]->figures.cost; }
    std::optional<double> height_of(std::size_t point) const override { return height_of(drawn()[point]->figures); }
    PlotPoint point(std::size_t point) const override;
    void renew() override;
    void hideEvent(QHideEvent* event) override;

private:
    double height_of(const CandidateFigures& figures) const;
    void compose_heights(PlotCanvas& canvas) const;
    QString empty_text() const;
    bool is_within(const Candidate& candidate) const;
    void draw_points(PlotCanvas& canvas) const;
    void draw_marks(PlotCanvas& canvas) const;
    void add_limits(PlotCanvas& canvas) const;
    void place_limits(const std::array<LimitLine*, 2>& lines) const;
    std::optional<double> limit(std::size_t which) const;
    void press(QMouseEvent* event);
    void move(QMouseEvent* event);
    void release(QMouseEvent* event);
    void drag_to(QPointF position);
    std::optional<std::size_t> point_at(QPointF position) const;

    AdvisorSource& source_;
    std::array<QPointer<LimitLine>, 2> lines_;
    std::optional<std::size_t> held_;
    QPointF pressed_;
    QString chosen_;
    FrontHeight height_ = FrontHeight::time;
    std::vector<const Candidate*> points_;
};

} // namespace rigwright

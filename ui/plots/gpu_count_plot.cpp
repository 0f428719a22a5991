// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/format/axis_scale.h"
#include "ui/format/words.h"
#include "ui/plots/plot_list.h"
#include "ui/plots/point_plot.h"
#include "ui/plots/step_parts_plot.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace rigwright {

/// Throughput against the number of GPUs: with one micro-batch per GPU (weak scaling), with the plan's global batch
/// divided among them (strong scaling), and ideally without losses.
class GpuCountPlot : public PointPlot {
    Q_OBJECT

public:
    GpuCountPlot(Document& document, const Localization& words, QWidget* parent)
        : PointPlot(document, words, parent, swept_number(SweepAxis::gpu_count, document, words))
    {
        offer_linear_scale();
    }

    static QString plot_title() { return tr("Throughput vs. number of GPUs"); }

    struct Point {
        std::int64_t gpus = 1;
        std::int64_t machines = 1;
        TimeEstimate time;
        /// Samples per second at the plan's global batch; empty if that many GPUs do not divide it.
        std::optional<double> at_same_batch;
        /// Of ideal: throughput over that of the smallest build, times its GPUs over these.
        double efficiency = 1.0;
        bool fits = true;
    };

protected:
    QString caption_text() const override
    {
        if (points_.size() < 2) return {};
        const auto here = std::ranges::find(points_, number().present(), &Point::gpus);
        const Point& last = points_.back();
        QStringList lines;
        if (here != points_.end() && here != points_.begin() && here->gpus != last.gpus)
            lines << tr("%1 reach %2 of the ideal throughput.")
                         .arg(number().amount_text(here->gpus), whole_percent(here->efficiency));
        lines << tr("%1 reach %2 of the ideal throughput.")
                     .arg(number().amount_text(last.gpus), whole_percent(last.efficiency));
        const auto most = std::find_if(points_.rbegin(), points_.rend(),
                                       [](const Point& point) { return point.at_same_batch.has_value(); });
        if (most != points_.rend() && most->gpus > points_.front().gpus)
            lines << tr("The global batch grows with them. %1, %2 reach %3.", "At global batch 2, two GPUs reach 50%")
                         .arg(same_batch_name(), number().amount_text(most->gpus),
                              whole_percent(*most->at_same_batch / ideal(*most)));
        return sentences(lines);
    }

    void renew() override
    {
        points_.clear();
        if (curve() == nullptr) return;
        for (std::size_t i = 0; i < curve()->points.size(); ++i) {
            const SweepPoint& swept = curve()->points[i];
            if (!swept.estimate || !swept.estimate->time || !(swept.estimate->time->samples_per_second > 0.0)) continue;
            const ScenarioChanges& edit = curve()->edits[i];
            Point point;
            point.gpus = swept.value;
            point.machines = std::get<std::int64_t>(edit.back().value);
            point.time = *swept.estimate->time;
            point.fits = !swept.estimate->memory || swept.estimate->memory->fits;
            const std::optional<Estimate>& same = curve()->same_batch[i];
            if (same && same->time && same->time->samples_per_second > 0.0)
                point.at_same_batch = same->time->samples_per_second;
            points_.push_back(point);
        }
        for (Point& point : points_) point.efficiency = point.time.samples_per_second / ideal(point);
    }

    void draw(PlotCanvas& canvas) const override
    {
        if (points_.size() < 2)
            return canvas.show_message(
                points_.empty()
                    ? tr("No time estimate. The missing inputs are listed under Findings.")
                    : tr("The parallelism settings allow no other number of GPUs. Change them on the left."));
        draw_axes(canvas);
        if (!canvas.has_axes()) return;
        draw_lines(canvas);
        draw_machine_edge(canvas);
        canvas.show_legend(true);
    }

    std::optional<double> marker_value(const Estimate& estimate) const override
    {
        if (!estimate.time) return std::nullopt;
        return estimate.time->samples_per_second;
    }

    QString marker_quantity(const Estimate& estimate) const override
    {
        return estimate.time ? words().text(Value{estimate.time->samples_per_second, Unit::samples_per_second})
                             : QString();
    }

    std::size_t point_count() const override { return points_.size(); }
    double place_of(std::size_t point) const override { return static_cast<double>(points_[point].gpus); }

    PlotPoint point(std::size_t index) const override
    {
        using enum PlotFigure::Where;
        const Point& point = points_[index];
        const auto count = [this](std::int64_t number) {
            return PlotCell{words().text(value_of(Count(number))), exact_number(number)};
        };
        const TimePart exposed = TimePart::exposed_communication;
        PlotFigure same_batch = throughput_figure(point.at_same_batch.value_or(0.0));
        same_batch.column.title = same_batch_name();
        if (!point.at_same_batch) same_batch = {same_batch.column, {QStringLiteral("–"), {}}, table};
        PlotPoint content = swept_point(point.gpus,
                                        {{{tr("Machines"), {}}, count(point.machines), table},
                                         throughput_figure(point.time.samples_per_second),
                                         {{tr("Efficiency"), QStringLiteral("share")},
                                          {whole_percent(point.efficiency), exact_number(point.efficiency)}},
                                         time_figure(tr("Step time"), point.time.step.base()),
                                         time_figure(part_name(exposed, words()), point.time.part(exposed).base()),
                                         {{tr("Global batch"), {}}, count(point.time.global_batch)},
                                         same_batch},
                                        point.fits);
        content.heading = tr("%1 in %2 machines").arg(content.heading, words().text(value_of(Count(point.machines))));
        return content;
    }

private:
    const ExtentCurve* curve() const { return number().curve(); }

    double ideal(const Point& point) const
    {
        const Point& first = points_.front();
        return first.time.samples_per_second * static_cast<double>(point.gpus) / static_cast<double>(first.gpus);
    }

    /// "at global batch 64".
    QString same_batch_name() const
    {
        const Scenario& plan = curve() != nullptr ? curve()->scenario : document().scenario();
        return tr("At global batch %1").arg(words().text(value_of(Count(global_batch(plan)))));
    }

    void draw_axes(PlotCanvas& canvas) const
    {
        constexpr int most_ticks = 8;
        constexpr double margin = 1.3;
        set_swept_axis(canvas, number().axis_label(), is_linear());
        const double top = ideal(points_.back());
        double least = points_.front().time.samples_per_second;
        for (const Point& point : points_)
            least = std::min({least, point.time.samples_per_second, point.at_same_batch.value_or(least)});
        set_axis(canvas.yAxis, is_linear() ? decimal_ticker(most_ticks) : doubling_ticker(most_ticks),
                 tr("Samples per second"), is_linear() ? QCPAxis::stLinear : QCPAxis::stLogarithmic);
        if (is_linear())
            canvas.set_full_view(QCPRange(0.0, swept_range().upper), QCPRange(0.0, top * 1.05));
        else
            canvas.set_full_view(swept_range(), QCPRange(least / margin, top * margin));
    }

    void draw_lines(PlotCanvas& canvas) const
    {
        std::vector<double> gpus;
        std::vector<double> reached;
        std::vector<double> ideals;
        for (const Point& point : points_) {
            gpus.push_back(static_cast<double>(point.gpus));
            reached.push_back(point.time.samples_per_second);
            ideals.push_back(ideal(point));
        }
        canvas.add_line(gpus, ideals, QPen(canvas.theme().muted, 1.5, Qt::DashLine), tr("Ideal"));
        const QColor colour = canvas.theme().accent;
        canvas.add_line(gpus, reached, QPen(colour, 2.0), tr("Same micro-batch per GPU"))
            ->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, colour, colour, 6.0));
        draw_same_batch(canvas);
        draw_efficiencies(canvas);
    }

    /// The remaining gain when the GPUs divide the plan's global batch.
    void draw_same_batch(PlotCanvas& canvas) const
    {
        std::vector<double> gpus;
        std::vector<double> reached;
        for (const Point& point : points_) {
            if (!point.at_same_batch) continue;
            gpus.push_back(static_cast<double>(point.gpus));
            reached.push_back(*point.at_same_batch);
        }
        if (gpus.empty()) return;
        const QColor colour = canvas.theme().text;
        canvas.add_line(gpus, reached, QPen(colour, 1.5, Qt::DashDotLine), same_batch_name())
            ->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssSquare, colour, colour, 5.0));
    }

    /// Labels below the points, if there is room for all.
    void draw_efficiencies(PlotCanvas& canvas) const
    {
        constexpr int room_for_one = 42;
        constexpr double below = 7.0;
        const int width = canvas.axisRect()->width() > 0 ? canvas.axisRect()->width() : canvas.viewport().width();
        if (is_linear() || static_cast<int>(points_.size()) * room_for_one > width) return;
        for (std::size_t i = 1; i < points_.size(); ++i) {
            const QPointF place(static_cast<double>(points_[i].gpus), points_[i].time.samples_per_second);
            auto* anchor = new QCPItemTracer(&canvas);
            anchor->setStyle(QCPItemTracer::tsNone);
            anchor->position->setCoords(place);
            QCPItemText* label = canvas.add_label(whole_percent(points_[i].efficiency), {},
                                                  Qt::AlignTop | Qt::AlignLeft, canvas.theme().muted);
            label->position->setType(QCPItemPosition::ptAbsolute);
            label->position->setParentAnchor(anchor->position);
            label->position->setCoords(0.0, below);
            label->setBrush(Qt::NoBrush);
        }
    }

    /// Marks the first build with a network.
    void draw_machine_edge(PlotCanvas& canvas) const
    {
        const auto several = std::ranges::find_if(points_, [](const Point& point) { return point.machines > 1; });
        if (several == points_.begin() || several == points_.end()) return;
        const double edge = edge_before(static_cast<std::size_t>(several - points_.begin()));
        canvas.add_rule(Qt::Vertical, edge, QPen(canvas.theme().muted, 1.0, Qt::DotLine));
        QCPItemText* label =
            canvas.add_label(tr("Multiple machines →"), {}, Qt::AlignLeft | Qt::AlignBottom, canvas.theme().muted);
        label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        label->position->setCoords(edge, 0.98);
    }

    std::vector<Point> points_;
};

PlotEntry gpu_count_plot() { return plot_entry<GpuCountPlot>("gpu_count"); }

} // namespace rigwright

#include "gpu_count_plot.moc"

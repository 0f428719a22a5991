// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/time_plot.h"

#include "ui/format/axis_scale.h"
#include "ui/format/words.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/point_plot.h"
#include "ui/plots/step_parts_plot.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rigwright {

namespace {

bool is_positive(double value) { return std::isfinite(value) && value > 0.0; }

std::optional<TimePoint> time_point(const SweepPoint& swept, Timed timed)
{
    if (!swept.estimate || !swept.estimate->time) return std::nullopt;
    const TimeEstimate& time = *swept.estimate->time;
    TimePoint point;
    point.micro_batch = swept.value;
    point.step = time.step.base();
    point.seconds = (timed == Timed::step ? time.step : timed == Timed::epoch ? time.epoch : time.total).base();
    point.low = point.seconds * (time.low / time.step);
    point.high = point.seconds * (time.high / time.step);
    if (timed == Timed::training) {
        point.low = time.total_low.base();
        point.high = time.total_high.base();
    }
    point.samples_per_second = time.samples_per_second;
    point.fits = !swept.estimate->memory || swept.estimate->memory->fits;
    if (timed != Timed::step && time.steps_per_epoch < 1) return std::nullopt;
    for (const double value : {point.step, point.seconds, point.low, point.high, point.samples_per_second})
        if (!is_positive(value)) return std::nullopt;
    return point;
}

template <typename Number>
std::vector<double> column(const std::vector<TimePoint>& points, Number number)
{
    std::vector<double> values;
    for (const TimePoint& point : points) values.push_back(number(point));
    return values;
}

std::vector<double> batches_of(const std::vector<TimePoint>& points)
{
    return column(points, [](const TimePoint& point) { return static_cast<double>(point.micro_batch); });
}

} // namespace

std::vector<TimePoint> time_points(const std::vector<SweepPoint>& points, Timed timed)
{
    std::vector<TimePoint> timed_points;
    for (const SweepPoint& swept : points) {
        const std::optional<TimePoint> point = time_point(swept, timed);
        if (!point) continue;
        timed_points.push_back(*point);
        if (timed != Timed::step && swept.estimate->time->steps_per_epoch == 1) break;
    }
    return timed_points;
}

std::optional<double> saving_beyond_memory(const std::vector<TimePoint>& points)
{
    std::optional<double> shortest_in_memory;
    double shortest = std::numeric_limits<double>::infinity();
    for (const TimePoint& point : points) {
        shortest = std::min(shortest, point.seconds);
        if (point.fits) shortest_in_memory = std::min(shortest_in_memory.value_or(point.seconds), point.seconds);
    }
    if (!shortest_in_memory) return std::nullopt;
    return 1.0 - shortest / *shortest_in_memory;
}

QCPRange time_axis_range(const std::vector<TimePoint>& points)
{
    constexpr double least_factor = 4.0;
    constexpr double margin = 1.3;
    if (points.empty()) return {1.0, least_factor};
    const double lower = std::ranges::min_element(points, {}, &TimePoint::low)->low;
    const double upper = std::ranges::max_element(points, {}, &TimePoint::high)->high;
    const double widen = std::max(margin, std::sqrt(least_factor * lower / upper));
    return {lower / widen, upper * widen};
}

/// Time of one step, one epoch or the training over a number of the plan, with its range. Over the micro-batch, also
/// the line at the best throughput; the two meet at the knee.
class TimePlot : public PointPlot {
    Q_OBJECT

public:
    /// Over a sample dimension, or the micro-batch.
    TimePlot(Timed timed, std::optional<SweepAxis> extent, Document& document, const Localization& words,
             QWidget* parent)
        : PointPlot(document, words, parent, swept_number(extent, document, words)),
          timed_(timed),
          extent_(extent)
    {
        offer_linear_scale();
    }

    static QString plot_title(Timed timed, std::optional<SweepAxis> = {})
    {
        constexpr std::array titles{QT_TR_NOOP("Step time vs. micro-batch size"),
                                    QT_TR_NOOP("Epoch time vs. micro-batch size"),
                                    QT_TR_NOOP("Training time vs. micro-batch size")};
        return tr(titles[static_cast<std::size_t>(timed)]);
    }

protected:
    std::pair<QString, QString> heading() const override
    {
        if (points_.empty()) return {quantity(), {}};
        const QString scale = is_linear() ? tr("linear scale") : tr("log scale");
        if (timed_ != Timed::training || document().scenario().training.mode == RunMode::infer)
            return {quantity(), scale};
        const std::int64_t epochs = document().scenario().training.epochs;
        return {
            quantity(),
            tr("%1, %2", "epochs, a scale")
                .arg(epochs == 1 ? tr("1 epoch") : tr("%1 epochs").arg(words().text(value_of(Count(epochs)))), scale)};
    }

    QString caption_text() const override
    {
        if (points_.empty() || !knee_) return {};
        return timed_ == Timed::step ? step_caption() : epoch_caption();
    }

    void renew() override
    {
        points_ = number().computed() == nullptr ? std::vector<TimePoint>() : time_points(*number().computed(), timed_);
        const LiveCurves::Known curves = extent_ ? nullptr : curves_of(document()).known();
        knee_ = curves == nullptr ? std::nullopt : curves->saturation;
    }

    void draw(PlotCanvas& canvas) const override
    {
        if (points_.empty()) return canvas.show_message(missing_text());
        draw_axes(canvas);
        if (!canvas.has_axes()) return;
        if (!canvas.is_compact()) draw_best(canvas);
        draw_estimate(canvas);
        draw_range(canvas);
        draw_too_large(canvas, first_too_large());
        draw_deadline(canvas);
        draw_knee(canvas);
        if (canvas.is_compact()) name_too_large(canvas, first_too_large());
        canvas.show_legend(true);
    }

    std::optional<double> marker_value(const Estimate& estimate) const override
    {
        const std::optional<Seconds> time = time_of(estimate);
        return time ? std::optional(time->base() / unit()) : std::nullopt;
    }

    QString marker_quantity(const Estimate& estimate) const override
    {
        const std::optional<Seconds> time = time_of(estimate);
        return time ? words().text(value_of(*time)) : QString();
    }

    std::size_t point_count() const override { return points_.size(); }
    double place_of(std::size_t point) const override { return static_cast<double>(points_[point].micro_batch); }

    PlotPoint point(std::size_t index) const override
    {
        using enum PlotFigure::Where;
        const TimePoint& point = points_[index];
        const PlotFigure low = time_figure(tr("Lower bound"), point.low, table);
        const PlotFigure high = time_figure(tr("Upper bound"), point.high, table);
        const QString range = range_between(low.cell.shown, high.cell.shown);
        std::vector<PlotFigure> figures{
            time_figure(quantity(), point.seconds), low, high, {{tr("Range"), {}}, {range, {}}, readout}};
        if (timed_ != Timed::step) figures.push_back(time_figure(tr("Step time"), point.step));
        figures.push_back(throughput_figure(point.samples_per_second));
        if (knee_) {
            const double share = point.samples_per_second / knee_->best.samples_per_second;
            figures.push_back({{tr("Share of best throughput"), QStringLiteral("share")},
                               {whole_percent(share), exact_number(share)}});
        }
        return swept_point(point.micro_batch, std::move(figures), point.fits);
    }

private:
    QString quantity() const
    {
        constexpr std::array names{QT_TR_NOOP("Step time"), QT_TR_NOOP("Epoch time"), QT_TR_NOOP("Training time")};
        return tr(names[static_cast<std::size_t>(timed_)]);
    }

    /// The deadline, if the whole training is timed.
    std::optional<double> deadline() const
    {
        return timed_ == Timed::training ? document().scenario().requirements.deadline_seconds : std::nullopt;
    }

    /// Empty if the estimate has none.
    std::optional<Seconds> time_of(const Estimate& estimate) const
    {
        if (!estimate.time) return std::nullopt;
        const TimeEstimate& times = *estimate.time;
        const Seconds time = timed_ == Timed::step ? times.step : timed_ == Timed::epoch ? times.epoch : times.total;
        return time > Seconds() ? std::optional(time) : std::nullopt;
    }

    /// Seconds per axis unit.
    double unit() const
    {
        if (!is_linear() || points_.empty()) return 1.0;
        return linear_time_unit(std::ranges::max_element(points_, {}, &TimePoint::seconds)->seconds);
    }

    /// Time of a step or epoch at the best throughput.
    double at_best(const TimePoint& point) const
    {
        return point.seconds * point.samples_per_second / knee_->best.samples_per_second;
    }

    const TimePoint* knee_point() const
    {
        if (!knee_ || knee_->kind == Saturation::Kind::not_reached) return nullptr;
        const auto at = std::ranges::find(points_, knee_->knee.micro_batch, &TimePoint::micro_batch);
        return at == points_.end() ? nullptr : &*at;
    }

    std::size_t first_too_large() const
    {
        return static_cast<std::size_t>(std::ranges::find(points_, false, &TimePoint::fits) - points_.begin());
    }

    QString missing_text() const
    {
        const std::optional<Estimate>& estimate = document().evaluation().estimate;
        if (timed_ == Timed::epoch && estimate && estimate->time)
            return tr("Enter the samples of the dataset to see the epoch time.");
        if (timed_ == Timed::training && estimate && estimate->time)
            return tr("Enter the samples of the dataset to see the training time.");
        return tr("No time estimate. The missing inputs are listed under Findings.");
    }

    QString step_caption() const
    {
        const QString share = words().text(Value{document().data()->conventions.saturation_share, Unit::share});
        switch (knee_->kind) {
        case Saturation::Kind::at_start:
            return tr("A step grows in proportion to the micro-batch from the start: fixed costs hardly count.");
        case Saturation::Kind::inside:
            return tr("Before micro-batch %1 fixed costs dominate; from there on a step grows in proportion and the "
                      "throughput has reached %2 of its plateau.")
                .arg(number().amount_text(knee_->knee.micro_batch), share);
        case Saturation::Kind::not_reached:
            return tr("Fixed costs dominate along the whole curve: the throughput still rises at its end.");
        }
        return {};
    }

    QString epoch_caption() const
    {
        const TimePoint* knee = knee_point();
        if (knee == nullptr)
            return tr("Fixed costs dominate along the whole curve: a larger micro-batch still shortens the epoch at "
                      "its end.");
        const QString batch = number().amount_text(knee->micro_batch);
        if (knee_->kind == Saturation::Kind::at_start)
            return tr("The time per sample hardly depends on the micro-batch: fixed costs are small already at %1.")
                .arg(batch);
        const QString text =
            tr("Knee at micro-batch %1: below it fixed costs dominate, above it the time per sample hardly falls.")
                .arg(batch);
        if (knee->fits) return text;
        const std::optional<double> saving = saving_beyond_memory(points_);
        if (!saving) return sentences({text, tr("No micro-batch fits safely in memory.")});
        const QString drop = whole_percent(*saving);
        return sentences(
            {text, tr("It does not fit; with more memory the epoch time could drop by up to %1.").arg(drop)});
    }

    void draw_axes(PlotCanvas& canvas) const
    {
        constexpr int most_ticks = 8;
        constexpr double furthest_below = 8.0;
        constexpr double furthest_deadline = 6.0;
        constexpr double beyond_the_deadline = 1.6;
        constexpr int pixels_per_tick = 56;
        set_swept_axis(canvas, number().axis_label(), is_linear());
        QCPRange range = time_axis_range(points_);
        const QCPRange swept = shown_range(canvas);
        if (const std::optional<double> latest = deadline()) {
            if (*latest * beyond_the_deadline > range.upper && *latest < range.upper * furthest_deadline)
                range.upper = *latest * beyond_the_deadline;
            const double below = *latest / beyond_the_deadline;
            if (below<range.lower&& * latest> range.lower / furthest_deadline) range.lower = below;
        }
        if (is_linear()) {
            const double longest = std::ranges::max_element(points_, {}, &TimePoint::seconds)->seconds;
            const double size = set_time_axis(*canvas.yAxis, longest, tr("%1 (%2)", "quantity, unit").arg(quantity()));
            // Without an axis title, each tick has its unit.
            if (canvas.is_compact())
                set_axis(
                    canvas.yAxis,
                    decimal_ticker(most_ticks, [size](double tick, double) { return duration_tick_text(tick * size); }),
                    canvas.yAxis->label());
            canvas.set_full_view(QCPRange(0.0, swept.upper), QCPRange(0.0, range.upper / size));
            return;
        }
        if (canvas.is_compact()) range = with_others(range);
        if (knee_ && !canvas.is_compact())
            for (const TimePoint& point : points_)
                range.lower = std::min(range.lower, std::max(at_best(point), point.low / furthest_below));
        const int ticks =
            canvas.is_compact() ? std::clamp(canvas.viewport().height() / pixels_per_tick, 3, most_ticks) : most_ticks;
        set_axis(canvas.yAxis, duration_ticker(ticks), quantity(), QCPAxis::stLogarithmic);
        canvas.set_full_view(swept, range);
    }

    /// Extended to include lines of other builds, unless that compresses the current one.
    QCPRange with_others(QCPRange range) const
    {
        constexpr double furthest = 6.0;
        constexpr double margin = 1.2;
        const LiveOverlay::Known others = extent_ ? nullptr : overlay_of(document()).known();
        if (others == nullptr) return range;
        const QCPRange own = range;
        for (const OverlayLine& line : *others) {
            for (const TimePoint& point : time_points(line.curves->batch, timed_)) {
                if (!point.fits) break;
                range.lower = std::min(range.lower, std::max(point.seconds / margin, own.lower / furthest));
                range.upper = std::max(range.upper, std::min(point.seconds * margin, own.upper * furthest));
            }
        }
        return range;
    }

    void draw_deadline(PlotCanvas& canvas) const
    {
        const std::optional<double> latest = deadline();
        const QCPRange heights = canvas.yAxis->range();
        if (!latest || *latest / unit() >= heights.upper) return;
        const Theme& theme = canvas.theme();
        const double height = *latest / unit();
        const QCPRange range = shown_range(canvas);
        canvas.add_box({canvas.xAxis->range().lower, range.upper}, {std::max(height, heights.lower), heights.upper},
                       {with_alpha(theme.bad, 28), Hatch::forward, with_alpha(theme.bad, 120), {}});
        if (height <= heights.lower) return;
        canvas.add_rule(Qt::Horizontal, height, QPen(theme.bad, 2.0));
        const QString text = tr("Deadline %1").arg(words().text(seconds_value(*latest)));
        constexpr double from_the_edge = 6.0;
        canvas.add_free_label({text}, bold_of(canvas.font()), theme.bad,
                              canvas.places_along(height, Qt::AlignTop, Qt::RightEdge, from_the_edge));
    }

    void draw_knee(PlotCanvas& canvas) const
    {
        const TimePoint* knee = knee_point();
        if (knee == nullptr || knee_->kind != Saturation::Kind::inside) return;
        const QPointF at(static_cast<double>(knee->micro_batch), knee->seconds / unit());
        const QString name = tr("Knee at %1").arg(number().amount_text(knee->micro_batch));
        if (!canvas.is_compact()) {
            canvas.add_named_mark(at, name);
            return;
        }
        const Theme& theme = canvas.theme();
        canvas.add_segment(at, {at.x(), canvas.yAxis->range().lower}, QPen(theme.muted, 1.2, Qt::DotLine));
        canvas
            .add_points(std::array{at.x()}, std::array{at.y()},
                        QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(theme.text, 1.5), theme.base, 13.0))
            ->setLayer(QStringLiteral("labels"));
        constexpr double beside = 11.0;
        canvas.add_free_label({name}, bold_of(canvas.font()), theme.text,
                              canvas.places_around(at, beside, {Qt::AlignLeft | Qt::AlignBottom}));
    }

    void draw_best(PlotCanvas& canvas) const
    {
        if (!knee_) return;
        canvas.add_line(
            batches_of(points_),
            column(points_, [this, size = unit()](const TimePoint& point) { return at_best(point) / size; }),
            QPen(canvas.theme().muted, 1.5, Qt::DashLine),
            timed_ == Timed::step ? tr("Proportional") : tr("At best throughput"));
    }

    void draw_estimate(PlotCanvas& canvas) const
    {
        const std::vector<double> batches = batches_of(points_);
        const std::vector<double> times =
            column(points_, [size = unit()](const TimePoint& point) { return point.seconds / size; });
        const std::size_t border = first_too_large();
        const QColor colour = canvas.theme().accent;
        const auto add = [&](std::size_t from, std::size_t length, Qt::PenStyle style, const QString& name) {
            if (length < 1) return;
            QCPGraph* graph = canvas.add_line(std::span(batches).subspan(from, length),
                                              std::span(times).subspan(from, length), QPen(colour, 2.0, style), name);
            if (!canvas.is_compact())
                graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, colour,
                                                       style == Qt::SolidLine ? colour : canvas.theme().base, 4.0));
        };
        add(0, border, Qt::SolidLine, tr("Estimate"));
        // The dashed part starts at the last point that fits, so that the line has no gap.
        const std::size_t from = border > 0 ? border - 1 : 0;
        if (border < batches.size()) add(from, batches.size() - from, Qt::DashLine, tr("Hypothetical"));
    }

    void draw_range(PlotCanvas& canvas) const
    {
        const double size = unit();
        canvas.add_area(batches_of(points_),
                        column(points_, [size](const TimePoint& point) { return point.low / size; }),
                        column(points_, [size](const TimePoint& point) { return point.high / size; }),
                        {with_alpha(canvas.theme().accent, 45), Hatch::none, {}, {}}, tr("Range"));
    }

    Timed timed_;
    std::optional<SweepAxis> extent_;
    std::vector<TimePoint> points_;
    /// From the plan's whole curve, which may exceed these points.
    std::optional<Saturation> knee_;
};

/// The parts of a step over a sample dimension, stacked.
class ExtentTimePlot : public PointPlot {
    Q_OBJECT

public:
    ExtentTimePlot(SweepAxis extent, Document& document, const Localization& words, QWidget* parent)
        : PointPlot(document, words, parent, swept_number(extent, document, words))
    {
        offer_linear_scale();
    }

    static QString plot_title(SweepAxis extent)
    {
        return extent == SweepAxis::image_size ? tr("Step time vs. image size") : tr("Step time vs. sequence length");
    }

    struct Point {
        std::int64_t value = 0;
        TimeEstimate time;
        bool fits = true;
    };

protected:
    /// Effect of doubling the current value on the step.
    QString caption_text() const override
    {
        const auto at = [this](std::int64_t value) -> const Point* {
            if (points_.empty()) return nullptr;
            const auto nearest = std::ranges::min_element(points_, {}, [value](const Point& point) {
                return std::abs(std::log(static_cast<double>(point.value) / static_cast<double>(value)));
            });
            const double ratio = static_cast<double>(nearest->value) / static_cast<double>(value);
            return ratio > 0.95 && ratio < 1.05 ? &*nearest : nullptr;
        };
        const Point* here = at(number().present());
        const Point* twice = at(2 * number().present());
        if (!here) return {};
        QString now =
            tr("Step time at %1: %2.").arg(number().amount_text(here->value), words().text(value_of(here->time.step)));
        if (!twice) return now;
        const double ratio = std::round(10.0 * (twice->time.step / here->time.step)) / 10.0;
        return sentences({now, tr("At %1: %2×.").arg(number().amount_text(twice->value), exact_number(ratio))});
    }

    void renew() override
    {
        points_.clear();
        if (number().computed() == nullptr) return;
        for (const SweepPoint& swept : *number().computed()) {
            if (!swept.estimate || !swept.estimate->time || !std::isfinite(swept.estimate->time->step.base())) continue;
            const bool fits = !swept.estimate->memory || swept.estimate->memory->fits;
            points_.push_back({swept.value, *swept.estimate->time, fits});
        }
    }

    void draw(PlotCanvas& canvas) const override
    {
        if (points_.empty())
            return canvas.show_message(tr("No time estimate. The missing inputs are listed under Findings."));
        const double end = axis_end();
        set_swept_axis(canvas, number().axis_label(), is_linear());
        const double unit = set_time_axis(*canvas.yAxis, end, tr("Step time (%1)", "unit"));
        canvas.set_full_view(swept_range(), QCPRange(0.0, end / unit));
        if (!canvas.has_axes()) return;
        draw_bands(canvas, unit);
        const auto too_large = std::ranges::find(points_, false, &Point::fits);
        draw_too_large(canvas, static_cast<std::size_t>(too_large - points_.begin()));
        canvas.show_legend(true);
    }

    std::optional<double> marker_value(const Estimate& estimate) const override
    {
        if (!estimate.time || points_.empty()) return std::nullopt;
        return estimate.time->step.base() / linear_time_unit(axis_end());
    }

    QString marker_quantity(const Estimate& estimate) const override
    {
        return estimate.time ? words().text(value_of(estimate.time->step)) : QString();
    }

    std::size_t point_count() const override { return points_.size(); }
    double place_of(std::size_t point) const override { return static_cast<double>(points_[point].value); }

    PlotPoint point(std::size_t index) const override
    {
        const Point& point = points_[index];
        std::vector<PlotFigure> figures;
        const std::vector<TimePart> present = parts_present();
        for (auto part = present.rbegin(); part != present.rend(); ++part)
            figures.push_back(time_figure(part_name(*part, words()), point.time.part(*part).base()));
        figures.push_back(time_figure(tr("Step time"), point.time.step.base()));
        figures.push_back(throughput_figure(point.time.samples_per_second));
        return swept_point(point.value, std::move(figures), point.fits);
    }

private:
    /// Upper end of the axis in seconds: includes what fits and the current plan.
    double axis_end() const
    {
        constexpr double room_above = 1.15;
        constexpr double beyond_what_fits = 2.0;
        double fitting = points_.front().time.step.base();
        double last = fitting;
        for (const Point& point : points_) {
            last = std::max(last, point.time.step.base());
            if (point.fits) fitting = std::max(fitting, point.time.step.base());
        }
        const std::optional<Estimate>& estimate = document().evaluation().estimate;
        const double here = estimate && estimate->time ? estimate->time->step.base() : 0.0;
        return room_above * std::max(std::min(fitting * beyond_what_fits, last), here);
    }

    std::vector<TimePart> parts_present() const
    {
        std::vector<TimePart> present;
        for (const TimePart part : time_stacking_order()) {
            const auto takes_time = [part](const Point& point) { return point.time.part(part) > Seconds(); };
            if (std::ranges::any_of(points_, takes_time)) present.push_back(part);
        }
        return present;
    }

    void draw_bands(PlotCanvas& canvas, double unit) const
    {
        std::vector<double> keys;
        for (const Point& point : points_) keys.push_back(static_cast<double>(point.value));
        std::vector<StackedArea> areas;
        for (const TimePart part : parts_present()) {
            StackedArea& area = areas.emplace_back(fill_of(part, canvas.theme()), part_name(part, words()));
            for (const Point& point : points_) area.heights.push_back(point.time.part(part).base() / unit);
        }
        canvas.add_stack(keys, areas);
    }

    std::vector<Point> points_;
};

PlotEntry time_plot(Timed timed, std::optional<SweepAxis> extent)
{
    constexpr std::array ids{"step_time", "epoch_time", "training_time"};
    return plot_entry<TimePlot>(ids[static_cast<std::size_t>(timed)], timed, extent);
}

PlotEntry extent_time_plot(SweepAxis extent)
{
    return plot_entry<ExtentTimePlot>(extent == SweepAxis::image_size ? "time_image" : "time_sequence", extent);
}

} // namespace rigwright

#include "time_plot.moc"

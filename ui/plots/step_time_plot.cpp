// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/step_time_plot.h"

#include "ui/format/words.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/step_parts_plot.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

template <typename Points, typename Number>
QVector<double> column(const Points& points, Number number)
{
    QVector<double> values;
    for (const auto& point : points) values.append(number(point));
    return values;
}

std::vector<double> as_vector(const QVector<double>& values) { return {values.begin(), values.end()}; }

} // namespace

StepTimePlot::StepTimePlot(Document& document, const Localization& words, QWidget* parent)
    : BatchPlot(document, words, parent)
{
    offer_linear_scale();
}

QString StepTimePlot::plot_title() { return tr("Time per step against micro-batch"); }

QString StepTimePlot::tab_title() { return tr("Time · batch", "short, for a tab"); }

void StepTimePlot::take(const Curves* curves)
{
    points_.clear();
    knee_.reset();
    if (curves == nullptr) return;
    for (const SweepPoint& swept : curves->batch) {
        if (!swept.estimate || !swept.estimate->time) continue;
        const TimeEstimate& time = *swept.estimate->time;
        const bool fits = !swept.estimate->memory || swept.estimate->memory->fits;
        const Point point{swept.value,      time.step.base(),        time.low.base(),
                          time.high.base(), time.samples_per_second, fits};
        if (std::isfinite(point.high) && point.low > 0.0) points_.push_back(point);
    }
    knee_ = curves->saturation;
}

/// What a step would take if nothing but the samples cost time.
double StepTimePlot::proportional(const Point& point) const
{
    const double replicas = point.samples_per_second * point.step / static_cast<double>(point.micro_batch);
    return static_cast<double>(point.micro_batch) * replicas / knee_->best.samples_per_second;
}

double StepTimePlot::unit() const
{
    if (!is_linear() || points_.empty()) return 1.0;
    return linear_time_unit(points_.back().step);
}

bool StepTimePlot::draw_curves(PlotCanvas& canvas) const
{
    if (points_.empty()) {
        canvas.show_message(tr("There is no time estimate for this plan. The findings say what is missing."));
        return false;
    }
    draw_axes(canvas);
    if (!canvas.has_axes()) return false;
    draw_proportion(canvas);
    draw_line(canvas);
    draw_range(canvas);
    const auto too_large = std::ranges::find(points_, false, &Point::fits);
    if (too_large != points_.end()) {
        const double from = too_large == points_.begin()
                                ? swept_range(points()).lower
                                : edge_between(std::prev(too_large)->micro_batch, too_large->micro_batch);
        draw_beyond_memory(canvas, from, swept_range(points()).upper);
    }
    draw_knee(canvas);
    canvas.show_legend(true);
    return true;
}

void StepTimePlot::draw_axes(PlotCanvas& canvas) const
{
    constexpr int most_ticks = 8;
    constexpr double margin = 1.3;
    set_swept_axis(canvas, axis_label(), is_linear());
    double lower = points_.front().low;
    double upper = points_.back().high;
    for (const Point& point : points_) {
        lower = std::min(lower, point.low);
        upper = std::max(upper, point.high);
        if (knee_ && !is_linear()) lower = std::min(lower, std::max(proportional(point), point.low / 8.0));
    }
    if (is_linear()) {
        const double size = set_time_axis(canvas, points_.back().step, tr("Time per step (%1)", "unit"));
        const double first = 0.0;
        canvas.set_full_view(QCPRange(first, swept_range(points()).upper), QCPRange(0.0, upper / size));
        return;
    }
    canvas.yAxis->setScaleType(QCPAxis::stLogarithmic);
    canvas.yAxis->setTicker(duration_ticker(most_ticks));
    canvas.yAxis->setLabel(tr("Time per step"));
    canvas.set_full_view(swept_range(points()), QCPRange(lower / margin, upper * margin));
}

void StepTimePlot::draw_range(PlotCanvas& canvas) const
{
    const double size = unit();
    auto* band = new HatchedArea(canvas.xAxis, canvas.yAxis);
    QColor wash = canvas.theme().accent;
    wash.setAlpha(45);
    band->set_band(as_vector(column(points_, [](const Point& p) { return static_cast<double>(p.micro_batch); })),
                   as_vector(column(points_, [size](const Point& p) { return p.low / size; })),
                   as_vector(column(points_, [size](const Point& p) { return p.high / size; })));
    band->set_fill({wash, Hatch::none, {}, {}});
    band->setName(tr("80 % range"));
}

void StepTimePlot::draw_line(PlotCanvas& canvas) const
{
    const double size = unit();
    auto* graph = new QCPGraph(canvas.xAxis, canvas.yAxis);
    graph->setData(column(points_, [](const Point& p) { return static_cast<double>(p.micro_batch); }),
                   column(points_, [size](const Point& p) { return p.step / size; }), true);
    const QColor colour = canvas.theme().accent;
    graph->setPen(QPen(colour, 2.0));
    graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, colour, colour, 4.0));
    graph->setName(tr("estimate"));
}

void StepTimePlot::draw_proportion(PlotCanvas& canvas) const
{
    if (!knee_) return;
    const double size = unit();
    auto* graph = new QCPGraph(canvas.xAxis, canvas.yAxis);
    graph->setData(column(points_, [](const Point& p) { return static_cast<double>(p.micro_batch); }),
                   column(points_, [this, size](const Point& p) { return proportional(p) / size; }), true);
    graph->setPen(QPen(canvas.theme().muted, 1.5, Qt::DashLine));
    graph->setName(tr("in proportion"));
}

void StepTimePlot::draw_knee(PlotCanvas& canvas) const
{
    if (!knee_ || knee_->kind != Saturation::Kind::inside) return;
    const auto at = std::ranges::find(points_, knee_->knee.micro_batch, &Point::micro_batch);
    if (at == points_.end()) return;
    canvas.add_named_mark({static_cast<double>(at->micro_batch), at->step / unit()},
                          tr("knee at %1").arg(amount_text(at->micro_batch)));
}

QString StepTimePlot::caption_text() const
{
    if (!knee_) return {};
    const QString batch = amount_text(knee_->knee.micro_batch);
    const QString share = words().text(Value{document().data()->conventions.saturation_share, Unit::share});
    switch (knee_->kind) {
    case Saturation::Kind::at_start:
        return tr("A step grows in proportion to the micro-batch from the start: fixed costs hardly count.");
    case Saturation::Kind::inside:
        return tr("Before micro-batch %1 fixed costs dominate; from there on a step grows in proportion and the "
                  "throughput has reached %2 of its plateau.")
            .arg(batch, share);
    case Saturation::Kind::not_reached:
        return tr("Fixed costs dominate along the whole curve: the throughput still rises at its end.");
    }
    return {};
}

PlotTable StepTimePlot::table() const
{
    PlotTable table;
    const QString unit = QStringLiteral("s");
    table.columns = {{tr("Micro-batch"), {}},
                     {tr("Time per step"), unit},
                     {tr("Low"), unit},
                     {tr("High"), unit},
                     {tr("Throughput"), QStringLiteral("samples/s")},
                     {tr("Fits"), {}}};
    for (const Point& point : points_) {
        const QString fits = point.fits ? tr("yes") : tr("no");
        table.rows.push_back({{amount_text(point.micro_batch), exact_number(point.micro_batch)},
                              time_cell(point.step, words()),
                              time_cell(point.low, words()),
                              time_cell(point.high, words()),
                              {words().text(Value{point.samples_per_second, Unit::samples_per_second}),
                               exact_number(point.samples_per_second)},
                              {fits, fits}});
    }
    return table;
}

std::optional<double> StepTimePlot::marker_value(const Estimate& estimate) const
{
    if (!estimate.time) return std::nullopt;
    return estimate.time->step.base() / unit();
}

QString StepTimePlot::marker_quantity(const Estimate& estimate) const
{
    return estimate.time ? words().text(value_of(estimate.time->step)) : QString();
}

std::vector<std::int64_t> StepTimePlot::points() const
{
    std::vector<std::int64_t> batches;
    for (const Point& point : points_) batches.push_back(point.micro_batch);
    return batches;
}

Readout StepTimePlot::readout(std::size_t index) const
{
    const Point& point = points_[index];
    Readout readout;
    readout.heading = tr("Micro-batch %1").arg(amount_text(point.micro_batch));
    readout.lines.emplace_back(tr("Time per step"), words().text(seconds_value(point.step)));
    readout.lines.emplace_back(
        tr("Range"),
        tr("%1 to %2").arg(words().text(seconds_value(point.low)), words().text(seconds_value(point.high))));
    readout.lines.emplace_back(tr("Throughput"),
                               words().text(Value{point.samples_per_second, Unit::samples_per_second}));
    if (knee_) {
        const double share = point.samples_per_second / knee_->best.samples_per_second;
        readout.lines.emplace_back(tr("Of the best throughput"),
                                   words().text(Value{std::round(share * 100.0) / 100.0, Unit::share}));
    }
    if (!point.fits) readout.note = tr("does not fit into memory");
    return readout;
}

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/epoch_time_plot.h"

#include "ui/format/words.h"
#include "ui/plots/hatched_area.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rigwright {

namespace {

Value seconds(double amount) { return {amount, Unit::seconds}; }

Value count(std::int64_t amount) { return {static_cast<double>(amount), Unit::count}; }

std::vector<double> micro_batches(const std::vector<EpochTimePoint>& points)
{
    std::vector<double> values;
    values.reserve(points.size());
    for (const EpochTimePoint& point : points) values.push_back(static_cast<double>(point.micro_batch));
    return values;
}

std::vector<double> values_of(const std::vector<EpochTimePoint>& points, double EpochTimePoint::*member)
{
    std::vector<double> values;
    values.reserve(points.size());
    for (const EpochTimePoint& point : points) values.push_back(point.*member);
    return values;
}

} // namespace

QString EpochTimePlot::plot_title() { return tr("Time per epoch against micro-batch"); }

QString EpochTimePlot::tab_title() { return tr("Time", "short, for a tab"); }

void EpochTimePlot::take(const Curves* curves)
{
    series_ = curves == nullptr ? EpochTimeSeries() : epoch_time_series(curves->batch, curves->saturation);
}

std::size_t EpochTimePlot::first_too_large() const
{
    const auto found = std::find_if(series_.points.begin(), series_.points.end(),
                                    [](const EpochTimePoint& point) { return !point.fits; });
    return static_cast<std::size_t>(found - series_.points.begin());
}

bool EpochTimePlot::draw_curves(PlotCanvas& canvas) const
{
    if (series_.is_empty()) {
        const std::optional<Estimate>& estimate = document().evaluation().estimate;
        const bool has_time = estimate && estimate->time;
        canvas.show_message(has_time ? tr("Say how many samples the data set has to see the time of an epoch.")
                                     : tr("There is no time estimate for this plan."));
        return false;
    }
    constexpr int most_ticks = 8;
    set_swept_axis(canvas, axis_label());
    canvas.yAxis->setScaleType(QCPAxis::stLogarithmic);
    canvas.yAxis->setTicker(duration_ticker(most_ticks));
    canvas.yAxis->setLabel(tr("Time per epoch"));
    const TimeAxisRange range = time_axis_range(series_);
    canvas.set_full_view(swept_range(points()), QCPRange(range.lower, range.upper));
    if (!canvas.has_axes()) return false;
    draw_estimate(canvas);
    draw_range(canvas);
    draw_beyond_memory(canvas);
    draw_knee(canvas);
    canvas.show_legend(true);
    return true;
}

void EpochTimePlot::draw_range(PlotCanvas& canvas) const
{
    auto* band = new HatchedArea(canvas.xAxis, canvas.yAxis);
    QColor wash = canvas.theme().accent;
    wash.setAlpha(45);
    band->set_band(micro_batches(series_.points), values_of(series_.points, &EpochTimePoint::low),
                   values_of(series_.points, &EpochTimePoint::high));
    band->set_fill({wash, Hatch::none, {}, {}});
    band->setName(tr("80 % range"));
}

void EpochTimePlot::draw_estimate(PlotCanvas& canvas) const
{
    const QVector<double> batches = [&] {
        const auto v = micro_batches(series_.points);
        return QVector<double>(v.begin(), v.end());
    }();
    const QVector<double> epochs = [&] {
        const auto v = values_of(series_.points, &EpochTimePoint::epoch);
        return QVector<double>(v.begin(), v.end());
    }();
    const auto border = static_cast<qsizetype>(first_too_large());
    const QColor colour = canvas.theme().accent;
    const auto add = [&](qsizetype from, qsizetype length, Qt::PenStyle style, const QString& name) {
        if (length < 1) return;
        auto* graph = new QCPGraph(canvas.xAxis, canvas.yAxis);
        graph->setData(batches.mid(from, length), epochs.mid(from, length), true);
        graph->setPen(QPen(colour, 2.0, style));
        graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, colour,
                                               style == Qt::SolidLine ? colour : canvas.theme().base, 4.0));
        graph->setName(name);
    };
    add(0, border, Qt::SolidLine, tr("estimate"));
    // The dashed part begins at the last point that fits, so that the line has no gap.
    const qsizetype from = std::max<qsizetype>(0, border - 1);
    if (border < batches.size()) add(from, batches.size() - from, Qt::DashLine, tr("if it fitted"));
}

void EpochTimePlot::draw_beyond_memory(PlotCanvas& canvas) const
{
    const std::size_t border = first_too_large();
    if (border == series_.points.size()) return;
    const QCPRange batches = swept_range(points());
    const QCPRange times = canvas.yAxis->range();
    const double from = border == 0
                            ? batches.lower
                            : edge_between(series_.points[border - 1].micro_batch, series_.points[border].micro_batch);
    const Theme& theme = canvas.theme();
    QColor wash = theme.bad;
    wash.setAlpha(20);
    QColor lines = theme.bad;
    lines.setAlpha(70);
    auto* blocked = new HatchedArea(canvas.xAxis, canvas.yAxis);
    blocked->set_band({from, batches.upper}, {times.lower, times.lower}, {times.upper, times.upper});
    blocked->set_fill({wash, Hatch::forward, lines, {}});
    blocked->removeFromLegend();
    QCPItemText* label =
        canvas.add_label(tr("does not fit into memory"), {}, Qt::AlignRight | Qt::AlignBottom, theme.bad);
    label->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    label->position->setCoords(0.99, 0.98);
}

void EpochTimePlot::draw_knee(PlotCanvas& canvas) const
{
    if (!series_.knee || series_.knee->kind != Knee::Kind::inside) return;
    const EpochTimePoint& knee = series_.knee->point;
    const Theme& theme = canvas.theme();
    const auto batch = static_cast<double>(knee.micro_batch);
    auto* line = new QCPItemLine(&canvas);
    line->setLayer(QStringLiteral("labels"));
    line->setPen(QPen(theme.text, 1.0, Qt::DotLine));
    line->start->setCoords(batch, knee.epoch);
    line->end->setTypeX(QCPItemPosition::ptPlotCoords);
    line->end->setTypeY(QCPItemPosition::ptAxisRectRatio);
    line->end->setCoords(batch, 0.02);
    canvas.add_mark({batch, knee.epoch});
    const QCPRange sight = canvas.xAxis->range();
    const bool on_left_half = batch * batch < sight.lower * sight.upper;
    QCPItemText* label = canvas.add_label(tr("knee at %1").arg(words().text(count(knee.micro_batch))), {},
                                          Qt::AlignTop | (on_left_half ? Qt::AlignLeft : Qt::AlignRight), theme.text);
    label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    label->position->setCoords(batch, 0.02);
}

QString EpochTimePlot::caption_text() const
{
    if (series_.is_empty() || !series_.knee) return {};
    const QString batch = words().text(count(series_.knee->point.micro_batch));
    switch (series_.knee->kind) {
    case Knee::Kind::at_start:
        return tr("The time per sample hardly depends on the micro-batch: fixed costs are small already at %1.")
            .arg(batch);
    case Knee::Kind::inside: return knee_text(batch);
    case Knee::Kind::not_reached:
        return tr(
            "Fixed costs dominate along the whole curve: a larger micro-batch still shortens the epoch at its end.");
    }
    return {};
}

QString EpochTimePlot::knee_text(const QString& batch) const
{
    QString knee =
        tr("Knee at micro-batch %1: below it fixed costs dominate, above it the time per sample hardly falls.")
            .arg(batch);
    if (series_.knee->point.fits) return knee;
    const std::optional<double> saving = saving_beyond_memory(series_);
    const QString two_sentences = tr("%1 %2", "two sentences");
    if (!saving) return two_sentences.arg(knee, tr("No micro-batch fits into memory."));
    const QString share = words().text(Value{std::round(*saving * 100.0) / 100.0, Unit::share});
    return two_sentences.arg(
        knee, tr("It lies beyond what fits; with more memory an epoch could become up to %1 shorter.").arg(share));
}

PlotTable EpochTimePlot::table() const
{
    PlotTable table;
    const QString unit = QStringLiteral("s");
    table.columns = {
        {tr("Micro-batch"), {}}, {tr("Time per epoch"), unit}, {tr("Low"), unit},
        {tr("High"), unit},      {tr("Time per step"), unit},  {tr("Throughput"), QStringLiteral("samples/s")},
        {tr("Fits"), {}}};
    const auto time = [this](double amount) { return PlotCell{words().text(seconds(amount)), exact_number(amount)}; };
    for (const EpochTimePoint& point : series_.points) {
        const QString fits = point.fits ? tr("yes") : tr("no");
        table.rows.push_back({{words().text(count(point.micro_batch)), exact_number(point.micro_batch)},
                              time(point.epoch),
                              time(point.low),
                              time(point.high),
                              time(point.step),
                              {words().text(Value{point.samples_per_second, Unit::samples_per_second}),
                               exact_number(point.samples_per_second)},
                              {fits, fits}});
    }
    return table;
}

std::optional<double> EpochTimePlot::marker_value(const Estimate& estimate) const
{
    if (!estimate.time || !(estimate.time->epoch.base() > 0.0)) return std::nullopt;
    return estimate.time->epoch.base();
}

QString EpochTimePlot::marker_quantity(const Estimate& estimate) const
{
    return marker_value(estimate) ? words().text(value_of(estimate.time->epoch)) : QString();
}

std::vector<std::int64_t> EpochTimePlot::points() const
{
    std::vector<std::int64_t> batches;
    for (const EpochTimePoint& point : series_.points) batches.push_back(point.micro_batch);
    return batches;
}

Readout EpochTimePlot::readout(std::size_t index) const
{
    const EpochTimePoint& point = series_.points[index];
    Readout readout;
    readout.heading = tr("Micro-batch %1").arg(words().text(count(point.micro_batch)));
    readout.lines.emplace_back(tr("Time per epoch"), words().text(seconds(point.epoch)));
    readout.lines.emplace_back(tr("Range"),
                               tr("%1 to %2").arg(words().text(seconds(point.low)), words().text(seconds(point.high))));
    readout.lines.emplace_back(tr("Time per step"), words().text(seconds(point.step)));
    readout.lines.emplace_back(tr("Throughput"),
                               words().text(Value{point.samples_per_second, Unit::samples_per_second}));
    if (!point.fits) readout.note = tr("does not fit into memory");
    return readout;
}

namespace {

/// A convention, not a measurement.
constexpr double knee_share_of_best = 0.9;

bool is_positive(double value) { return std::isfinite(value) && value > 0.0; }

std::optional<EpochTimePoint> point_of(const SweepPoint& swept)
{
    if (!swept.estimate || !swept.estimate->time) return std::nullopt;
    const TimeEstimate& time = *swept.estimate->time;
    if (time.steps_per_epoch < 1 || !is_positive(time.step.base()) || !is_positive(time.epoch.base()))
        return std::nullopt;
    EpochTimePoint point;
    point.micro_batch = swept.value;
    point.epoch = time.epoch.base();
    point.step = time.step.base();
    point.low = point.epoch * (time.low / time.step);
    point.high = point.epoch * (time.high / time.step);
    point.samples_per_second = time.samples_per_second;
    point.fits = !swept.estimate->memory || swept.estimate->memory->fits;
    const bool usable = is_positive(point.low) && is_positive(point.high) && is_positive(point.samples_per_second);
    return usable ? std::optional(point) : std::nullopt;
}

} // namespace

EpochTimeSeries epoch_time_series(const std::vector<SweepPoint>& points)
{
    EpochTimeSeries series;
    std::vector<EpochTimePoint> all;
    bool whole_data_set_reached = false;
    for (const SweepPoint& swept : points) {
        const std::optional<EpochTimePoint> point = point_of(swept);
        if (!point) continue;
        all.push_back(*point);
        if (!whole_data_set_reached) series.points.push_back(*point);
        whole_data_set_reached = whole_data_set_reached || swept.estimate->time->steps_per_epoch == 1;
    }
    series.knee = knee_of(all);
    return series;
}

EpochTimeSeries epoch_time_series(const std::vector<SweepPoint>& points, const std::optional<Saturation>& saturation)
{
    EpochTimeSeries series = epoch_time_series(points);
    if (!saturation || !series.knee) return series;
    const auto knee = std::find_if(series.points.begin(), series.points.end(), [&](const EpochTimePoint& point) {
        return point.micro_batch == saturation->knee.micro_batch;
    });
    if (knee == series.points.end() || saturation->kind == Saturation::Kind::not_reached) {
        series.knee->kind = Knee::Kind::not_reached;
    } else {
        const bool at_start = saturation->kind == Saturation::Kind::at_start;
        series.knee = Knee{at_start ? Knee::Kind::at_start : Knee::Kind::inside, *knee};
    }
    return series;
}

std::optional<Knee> knee_of(const std::vector<EpochTimePoint>& points)
{
    if (points.size() < 2) return std::nullopt;
    const auto less = [](const EpochTimePoint& a, const EpochTimePoint& b) {
        return a.samples_per_second < b.samples_per_second;
    };
    const double best = std::max_element(points.begin(), points.end(), less)->samples_per_second;
    const auto found = std::find_if(points.begin(), points.end(), [=](const EpochTimePoint& point) {
        return point.samples_per_second >= knee_share_of_best * best;
    });
    // Without an octave of curve behind it, "hardly falls any more" has not been seen.
    const bool seen = 2 * found->micro_batch <= points.back().micro_batch;
    if (!seen) return Knee{Knee::Kind::not_reached, *found};
    return Knee{found == points.begin() ? Knee::Kind::at_start : Knee::Kind::inside, *found};
}

std::optional<double> saving_beyond_memory(const EpochTimeSeries& series)
{
    std::optional<double> shortest_in_memory;
    double shortest = std::numeric_limits<double>::infinity();
    for (const EpochTimePoint& point : series.points) {
        shortest = std::min(shortest, point.epoch);
        if (point.fits) shortest_in_memory = std::min(shortest_in_memory.value_or(point.epoch), point.epoch);
    }
    if (!shortest_in_memory) return std::nullopt;
    return 1.0 - shortest / *shortest_in_memory;
}

TimeAxisRange time_axis_range(const EpochTimeSeries& series)
{
    if (series.is_empty()) return {};
    double lower = series.points.front().low;
    double upper = series.points.front().high;
    for (const EpochTimePoint& point : series.points) {
        lower = std::min({lower, point.low, point.epoch});
        upper = std::max({upper, point.high, point.epoch});
    }
    constexpr double least_factor = 4.0;
    constexpr double margin = 1.25;
    const double widen = std::max(margin, std::sqrt(least_factor * lower / upper));
    return {lower / widen, upper * widen};
}

} // namespace rigwright

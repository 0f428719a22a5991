// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/extent_time_plot.h"

#include "core/scenario/resolved_model.h"
#include "ui/format/words.h"
#include "ui/plots/batch_plot.h"
#include "ui/plots/extent_plot.h"
#include "ui/plots/step_parts_plot.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

ExtentTimePlot::ExtentTimePlot(SweepAxis extent, Document& document, const Localization& words, QWidget* parent)
    : ExtentCurvePlot(extent, document, words, parent)
{
    offer_linear_scale();
}

void ExtentTimePlot::take_curve()
{
    points_.clear();
    if (curve() == nullptr) return;
    for (const SweepPoint& swept : curve()->points) {
        if (!swept.estimate || !swept.estimate->time || !std::isfinite(swept.estimate->time->step.base())) continue;
        const bool fits = !swept.estimate->memory || swept.estimate->memory->fits;
        points_.push_back({swept.value, *swept.estimate->time, fits});
    }
}

std::vector<TimePart> ExtentTimePlot::parts_present() const
{
    std::vector<TimePart> present;
    for (const TimePart part : time_stacking_order()) {
        const auto takes_time = [part](const Point& point) { return point.time.part(part) > Seconds(); };
        if (std::ranges::any_of(points_, takes_time)) present.push_back(part);
    }
    return present;
}

double ExtentTimePlot::axis_end() const
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

bool ExtentTimePlot::draw_curves(PlotCanvas& canvas) const
{
    if (!applies() || points_.empty()) {
        canvas.show_message(applies() ? tr("There is no time estimate for this plan. The findings say what is missing.")
                                      : texts().not_this_model);
        return false;
    }
    const double end = axis_end();
    set_swept_axis(canvas, texts().axis, is_linear());
    const double unit = set_time_axis(canvas, end, tr("Time per step (%1)", "unit"));
    const QCPRange range = swept_range(points());
    canvas.set_full_view(range, QCPRange(0.0, end / unit));
    if (!canvas.has_axes()) return false;
    draw_bands(canvas, unit);
    const auto too_large = std::ranges::find(points_, false, &Point::fits);
    if (too_large != points_.end()) {
        const double from =
            too_large == points_.begin() ? range.lower : edge_between(std::prev(too_large)->value, too_large->value);
        draw_beyond_memory(canvas, from, range.upper);
    }
    canvas.show_legend(true);
    return true;
}

void ExtentTimePlot::draw_bands(PlotCanvas& canvas, double unit) const
{
    const std::vector<TimePart> present = parts_present();
    std::vector<double> keys;
    for (const Point& point : points_) keys.push_back(static_cast<double>(point.value));
    std::vector<std::vector<double>> edges{std::vector<double>(keys.size(), 0.0)};
    for (const TimePart part : present) {
        std::vector<double> upper = edges.back();
        for (std::size_t i = 0; i < upper.size(); ++i) upper[i] += points_[i].time.part(part).base() / unit;
        edges.push_back(std::move(upper));
    }
    // The legend reads from the top of the stack down.
    for (std::size_t i = present.size(); i-- > 0;) {
        auto* area = new HatchedArea(canvas.xAxis, canvas.yAxis);
        area->set_band(keys, edges[i], edges[i + 1]);
        area->set_fill(fill_of(present[i], canvas.theme()));
        area->setName(part_name(present[i], words()));
    }
}

/// What doubling the present extent does to the step.
QString ExtentTimePlot::caption_text() const
{
    const auto at = [this](std::int64_t value) -> const Point* {
        if (points_.empty()) return nullptr;
        const auto nearest = std::ranges::min_element(points_, {}, [value](const Point& point) {
            return std::abs(std::log(static_cast<double>(point.value) / static_cast<double>(value)));
        });
        const double ratio = static_cast<double>(nearest->value) / static_cast<double>(value);
        return ratio > 0.95 && ratio < 1.05 ? &*nearest : nullptr;
    };
    const Point* here = at(present());
    const Point* twice = at(2 * present());
    if (!here) return {};
    QString now = tr("At %1 a step takes %2.").arg(amount_text(here->value), words().text(value_of(here->time.step)));
    if (!twice) return now;
    const double ratio = std::round(10.0 * (twice->time.step / here->time.step)) / 10.0;
    return tr("%1 %2", "two sentences")
        .arg(now, tr("At %1 it takes %2 times as long.").arg(amount_text(twice->value), exact_number(ratio)));
}

PlotTable ExtentTimePlot::table() const
{
    PlotTable table;
    const QString unit = QStringLiteral("s");
    const std::vector<TimePart> present = parts_present();
    table.columns = {{texts().column, {}}, {tr("Time per step"), unit}};
    for (const TimePart part : present) table.columns.push_back({part_name(part, words()), unit});
    table.columns.push_back({tr("Throughput"), QStringLiteral("samples/s")});
    table.columns.push_back({tr("Fits"), {}});
    for (const Point& point : points_) {
        std::vector<PlotCell> cells{{amount_text(point.value), exact_number(point.value)},
                                    time_cell(point.time.step.base(), words())};
        for (const TimePart part : present) cells.push_back(time_cell(point.time.part(part).base(), words()));
        cells.push_back({words().text(Value{point.time.samples_per_second, Unit::samples_per_second}),
                         exact_number(point.time.samples_per_second)});
        const QString fits = point.fits ? tr("yes") : tr("no");
        cells.push_back({fits, fits});
        table.rows.push_back(std::move(cells));
    }
    return table;
}

std::optional<double> ExtentTimePlot::marker_value(const Estimate& estimate) const
{
    if (!estimate.time || points_.empty()) return std::nullopt;
    return estimate.time->step.base() / linear_time_unit(axis_end());
}

QString ExtentTimePlot::marker_quantity(const Estimate& estimate) const
{
    return estimate.time ? words().text(value_of(estimate.time->step)) : QString();
}

bool ExtentTimePlot::needs_other_axes(const Estimate& estimate) const
{
    return marker_value(estimate).value_or(0.0) > canvas().yAxis->range().upper;
}

std::vector<std::int64_t> ExtentTimePlot::points() const
{
    std::vector<std::int64_t> values;
    for (const Point& point : points_) values.push_back(point.value);
    return values;
}

Readout ExtentTimePlot::readout(std::size_t index) const
{
    const Point& point = points_[index];
    Readout readout;
    readout.heading = amount_text(point.value);
    const std::vector<TimePart> present = parts_present();
    for (auto part = present.rbegin(); part != present.rend(); ++part)
        readout.lines.emplace_back(part_name(*part, words()), words().text(value_of(point.time.part(*part))));
    readout.lines.emplace_back(tr("Time per step"), words().text(value_of(point.time.step)));
    readout.lines.emplace_back(tr("Throughput"),
                               words().text(Value{point.time.samples_per_second, Unit::samples_per_second}));
    if (!point.fits) readout.note = tr("does not fit into memory");
    return readout;
}

SequenceTimePlot::SequenceTimePlot(Document& document, const Localization& words, QWidget* parent)
    : ExtentTimePlot(SweepAxis::sequence_length, document, words, parent)
{}

QString SequenceTimePlot::plot_title() { return tr("Time per step against sequence length"); }
QString SequenceTimePlot::tab_title() { return tr("Time · sequence", "short, for a tab"); }

ExtentTimePlot::Texts SequenceTimePlot::texts() const
{
    return {tr("Tokens of one sample"), tr("Tokens"), tr("This model reads no sequences of tokens.")};
}

QString SequenceTimePlot::edit_name() const { return tr("Sequence length"); }

QString SequenceTimePlot::amount_text(std::int64_t value) const
{
    return tr("%1 tokens").arg(words().text(Value{static_cast<double>(value), Unit::count}));
}

ImageTimePlot::ImageTimePlot(Document& document, const Localization& words, QWidget* parent)
    : ExtentTimePlot(SweepAxis::image_size, document, words, parent)
{}

QString ImageTimePlot::plot_title() { return tr("Time per step against image size"); }
QString ImageTimePlot::tab_title() { return tr("Time · image", "short, for a tab"); }

ExtentTimePlot::Texts ImageTimePlot::texts() const
{
    return {MemoryImagePlot::tr("Height of the image in pixels (the width keeps the aspect)"),
            MemoryImagePlot::tr("Image"), MemoryImagePlot::tr("This model reads no images.")};
}

QString ImageTimePlot::edit_name() const { return MemoryImagePlot::tr("Image size"); }

QString ImageTimePlot::amount_text(std::int64_t value) const
{
    std::int64_t width = value;
    if (const ScenarioChanges* edit = edit_to(value))
        width = std::get<std::int64_t>(edit->back().value);
    else if (value == present())
        width = resolve_model(document().scenario(), document().data()->presets).input.image_width.value_or(value);
    return image_text(words(), value, width);
}

} // namespace rigwright

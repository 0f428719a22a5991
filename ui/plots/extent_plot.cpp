// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/extent_plot.h"

#include "ui/format/words.h"
#include "ui/plots/step_parts_plot.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

ExtentTimePlot::ExtentTimePlot(SweepAxis extent, Document& document, const Localization& words, QWidget* parent)
    : PointPlot(document, words, parent, swept_number(extent, document, words)),
      extent_(extent)
{
    offer_linear_scale();
}

void ExtentTimePlot::renew()
{
    points_.clear();
    if (number().computed() == nullptr) return;
    for (const SweepPoint& swept : *number().computed()) {
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

void ExtentTimePlot::draw(PlotCanvas& canvas) const
{
    if (points_.empty())
        return canvas.show_message(tr("No time estimate. The missing inputs are listed under Findings."));
    const double end = axis_end();
    set_swept_axis(canvas, number().axis_label(), is_linear());
    const double unit = set_time_axis(canvas, end, tr("Step time (%1)", "unit"));
    canvas.set_full_view(swept_range(), QCPRange(0.0, end / unit));
    if (!canvas.has_axes()) return;
    draw_bands(canvas, unit);
    const auto too_large = std::ranges::find(points_, false, &Point::fits);
    draw_too_large(canvas, static_cast<std::size_t>(too_large - points_.begin()));
    canvas.show_legend(true);
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
    const Point* here = at(number().present());
    const Point* twice = at(2 * number().present());
    if (!here) return {};
    QString now =
        tr("Step time at %1: %2.").arg(number().amount_text(here->value), words().text(value_of(here->time.step)));
    if (!twice) return now;
    const double ratio = std::round(10.0 * (twice->time.step / here->time.step)) / 10.0;
    return tr("%1 %2", "two sentences")
        .arg(now, tr("At %1: %2×.").arg(number().amount_text(twice->value), exact_number(ratio)));
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

PlotPoint ExtentTimePlot::point(std::size_t index) const
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

QString ExtentTimePlot::plot_title(SweepAxis extent)
{
    return extent == SweepAxis::image_size ? tr("Step time vs. image size") : tr("Step time vs. sequence length");
}

} // namespace rigwright

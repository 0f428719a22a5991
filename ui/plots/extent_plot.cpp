// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/extent_plot.h"

#include "core/scenario/resolved_model.h"
#include "ui/format/on_change.h"
#include "ui/format/words.h"
#include "ui/plots/step_parts_plot.h"

#include <QEvent>

#include <algorithm>
#include <cmath>

namespace rigwright {

ExtentCurvePlot::ExtentCurvePlot(SweepAxis extent, Document& document, const Localization& words, QWidget* parent)
    : SweptPlot(document, words, parent),
      extent_(extent),
      curve_(document, [extent](const Scenario& scenario, const EngineData& data, const std::stop_token& stop) {
          return compute_extent_curve(scenario, extent, data, stop);
      })
{
    connect(&curve_, &LiveSignal::changed, this, &ExtentCurvePlot::curve_arrived);
    // A value on the curve that is already there needs no new one while a drag goes on.
    connect(&document, &Document::changed, this, [this, &document] {
        if (!isVisible()) return;
        const bool serves = has_curve() && !is_outdated() && covers(*curve(), document.scenario(), *document.data());
        if (!serves) curve_.ask(document.scenario());
    });
    // After a drag the curve is exactly that of the present state.
    curve_.ask_when_settled(this, [this] { return isVisible(); });
}

const ScenarioChanges* ExtentCurvePlot::edit_to(std::int64_t value) const
{
    if (curve() == nullptr) return nullptr;
    for (std::size_t i = 0; i < curve()->points.size(); ++i) {
        if (curve()->points[i].value == value) return &curve()->edits[i];
    }
    return nullptr;
}

std::int64_t ExtentCurvePlot::present() const
{
    const Scenario& scenario = document().scenario();
    const ModelInput input = resolve_model(scenario, document().data()->presets).input;
    switch (extent_) {
    case SweepAxis::sequence_length: return input.sequence_length.value_or(1);
    case SweepAxis::image_size: return input.image_height.value_or(1);
    case SweepAxis::gpu_count: return gpu_count(scenario.build);
    }
    return 1;
}

void ExtentCurvePlot::set_present(std::int64_t value)
{
    const ScenarioChanges* edit = edit_to(value);
    if (edit == nullptr) return;
    const QString name = extent_ == SweepAxis::gpu_count    ? tr("Number of GPUs")
                         : extent_ == SweepAxis::image_size ? tr("Image size")
                                                            : tr("Sequence length");
    if (const std::optional<Scenario> next = changed(document().scenario(), *document().data(), *edit))
        document().set_scenario(*next, name);
}

QString ExtentCurvePlot::axis_label() const
{
    switch (extent_) {
    case SweepAxis::sequence_length: return tr("Sequence length (tokens of a sample)");
    case SweepAxis::image_size: return tr("Height of the image in pixels (the width keeps the aspect)");
    case SweepAxis::gpu_count: break;
    }
    return tr("GPUs");
}

QString ExtentCurvePlot::column_title() const
{
    switch (extent_) {
    case SweepAxis::sequence_length: return tr("Tokens");
    case SweepAxis::image_size: return tr("Image");
    case SweepAxis::gpu_count: break;
    }
    return tr("GPUs");
}

QString ExtentCurvePlot::not_this_model() const
{
    return extent_ == SweepAxis::image_size ? tr("This model reads no images.")
                                            : tr("This model reads no sequence of tokens.");
}

QString ExtentCurvePlot::amount_text(std::int64_t value) const
{
    const auto count = [this](std::int64_t number) { return words().text(value_of(Count(number))); };
    if (extent_ == SweepAxis::sequence_length) return tr("%1 tokens").arg(count(value));
    if (extent_ == SweepAxis::gpu_count)
        return value == 1 ? tr("1 GPU") : tr("%1 GPUs", "a number of them").arg(count(value));
    std::int64_t width = value;
    if (const ScenarioChanges* edit = edit_to(value))
        width = std::get<std::int64_t>(edit->back().value);
    else if (value == present())
        width = resolve_model(document().scenario(), document().data()->presets).input.image_width.value_or(value);
    return tr("%1 × %2 px", "height and width").arg(count(value), count(width));
}

void ExtentCurvePlot::showEvent(QShowEvent* event)
{
    curve_.ask(document().scenario());
    SweptPlot::showEvent(event);
}

ExtentPlot::ExtentPlot(SweepAxis extent, Document& document, const Localization& words, QWidget* parent)
    : ExtentCurvePlot(extent, document, words, parent),
      picture_(words)
{
    on_change(this, QEvent::LanguageChange, [this] { picture_.set_texts(texts()); });
}

void ExtentPlot::take_curve()
{
    picture_.set_texts(texts());
    if (curve() != nullptr)
        picture_.take(curve()->points);
    else
        picture_.clear();
}

bool ExtentPlot::draw_curves(PlotCanvas& canvas) const
{
    if (applies()) return picture_.draw(canvas, present_total());
    canvas.show_message(not_this_model());
    return false;
}

std::optional<double> ExtentPlot::marker_value(const Estimate& estimate) const
{
    return picture_.height_of(estimate, present_total());
}

QString ExtentPlot::marker_quantity(const Estimate& estimate) const
{
    return estimate.memory ? words().text(value_of(estimate.memory->total)) : QString();
}

bool ExtentPlot::needs_other_axes(const Estimate& estimate) const
{
    return estimate.memory && marker_value(estimate).value_or(0.0) > canvas().yAxis->range().upper;
}

QString ExtentPlot::plot_title(SweepAxis extent)
{
    return extent == SweepAxis::image_size ? tr("Memory against image size") : tr("Memory against sequence length");
}

QString ExtentPlot::tab_title(SweepAxis extent)
{
    return extent == SweepAxis::image_size ? tr("Memory · image", "short, for a tab")
                                           : tr("Memory · sequence", "short, for a tab");
}

MemoryTexts ExtentPlot::texts() const
{
    const auto amount = [this](std::int64_t value) { return amount_text(value); };
    if (extent() == SweepAxis::image_size)
        return {.axis = axis_label(),
                .all_fit = tr("Every size drawn here fits into the usable %1 of a GPU."),
                .none_fits = tr("None of these sizes fits into the usable %1 of a GPU."),
                .up_to_fits = tr("Images up to %1 fit into the usable %2 of a GPU."),
                .amount = amount};
    return {.axis = axis_label(),
            .all_fit = tr("Every length drawn here fits into the usable %1 of a GPU."),
            .none_fits = tr("None of these lengths fits into the usable %1 of a GPU."),
            .up_to_fits = tr("Sequences up to %1 fit into the usable %2 of a GPU."),
            .amount = amount};
}

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
                                      : not_this_model());
        return false;
    }
    const double end = axis_end();
    set_swept_axis(canvas, axis_label(), is_linear());
    const double unit = set_time_axis(canvas, end, tr("Time per step (%1)", "unit"));
    canvas.set_full_view(swept_range(points()), QCPRange(0.0, end / unit));
    if (!canvas.has_axes()) return false;
    draw_bands(canvas, unit);
    draw_too_large(canvas);
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

std::vector<PlotFigure> ExtentTimePlot::figures(std::size_t index) const
{
    const Point& point = points_[index];
    std::vector<PlotFigure> figures;
    const std::vector<TimePart> present = parts_present();
    for (auto part = present.rbegin(); part != present.rend(); ++part)
        figures.push_back(time_figure(part_name(*part, words()), point.time.part(*part).base()));
    figures.push_back(time_figure(tr("Time per step"), point.time.step.base()));
    figures.push_back(throughput_figure(point.time.samples_per_second));
    return figures;
}

QString ExtentTimePlot::plot_title(SweepAxis extent)
{
    return extent == SweepAxis::image_size ? tr("Time per step against image size")
                                           : tr("Time per step against sequence length");
}

QString ExtentTimePlot::tab_title(SweepAxis extent)
{
    return extent == SweepAxis::image_size ? tr("Time · image", "short, for a tab")
                                           : tr("Time · sequence", "short, for a tab");
}

} // namespace rigwright

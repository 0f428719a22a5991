// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/extent_plot.h"

#include "core/scenario/resolved_model.h"

#include <QEvent>

namespace rigwright {

ExtentPlot::ExtentPlot(SampleExtent extent, Document& document, const Words& words, QWidget* parent)
    : SweptPlot(document, words, parent),
      extent_(extent),
      source_(new ExtentSource(document, extent, this)),
      picture_(words)
{
    connect(source_, &ExtentSource::changed, this, &ExtentPlot::curve_arrived);
}

const ScenarioChanges* ExtentPlot::edit_to(std::int64_t value) const
{
    if (!source_->curve()) return nullptr;
    const ExtentCurve& curve = *source_->curve();
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
        if (curve.points[i].value == value) return &curve.edits[i];
    }
    return nullptr;
}

void ExtentPlot::take_curve()
{
    picture_.set_texts(texts());
    if (source_->curve())
        picture_.take(source_->curve()->points);
    else
        picture_.clear();
}

std::int64_t ExtentPlot::present() const
{
    const ModelInput input = resolve_model(document().scenario(), document().data()->presets).input;
    const auto& value = extent_ == SampleExtent::sequence_length ? input.sequence_length : input.image_height;
    return value.value_or(1);
}

void ExtentPlot::set_present(std::int64_t value)
{
    const ScenarioChanges* edit = edit_to(value);
    if (edit == nullptr) return;
    if (const std::optional<Scenario> next = changed(document().scenario(), *edit))
        document().set_scenario(*next, edit_name());
}

bool ExtentPlot::draw_curves(PlotCanvas& canvas) const
{
    if (has_extent(document().scenario(), *document().data(), extent_)) return picture_.draw(canvas, present_total());
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

void ExtentPlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) picture_.set_texts(texts());
    SweptPlot::changeEvent(event);
}

void ExtentPlot::showEvent(QShowEvent* event)
{
    source_->set_watched(true);
    SweptPlot::showEvent(event);
}

void ExtentPlot::hideEvent(QHideEvent* event)
{
    source_->set_watched(false);
    SweptPlot::hideEvent(event);
}

} // namespace rigwright

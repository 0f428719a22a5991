// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/extent_plot.h"

#include <QEvent>

namespace rigwright {

ExtentPlot::ExtentPlot(SampleExtent extent, Document& document, const Words& words, QWidget* parent)
    : ExtentCurvePlot(extent, document, words, parent),
      picture_(words)
{}

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

void ExtentPlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) picture_.set_texts(texts());
    ExtentCurvePlot::changeEvent(event);
}

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory_plot.h"

#include <QEvent>

namespace rigwright {

MemoryPlot::MemoryPlot(Document& document, const Words& words, QWidget* parent)
    : BatchPlot(document, words, parent),
      picture_(words)
{
    name();
}

QString MemoryPlot::plot_title() { return tr("Memory against micro-batch"); }

QString MemoryPlot::tab_title() { return tr("Memory", "short, for a tab"); }

void MemoryPlot::name()
{
    picture_.set_texts({.axis = axis_label(),
                        .column = tr("Micro-batch"),
                        .heading = tr("Micro-batch %1"),
                        .all_fit = tr("Every micro-batch drawn here fits into the usable %1 of a GPU."),
                        .none_fits = tr("Not even a micro-batch of 1 fits into the usable %1 of a GPU."),
                        .up_to_fits = tr("Micro-batches up to %1 fit into the usable %2 of a GPU."),
                        .amount = [this](std::int64_t value) { return amount_text(value); }});
}

void MemoryPlot::take(const Curves* curves)
{
    if (curves == nullptr)
        picture_.clear();
    else
        picture_.take(curves->batch);
}

bool MemoryPlot::draw_curves(PlotCanvas& canvas) const { return picture_.draw(canvas, present_total()); }

std::optional<double> MemoryPlot::marker_value(const Estimate& estimate) const
{
    return picture_.height_of(estimate, present_total());
}

QString MemoryPlot::marker_quantity(const Estimate& estimate) const
{
    return estimate.memory ? words().text(value_of(estimate.memory->total)) : QString();
}

bool MemoryPlot::needs_other_axes(const Estimate& estimate) const
{
    return estimate.memory && marker_value(estimate).value_or(0.0) > canvas().yAxis->range().upper;
}

void MemoryPlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) name();
    BatchPlot::changeEvent(event);
}

} // namespace rigwright

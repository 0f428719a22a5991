// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory_drawing.h"

#include "ui/format/axis_scale.h"
#include "ui/plots/axis_tickers.h"
#include "ui/plots/memory_plot.h"

namespace rigwright {

namespace {

Hatch hatch_of(MemoryPart part)
{
    switch (part) {
    case MemoryPart::weights: return Hatch::backward;
    case MemoryPart::gradients: return Hatch::forward;
    case MemoryPart::optimizer_state: return Hatch::horizontal;
    case MemoryPart::master_weights: return Hatch::dotted;
    case MemoryPart::activations: return Hatch::none;
    case MemoryPart::temporary_buffers: return Hatch::vertical;
    case MemoryPart::communication_buffers: return Hatch::crossed;
    case MemoryPart::framework_overhead: return Hatch::none;
    }
    return Hatch::none;
}

} // namespace

HatchedFill fill_of(MemoryPart part, const Theme& theme)
{
    const QColor colour = theme.part(part);
    QColor hatch = colour.darker(theme.dark ? 165 : 140);
    hatch.setAlpha(170);
    return {colour, hatch_of(part), hatch, theme.dark ? colour.lighter(125) : colour.darker(150)};
}

QString part_name(MemoryPart part, const Words& words)
{
    return words.quantity(std::string("memory.parts.") + key_of(part));
}

double set_memory_axis(PlotCanvas& canvas, double end, const Words& words)
{
    constexpr int most_ticks = 8;
    const AxisUnit unit = memory_axis_unit(end);
    canvas.yAxis->setScaleType(QCPAxis::stLinear);
    canvas.yAxis->setTicker(even_ticker(most_ticks));
    const QString label =
        words.table().speaks_of_processors() ? MemoryPlot::tr("Memory (%1)") : MemoryPlot::tr("Memory of one GPU (%1)");
    canvas.yAxis->setLabel(label.arg(unit.symbol));
    return unit.size;
}

void draw_usable_line(PlotCanvas& canvas, double left, double height, Value usable, const Words& words)
{
    const QColor& colour = canvas.theme().bad;
    auto* line = new QCPItemStraightLine(&canvas);
    line->setLayer(QStringLiteral("labels"));
    line->setPen(QPen(colour, 2.0));
    line->point1->setCoords(left, height);
    line->point2->setCoords(left + 1.0, height);
    canvas.add_label(MemoryPlot::tr("usable %1").arg(words.text(usable)), {left, height}, Qt::AlignLeft | Qt::AlignTop,
                     colour);
}

} // namespace rigwright

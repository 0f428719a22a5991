// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time_drawing.h"

#include "ui/format/exact_number.h"
#include "ui/plots/axis_tickers.h"
#include "ui/plots/epoch_time_plot.h"

namespace rigwright {

namespace {

HatchedFill filled(const QColor& colour, Hatch pattern, const Theme& theme)
{
    QColor hatch = colour.darker(theme.dark ? 165 : 140);
    hatch.setAlpha(170);
    return {colour, pattern, hatch, theme.dark ? colour.lighter(125) : colour.darker(150)};
}

Hatch hatch_of(TimePart part)
{
    switch (part) {
    case TimePart::forward: return Hatch::none;
    case TimePart::backward: return Hatch::forward;
    case TimePart::recompute: return Hatch::backward;
    case TimePart::optimizer: return Hatch::horizontal;
    case TimePart::exposed_communication: return Hatch::crossed;
    case TimePart::pipeline_bubble: return Hatch::dotted;
    case TimePart::exposed_data_loading: return Hatch::vertical;
    case TimePart::host_overhead: return Hatch::none;
    }
    return Hatch::none;
}

/// Seconds in a unit, and its sign.
struct TimeUnit {
    double size;
    const char* sign;
};

TimeUnit unit_of(double end)
{
    constexpr double milli = 1e-3;
    constexpr double minute = 60.0;
    constexpr double hour = 3600.0;
    constexpr double enough = 5.0;
    if (end < 1.0) return {milli, QT_TRANSLATE_NOOP("rigwright::EpochTimePlot", "ms")};
    if (end < enough * minute) return {1.0, QT_TRANSLATE_NOOP("rigwright::EpochTimePlot", "s")};
    if (end < enough * hour) return {minute, QT_TRANSLATE_NOOP("rigwright::EpochTimePlot", "min")};
    return {hour, QT_TRANSLATE_NOOP("rigwright::EpochTimePlot", "h")};
}

} // namespace

HatchedFill fill_of(TimePart part, const Theme& theme) { return filled(theme.part(part), hatch_of(part), theme); }

HatchedFill fill_of(Bottleneck cause, const Theme& theme)
{
    switch (cause) {
    case Bottleneck::matrix: return filled(theme.part(TimePart::forward), Hatch::dotted, theme);
    case Bottleneck::memory_bandwidth: return filled(theme.part(TimePart::backward), Hatch::vertical, theme);
    case Bottleneck::launch: return filled(theme.part(TimePart::recompute), Hatch::crossed, theme);
    case Bottleneck::host: return fill_of(TimePart::host_overhead, theme);
    case Bottleneck::communication: return fill_of(TimePart::exposed_communication, theme);
    case Bottleneck::pipeline: return fill_of(TimePart::pipeline_bubble, theme);
    case Bottleneck::optimizer: return fill_of(TimePart::optimizer, theme);
    case Bottleneck::data_loading: return fill_of(TimePart::exposed_data_loading, theme);
    }
    return {};
}

QString part_name(TimePart part, const Words& words)
{
    return words.quantity(std::string("time.parts.") + key_of(part));
}

QString cause_name(Bottleneck cause, const Words& words)
{
    return words.text(std::string("bottleneck.") + key_of(cause));
}

const std::array<TimePart, time_part_count>& time_stacking_order()
{
    static constexpr std::array order{TimePart::forward,         TimePart::backward,
                                      TimePart::recompute,       TimePart::host_overhead,
                                      TimePart::optimizer,       TimePart::exposed_communication,
                                      TimePart::pipeline_bubble, TimePart::exposed_data_loading};
    return order;
}

double linear_time_unit(double end) { return unit_of(end).size; }

double set_time_axis(QCPAxis& axis, double end, const QString& label)
{
    constexpr int most_ticks = 8;
    const TimeUnit unit = unit_of(end);
    axis.setScaleType(QCPAxis::stLinear);
    axis.setTicker(decimal_ticker(most_ticks));
    axis.setLabel(label.arg(EpochTimePlot::tr(unit.sign)));
    return unit.size;
}

double set_time_axis(PlotCanvas& canvas, double end, const QString& label)
{
    return set_time_axis(*canvas.yAxis, end, label);
}

void draw_beyond_memory(PlotCanvas& canvas, double from, double to)
{
    if (!(from < to)) return;
    const QCPRange heights = canvas.yAxis->range();
    const Theme& theme = canvas.theme();
    QColor wash = theme.bad;
    wash.setAlpha(20);
    QColor lines = theme.bad;
    lines.setAlpha(70);
    auto* blocked = new HatchedArea(canvas.xAxis, canvas.yAxis);
    blocked->set_band({from, to}, {heights.lower, heights.lower}, {heights.upper, heights.upper});
    blocked->set_fill({wash, Hatch::forward, lines, {}});
    blocked->removeFromLegend();
    QCPItemText* label = canvas.add_label(EpochTimePlot::tr("does not fit into memory"), {},
                                          Qt::AlignRight | Qt::AlignBottom, theme.bad);
    label->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    label->position->setCoords(0.99, 0.98);
}

Value seconds_value(double amount) { return {amount, Unit::seconds}; }

PlotCell time_cell(double amount, const Words& words)
{
    return {words.text(seconds_value(amount)), exact_number(amount)};
}

} // namespace rigwright

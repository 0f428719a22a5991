// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory_plot.h"

#include "ui/format/axis_scale.h"
#include "ui/format/exact_number.h"
#include "ui/plots/axis_tickers.h"
#include "ui/plots/hatched_area.h"

#include <algorithm>
#include <cstdlib>

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

HatchedFill fill_of(MemoryPart part, const Theme& theme)
{
    const QColor colour = theme.part(part);
    QColor hatch = colour.darker(theme.dark ? 165 : 140);
    hatch.setAlpha(170);
    return {colour, hatch_of(part), hatch, theme.dark ? colour.lighter(125) : colour.darker(150)};
}

std::vector<double> scaled(const std::vector<double>& values, double unit)
{
    std::vector<double> result(values.size());
    std::transform(values.begin(), values.end(), result.begin(), [unit](double value) { return value / unit; });
    return result;
}

Value bytes(double amount) { return {amount, Unit::bytes}; }

Value count(std::int64_t amount) { return {static_cast<double>(amount), Unit::count}; }

} // namespace

QString MemoryPlot::plot_title() { return tr("Memory against micro-batch"); }

void MemoryPlot::take(const Curves* curves)
{
    series_ = curves == nullptr ? MemorySeries() : memory_series(curves->batch);
}

double MemoryPlot::axis_end() const
{
    const std::optional<Estimate>& estimate = document().evaluation().estimate;
    return memory_axis_end(series_, estimate && estimate->memory ? estimate->memory->total.as_double() : 0.0);
}

bool MemoryPlot::draw_curves(PlotCanvas& canvas) const
{
    if (series_.is_empty()) {
        canvas.show_message(tr("There is no memory estimate for this plan."));
        return false;
    }
    const double end = axis_end();
    const AxisUnit unit = memory_axis_unit(end);
    set_batch_axis(canvas);
    constexpr int most_ticks = 8;
    canvas.yAxis->setScaleType(QCPAxis::stLinear);
    canvas.yAxis->setTicker(even_ticker(most_ticks));
    canvas.yAxis->setLabel(tr("Memory of one GPU (%1)").arg(unit.symbol));
    canvas.set_full_view(batch_range(points()), QCPRange(0.0, end / unit.size));
    if (!canvas.has_axes()) return false;
    draw_correction(canvas, unit.size);
    draw_bands(canvas, unit.size);
    draw_capacity(canvas, unit.size);
    draw_limit(canvas, unit.size);
    canvas.show_legend(true);
    return true;
}

void MemoryPlot::draw_bands(PlotCanvas& canvas, double unit) const
{
    // The legend reads from the top of the stack down, as the eye does.
    for (auto band = series_.bands.rbegin(); band != series_.bands.rend(); ++band) {
        auto* area = new HatchedArea(canvas.xAxis, canvas.yAxis);
        area->set_band(series_.micro_batch, scaled(band->lower, unit), scaled(band->upper, unit));
        area->set_fill(fill_of(band->part, canvas.theme()));
        area->setName(part_name(band->part));
    }
}

/// The first entry of the legend, drawn above the bands.
void MemoryPlot::draw_correction(PlotCanvas& canvas, double unit) const
{
    if (series_.corrected.empty()) return;
    auto* graph = new QCPGraph(canvas.xAxis, canvas.yAxis);
    const std::vector<double> totals = scaled(series_.corrected, unit);
    graph->setData(QVector<double>(series_.micro_batch.begin(), series_.micro_batch.end()),
                   QVector<double>(totals.begin(), totals.end()), true);
    graph->setPen(QPen(canvas.theme().text, 2.0, Qt::DashLine));
    graph->setLayer(QStringLiteral("axes"));
    graph->setName(tr("Total with your measurements"));
}

void MemoryPlot::draw_capacity(PlotCanvas& canvas, double unit) const
{
    if (series_.usable <= 0.0) return;
    const Theme& theme = canvas.theme();
    const double capacity = series_.usable / unit;
    const QCPRange batches = batch_range(points());
    const double top = std::max(axis_end() / unit, capacity);
    QColor wash = theme.bad;
    wash.setAlpha(28);
    QColor lines = theme.bad;
    lines.setAlpha(120);
    auto* blocked = new HatchedArea(canvas.xAxis, canvas.yAxis);
    blocked->set_band({batches.lower, batches.upper}, {capacity, capacity}, {top, top});
    blocked->set_fill({wash, Hatch::forward, lines, QColor()});
    blocked->removeFromLegend();
    auto* line = new QCPItemStraightLine(&canvas);
    line->setLayer(QStringLiteral("labels"));
    line->setPen(QPen(theme.bad, 2.0));
    line->point1->setCoords(batches.lower, capacity);
    line->point2->setCoords(batches.upper, capacity);
    const double left = batches.lower * 1.04;
    canvas.add_label(tr("usable %1").arg(words().text(bytes(series_.usable))), {left, capacity},
                     Qt::AlignLeft | Qt::AlignTop, theme.bad);
    canvas.add_label(tr("does not fit"), {left, capacity}, Qt::AlignLeft | Qt::AlignBottom, theme.bad);
}

void MemoryPlot::draw_limit(PlotCanvas& canvas, double unit) const
{
    if (series_.usable <= 0.0 || series_.limit.value_or(0) < 1) return;
    const auto limit = static_cast<double>(*series_.limit);
    const auto row = std::find_if(series_.rows.begin(), series_.rows.end(),
                                  [&](const MemoryRow& found) { return found.micro_batch == *series_.limit; });
    QCPItemTracer* mark = canvas.add_mark({limit, row->total.as_double() / unit});
    const double across = canvas.xAxis->coordToPixel(limit) - canvas.axisRect()->left();
    const double share = across / std::max(1, canvas.axisRect()->width());
    const Qt::Alignment side = share < 0.3 ? Qt::AlignLeft : share > 0.7 ? Qt::AlignRight : Qt::AlignHCenter;
    QCPItemText* label = canvas.add_label(tr("largest that fits: %1").arg(words().text(count(*series_.limit))), {},
                                          Qt::AlignBottom | side, canvas.theme().text);
    constexpr double above_the_mark = -8.0;
    label->position->setType(QCPItemPosition::ptAbsolute);
    label->position->setParentAnchor(mark->position);
    label->position->setCoords(0.0, above_the_mark);
}

QString MemoryPlot::caption_text() const
{
    if (series_.is_empty() || series_.usable <= 0.0) return {};
    const QString usable = words().text(bytes(series_.usable));
    if (!series_.limit) return tr("Every micro-batch drawn here fits into the usable %1 of a GPU.").arg(usable);
    if (*series_.limit == 0) return tr("Not even a micro-batch of 1 fits into the usable %1 of a GPU.").arg(usable);
    return tr("Micro-batches up to %1 fit into the usable %2 of a GPU.")
        .arg(words().text(count(*series_.limit)), usable);
}

PlotTable MemoryPlot::table() const
{
    PlotTable table;
    const QString unit = QStringLiteral("bytes");
    table.columns.push_back({tr("Micro-batch"), {}});
    for (const MemoryBand& band : series_.bands) table.columns.push_back({part_name(band.part), unit});
    if (!series_.corrected.empty())
        table.columns.push_back({words().quantity("memory.parts.measured_correction"), unit});
    table.columns.push_back({tr("Total"), unit});
    table.columns.push_back({tr("Fits"), {}});
    const auto amount = [this](Bytes value) {
        return PlotCell{words().text(value_of(value)), exact_number(value.value())};
    };
    for (const MemoryRow& row : series_.rows) {
        std::vector<PlotCell> cells{{words().text(count(row.micro_batch)), exact_number(row.micro_batch)}};
        for (const MemoryBand& band : series_.bands)
            cells.push_back(amount(row.parts[static_cast<std::size_t>(band.part)]));
        if (!series_.corrected.empty()) cells.push_back(amount(row.correction.value_or(Bytes())));
        cells.push_back(amount(row.total));
        const QString fits = row.fits ? tr("yes") : tr("no");
        cells.push_back({fits, fits});
        table.rows.push_back(std::move(cells));
    }
    return table;
}

std::optional<double> MemoryPlot::marker_value(const Estimate& estimate) const
{
    if (!estimate.memory) return std::nullopt;
    return estimate.memory->total.as_double() / memory_axis_unit(axis_end()).size;
}

QString MemoryPlot::marker_quantity(const Estimate& estimate) const
{
    return estimate.memory ? words().text(value_of(estimate.memory->total)) : QString();
}

bool MemoryPlot::needs_other_axes(const Estimate& estimate) const
{
    return estimate.memory && marker_value(estimate).value_or(0.0) > canvas().yAxis->range().upper;
}

std::vector<std::int64_t> MemoryPlot::points() const
{
    std::vector<std::int64_t> batches;
    for (const MemoryRow& row : series_.rows) batches.push_back(row.micro_batch);
    return batches;
}

Readout MemoryPlot::readout(std::size_t point) const
{
    const MemoryRow& row = series_.rows[point];
    Readout readout;
    readout.heading = tr("Micro-batch %1").arg(words().text(count(row.micro_batch)));
    for (auto band = series_.bands.rbegin(); band != series_.bands.rend(); ++band) {
        readout.lines.emplace_back(part_name(band->part),
                                   words().text(value_of(row.parts[static_cast<std::size_t>(band->part)])));
    }
    if (row.correction) {
        const QString sign = row.correction->value() < 0 ? QStringLiteral("−") : QStringLiteral("+");
        readout.lines.emplace_back(words().quantity("memory.parts.measured_correction"),
                                   sign + words().text(value_of(Bytes::of(std::abs(row.correction->value())))));
    }
    readout.lines.emplace_back(tr("Total"), words().text(value_of(row.total)));
    if (!row.fits) readout.note = tr("does not fit");
    return readout;
}

QString MemoryPlot::part_name(MemoryPart part) const
{
    return words().quantity(std::string("memory.parts.") + key_of(part));
}

} // namespace rigwright

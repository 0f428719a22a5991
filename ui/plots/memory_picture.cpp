// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory_picture.h"

#include "ui/format/axis_scale.h"
#include "ui/format/exact_number.h"
#include "ui/plots/axis_tickers.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/memory_drawing.h"
#include "ui/plots/memory_plot.h"
#include "ui/plots/swept_plot.h"

#include <algorithm>
#include <cstdlib>

namespace rigwright {

namespace {

std::vector<double> scaled(const std::vector<double>& values, double unit)
{
    std::vector<double> result(values.size());
    std::transform(values.begin(), values.end(), result.begin(), [unit](double value) { return value / unit; });
    return result;
}

Value bytes(double amount) { return {amount, Unit::bytes}; }

} // namespace

double total_of(const std::optional<Estimate>& estimate)
{
    return estimate && estimate->memory ? estimate->memory->total.as_double() : 0.0;
}

double MemoryPicture::axis_end(double present_total) const { return memory_axis_end(series_, present_total); }

bool MemoryPicture::draw(PlotCanvas& canvas, double present_total) const
{
    if (series_.is_empty()) {
        canvas.show_message(MemoryPlot::tr("There is no memory estimate for this plan."));
        return false;
    }
    const double end = axis_end(present_total);
    set_swept_axis(canvas, texts_.axis);
    const double unit = set_memory_axis(canvas, end, words_);
    canvas.set_full_view(swept_range(points()), QCPRange(0.0, end / unit));
    if (!canvas.has_axes()) return false;
    draw_correction(canvas, unit);
    draw_bands(canvas, unit);
    draw_capacity(canvas, unit, end);
    draw_limit(canvas, unit);
    canvas.show_legend(true);
    return true;
}

void MemoryPicture::draw_bands(PlotCanvas& canvas, double unit) const
{
    // The legend reads from the top of the stack down, as the eye does.
    for (auto band = series_.bands.rbegin(); band != series_.bands.rend(); ++band) {
        auto* area = new HatchedArea(canvas.xAxis, canvas.yAxis);
        area->set_band(series_.micro_batch, scaled(band->lower, unit), scaled(band->upper, unit));
        area->set_fill(fill_of(band->part, canvas.theme()));
        area->setName(part_name(band->part, words_));
    }
}

/// The first entry of the legend, drawn above the bands.
void MemoryPicture::draw_correction(PlotCanvas& canvas, double unit) const
{
    if (series_.corrected.empty()) return;
    auto* graph = new QCPGraph(canvas.xAxis, canvas.yAxis);
    const std::vector<double> totals = scaled(series_.corrected, unit);
    graph->setData(QVector<double>(series_.micro_batch.begin(), series_.micro_batch.end()),
                   QVector<double>(totals.begin(), totals.end()), true);
    graph->setPen(QPen(canvas.theme().text, 2.0, Qt::DashLine));
    graph->setLayer(QStringLiteral("axes"));
    graph->setName(MemoryPlot::tr("Total with your measurements"));
}

void MemoryPicture::draw_capacity(PlotCanvas& canvas, double unit, double end) const
{
    if (series_.usable <= 0.0) return;
    const Theme& theme = canvas.theme();
    const double capacity = series_.usable / unit;
    const QCPRange batches = swept_range(points());
    const double top = std::max(end / unit, capacity);
    QColor wash = theme.bad;
    wash.setAlpha(28);
    QColor lines = theme.bad;
    lines.setAlpha(120);
    auto* blocked = new HatchedArea(canvas.xAxis, canvas.yAxis);
    blocked->set_band({batches.lower, batches.upper}, {capacity, capacity}, {top, top});
    blocked->set_fill({wash, Hatch::forward, lines, QColor()});
    blocked->removeFromLegend();
    const double left = batches.lower * 1.04;
    draw_usable_line(canvas, left, capacity, bytes(series_.usable), words_);
    canvas.add_label(MemoryPlot::tr("does not fit"), {left, capacity}, Qt::AlignLeft | Qt::AlignBottom, theme.bad);
}

void MemoryPicture::draw_limit(PlotCanvas& canvas, double unit) const
{
    if (series_.usable <= 0.0 || series_.limit.value_or(0) < 1) return;
    const auto limit = static_cast<double>(*series_.limit);
    const auto row = std::find_if(series_.rows.begin(), series_.rows.end(),
                                  [&](const MemoryRow& found) { return found.micro_batch == *series_.limit; });
    canvas.add_named_mark({limit, row->total.as_double() / unit},
                          MemoryPlot::tr("largest that fits: %1").arg(texts_.amount(*series_.limit)));
}

QString MemoryPicture::caption() const
{
    if (series_.is_empty() || series_.usable <= 0.0) return {};
    const QString usable = words_.text(bytes(series_.usable));
    if (!series_.limit) return texts_.all_fit.arg(usable);
    if (*series_.limit == 0) return texts_.none_fits.arg(usable);
    return texts_.up_to_fits.arg(texts_.amount(*series_.limit), usable);
}

PlotTable MemoryPicture::table() const
{
    PlotTable table;
    const QString unit = QStringLiteral("bytes");
    table.columns.push_back({texts_.column, {}});
    for (const MemoryBand& band : series_.bands) table.columns.push_back({part_name(band.part, words_), unit});
    if (!series_.corrected.empty())
        table.columns.push_back({words_.quantity("memory.parts.measured_correction"), unit});
    table.columns.push_back({MemoryPlot::tr("Total"), unit});
    table.columns.push_back({MemoryPlot::tr("Fits"), {}});
    const auto amount = [this](Bytes value) {
        return PlotCell{words_.text(value_of(value)), exact_number(value.value())};
    };
    for (const MemoryRow& row : series_.rows) {
        std::vector<PlotCell> cells{{texts_.amount(row.micro_batch), exact_number(row.micro_batch)}};
        for (const MemoryBand& band : series_.bands)
            cells.push_back(amount(row.parts[static_cast<std::size_t>(band.part)]));
        if (!series_.corrected.empty()) cells.push_back(amount(row.correction.value_or(Bytes())));
        cells.push_back(amount(row.total));
        const QString fits = row.fits ? MemoryPlot::tr("yes") : MemoryPlot::tr("no");
        cells.push_back({fits, fits});
        table.rows.push_back(std::move(cells));
    }
    return table;
}

std::optional<double> MemoryPicture::height_of(const Estimate& estimate, double present_total) const
{
    if (!estimate.memory) return std::nullopt;
    return estimate.memory->total.as_double() / memory_axis_unit(axis_end(present_total)).size;
}

std::vector<std::int64_t> MemoryPicture::points() const
{
    std::vector<std::int64_t> batches;
    for (const MemoryRow& row : series_.rows) batches.push_back(row.micro_batch);
    return batches;
}

Readout MemoryPicture::readout(std::size_t point) const
{
    const MemoryRow& row = series_.rows[point];
    Readout readout;
    readout.heading = texts_.heading.arg(texts_.amount(row.micro_batch));
    for (auto band = series_.bands.rbegin(); band != series_.bands.rend(); ++band) {
        readout.lines.emplace_back(part_name(band->part, words_),
                                   words_.text(value_of(row.parts[static_cast<std::size_t>(band->part)])));
    }
    if (row.correction) {
        const QString sign = row.correction->value() < 0 ? QStringLiteral("−") : QStringLiteral("+");
        readout.lines.emplace_back(words_.quantity("memory.parts.measured_correction"),
                                   sign + words_.text(value_of(Bytes::of(std::abs(row.correction->value())))));
    }
    readout.lines.emplace_back(MemoryPlot::tr("Total"), words_.text(value_of(row.total)));
    if (!row.fits) readout.note = MemoryPlot::tr("does not fit");
    return readout;
}

} // namespace rigwright

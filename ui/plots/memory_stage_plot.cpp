// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory_stage_plot.h"

#include "ui/format/exact_number.h"
#include "ui/plots/axis_tickers.h"
#include "ui/plots/memory_drawing.h"

#include <algorithm>

namespace rigwright {

MemoryStagePlot::MemoryStagePlot(Document& document, const Words& words, QWidget* parent)
    : PointPlot(document, words, parent)
{}

QString MemoryStagePlot::plot_title() { return tr("Memory of the pipeline's stages"); }

QString MemoryStagePlot::tab_title() { return tr("Memory · stages", "short, for a tab"); }

const std::vector<StageMemory>& MemoryStagePlot::stages() const
{
    if (!taken_) taken_ = stage_memory(document().evaluation());
    return *taken_;
}

QString MemoryStagePlot::stage_name(const StageMemory& stage) const
{
    if (stage.stage.count == 1) return tr("all layers");
    if (stage.stage.is_first()) return tr("first stage");
    return stage.stage.is_last() ? tr("last stage") : tr("stages between");
}

std::vector<MemoryPart> MemoryStagePlot::parts_present() const
{
    return rigwright::parts_present(stages(),
                                    [](const StageMemory& stage, MemoryPart part) { return stage.memory.part(part); });
}

QString MemoryStagePlot::caption_text() const
{
    if (stages().empty()) return {};
    const auto by_total = [](const StageMemory& a, const StageMemory& b) { return a.memory.total < b.memory.total; };
    const auto [least, most] = std::minmax_element(stages().begin(), stages().end(), by_total);
    if (stages().size() == 1)
        return tr("Every GPU holds all layers: %1.").arg(words().text(value_of(most->memory.total)));
    return tr("Most is held by GPUs of: %1, %2. Least: %3, %4.")
        .arg(stage_name(*most), words().text(value_of(most->memory.total)), stage_name(*least),
             words().text(value_of(least->memory.total)));
}

void MemoryStagePlot::compose(PlotCanvas& canvas) const
{
    if (stages().empty()) return canvas.show_message(tr("There is no memory estimate for this plan."));
    constexpr double room_above = 1.12;
    constexpr double usable_in_sight = 1.6;
    double largest = 0.0;
    for (const StageMemory& stage : stages()) largest = std::max(largest, stage.memory.total.as_double());
    const double usable = stages().front().memory.usable.as_double();
    const double end = room_above * (usable <= usable_in_sight * largest ? std::max(largest, usable) : largest);
    const double unit = set_memory_axis(canvas, end, words());
    draw_axes(canvas, end / unit);
    if (!canvas.has_axes()) return;
    draw_bars(canvas, unit);
    draw_usable(canvas, unit);
    canvas.show_legend(true);
}

void MemoryStagePlot::draw_axes(PlotCanvas& canvas, double top) const
{
    canvas.xAxis->setScaleType(QCPAxis::stLinear);
    canvas.xAxis->setTicker(QSharedPointer<FormatTicker>::create(
        [count = stages().size()](double, double) {
            std::vector<double> ticks;
            for (std::size_t i = 0; i < count; ++i) ticks.push_back(static_cast<double>(i) + 1.0);
            return ticks;
        },
        [this](double tick, double) {
            const auto point = static_cast<std::size_t>(tick) - 1;
            return point < stages().size() ? stage_name(stages()[point]) : QString();
        }));
    canvas.xAxis->setLabel(tr("GPUs by the layers that they hold"));
    canvas.set_full_view(QCPRange(0.4, static_cast<double>(stages().size()) + 0.6), QCPRange(0.0, top));
}

void MemoryStagePlot::draw_bars(PlotCanvas& canvas, double unit) const
{
    constexpr double half_a_bar = 0.3;
    const std::vector<MemoryPart> present = parts_present();
    for (std::size_t i = 0; i < stages().size(); ++i) {
        const std::vector<double> keys{place_of(i) - half_a_bar, place_of(i) + half_a_bar};
        double top = stages()[i].memory.total.as_double() / unit;
        for (auto part = present.rbegin(); part != present.rend(); ++part) {
            const double bottom = std::max(0.0, top - stages()[i].memory.part(*part).as_double() / unit);
            auto* area = new HatchedArea(canvas.xAxis, canvas.yAxis);
            area->set_band(keys, {bottom, bottom}, {top, top});
            area->set_fill(fill_of(*part, canvas.theme()));
            area->setName(part_name(*part, words()));
            if (i > 0) area->removeFromLegend();
            top = bottom;
        }
    }
}

void MemoryStagePlot::draw_usable(PlotCanvas& canvas, double unit) const
{
    const Bytes usable = stages().front().memory.usable;
    const double height = usable.as_double() / unit;
    if (height <= 0.0 || height > canvas.yAxis->range().upper) return;
    draw_usable_line(canvas, 0.45, height, value_of(usable), words());
}

PlotTable MemoryStagePlot::table() const
{
    PlotTable table;
    const QString unit = QStringLiteral("bytes");
    const std::vector<MemoryPart> present = parts_present();
    table.columns = {{tr("Stage"), {}}, {tr("Layers"), {}}};
    for (const MemoryPart part : present) table.columns.push_back({part_name(part, words()), unit});
    table.columns.push_back({tr("Total"), unit});
    const auto amount = [this](Bytes value) {
        return PlotCell{words().text(value_of(value)), exact_number(value.value())};
    };
    for (const StageMemory& stage : stages()) {
        const QString layers = exact_number(stage.layers);
        std::vector<PlotCell> cells{{stage_name(stage), stage_name(stage)}, {layers, layers}};
        for (const MemoryPart part : present) cells.push_back(amount(stage.memory.part(part)));
        cells.push_back(amount(stage.memory.total));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

Readout MemoryStagePlot::readout(std::size_t point) const
{
    const StageMemory& stage = stages()[point];
    Readout readout;
    readout.heading = tr("%1 · layers: %2").arg(stage_name(stage), exact_number(stage.layers));
    const std::vector<MemoryPart> present = parts_present();
    for (auto part = present.rbegin(); part != present.rend(); ++part)
        readout.lines.emplace_back(part_name(*part, words()), words().text(value_of(stage.memory.part(*part))));
    readout.lines.emplace_back(tr("Total"), words().text(value_of(stage.memory.total)));
    if (!stage.memory.fits) readout.note = tr("does not fit");
    return readout;
}

} // namespace rigwright

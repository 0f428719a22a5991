// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/evaluation.h"
#include "core/estimate/memory/moments.h"
#include "ui/format/words.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/memory_picture.h"
#include "ui/plots/plot_list.h"
#include "ui/plots/point_plot.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Successive moments of a phase.
struct PhaseSpan {
    Phase phase = Phase::forward;
    double first = 0.0;
    double last = 0.0;
};

std::vector<PhaseSpan> spans_of(const std::vector<TimelineMoment>& moments)
{
    std::vector<PhaseSpan> spans;
    for (std::size_t i = 0; i < moments.size(); ++i) {
        const double place = static_cast<double>(i) + 1.0;
        if (spans.empty() || spans.back().phase != moments[i].phase) spans.push_back({moments[i].phase, place, place});
        spans.back().last = place;
    }
    return spans;
}

/// Upper end of the axis in bytes: includes the usable memory if it is near.
double end_of_axis(double total, double usable, double room_above)
{
    constexpr double usable_in_sight = 1.6;
    return room_above * (usable <= usable_in_sight * total ? std::max(total, usable) : total);
}

void draw_usable(PlotCanvas& canvas, double left, Bytes usable, double unit, const Localization& words)
{
    const double height = usable.as_double() / unit;
    if (height <= 0.0 || height > canvas.yAxis->range().upper) return;
    draw_usable_line(canvas, left, height, usable_text(value_of(usable), words));
}

} // namespace

/// GPU memory by part from a step's first operator to the optimizer's update, with the peak named.
class MemoryTimelinePlot : public PointPlot {
    Q_OBJECT

public:
    using PointPlot::PointPlot;

    static QString plot_title() { return tr("Memory timeline"); }

protected:
    QString caption_text() const override
    {
        if (moments_.empty()) return {};
        const MemoryEstimate& estimate = *memory();
        return tr("Peak: %1 (%2). Usable: %3.")
            .arg(words().text(value_of(estimate.total)), name_of(moments_[peak_]),
                 words().text(value_of(estimate.usable)));
    }

    void draw(PlotCanvas& canvas) const override
    {
        if (moments_.empty()) return canvas.show_message(tr("No memory estimate."));
        constexpr double room_above = 1.2;
        const double end = end_of_axis(memory()->total.as_double(), memory()->usable.as_double(), room_above);
        const double unit = set_memory_axis(canvas, end, words());
        draw_axes(canvas, end / unit);
        if (!canvas.has_axes()) return;
        draw_bands(canvas, unit);
        draw_phases(canvas);
        draw_usable(canvas, 1.0, memory()->usable, unit, words());
        draw_peak(canvas, unit);
        canvas.show_legend(true);
    }

    std::size_t point_count() const override { return moments_.size(); }

    PlotPoint point(std::size_t point) const override
    {
        using enum PlotFigure::Where;
        const TimelineMoment& moment = moments_[point];
        PlotPoint content{name_of(moment),
                          {text_figure(tr("Phase"), phase_name(moment.phase), table),
                           text_figure(tr("Layer"), QString::fromStdString(moment.layer), table)},
                          point == peak_ ? tr("Peak") : QString()};
        for (const MemoryPart part : present_)
            content.figures.push_back(bytes_figure(part_name(part, words()), moment.part(part), stack));
        content.figures.push_back(bytes_figure(tr("Outside tensors"), beside_tensors(), readout));
        content.figures.push_back(bytes_figure(tr("All tensors"), moment.allocated));
        return content;
    }

    void renew() override
    {
        moments_ = memory_timeline(document().evaluation());
        present_ =
            parts_present(moments_, [](const TimelineMoment& moment, MemoryPart part) { return moment.part(part); });
        peak_ = static_cast<std::size_t>(std::ranges::max_element(moments_, {}, &TimelineMoment::allocated) -
                                         moments_.begin());
    }

private:
    const MemoryEstimate* memory() const
    {
        const std::optional<Estimate>& estimate = document().evaluation().estimate;
        return estimate && estimate->memory ? &*estimate->memory : nullptr;
    }

    /// Memory other than tensors, constant over time.
    Bytes beside_tensors() const { return memory()->total - moments_[peak_].allocated; }

    QString phase_name(Phase phase) const { return words().text(std::string("phase.") + key_of(phase)); }

    QString name_of(const TimelineMoment& moment) const
    {
        if (moment.layer.empty()) return phase_name(moment.phase);
        return tr("%1, %2", "phase, layer").arg(phase_name(moment.phase), QString::fromStdString(moment.layer));
    }

    void draw_axes(PlotCanvas& canvas, double top) const
    {
        const std::vector<PhaseSpan> spans = spans_of(moments_);
        const bool bars = are_bars();
        // Names of short phases would overlap others; lines mark these phases.
        const double whole = spans.back().last - spans.front().first;
        QMap<double, QString> names;
        for (const PhaseSpan& span : spans)
            if (bars || span.last - span.first >= 0.12 * whole)
                names[(span.first + span.last) / 2.0] = phase_name(span.phase);
        set_axis(canvas.xAxis, name_ticker(names), tr("Operators in order of execution"));
        const double last = static_cast<double>(moments_.size());
        const double beside = bars ? 0.6 : 0.0;
        canvas.set_full_view(QCPRange(1.0 - beside, std::max(last, 1.0) + beside), QCPRange(0.0, top));
    }

    /// Few moments, as from a layer plan, are bars.
    bool are_bars() const { return moments_.size() <= 8; }

    void draw_bands(PlotCanvas& canvas, double unit) const
    {
        if (are_bars()) {
            for (std::size_t i = 0; i < moments_.size(); ++i) draw_band(canvas, unit, i, i + 1);
        } else {
            draw_band(canvas, unit, 0, moments_.size());
        }
    }

    /// Draws the moments [first, last) at once.
    void draw_band(PlotCanvas& canvas, double unit, std::size_t first, std::size_t last) const
    {
        constexpr double half_a_bar = 0.3;
        std::vector<double> keys;
        std::vector<std::size_t> points;
        for (std::size_t i = first; i < last; ++i) {
            if (!are_bars()) keys.push_back(place_of(i));
            if (are_bars()) keys.insert(keys.end(), {place_of(i) - half_a_bar, place_of(i) + half_a_bar});
            points.insert(points.end(), are_bars() ? 2 : 1, i);
        }
        std::vector<StackedArea> areas;
        for (const MemoryPart part : present_) {
            StackedArea& area = areas.emplace_back(fill_of(part, canvas.theme()),
                                                   names_parts(canvas) ? part_name(part, words()) : QString());
            for (const std::size_t i : points) area.heights.push_back(moments_[i].part(part).as_double() / unit);
        }
        areas.push_back({fill_of(MemoryPart::framework_overhead, canvas.theme()), tr("Outside tensors"),
                         std::vector<double>(points.size(), beside_tensors().as_double() / unit)});
        // Once in the legend.
        if (first > 0)
            for (StackedArea& area : areas) area.name.clear();
        canvas.add_stack(keys, areas);
    }

    void draw_phases(PlotCanvas& canvas) const
    {
        const std::vector<PhaseSpan> spans = spans_of(moments_);
        for (std::size_t i = 1; i < spans.size(); ++i)
            canvas.add_rule(Qt::Vertical, spans[i].first - 0.5, QPen(canvas.theme().muted, 1.0, Qt::DotLine));
    }

    void draw_peak(PlotCanvas& canvas, double unit) const
    {
        const TimelineMoment& moment = moments_[peak_];
        canvas.add_named_mark({place_of(peak_), memory()->total.as_double() / unit},
                              tr("Peak: %1\n%2").arg(words().text(value_of(memory()->total)), name_of(moment)));
    }

    std::vector<TimelineMoment> moments_;
    std::vector<MemoryPart> present_;
    /// Index of the estimate's peak.
    std::size_t peak_ = 0;
};

/// Memory of GPUs in the first, middle and last pipeline stage, side by side.
class MemoryStagePlot : public PointPlot {
    Q_OBJECT

public:
    using PointPlot::PointPlot;

    static QString plot_title() { return tr("Memory per pipeline stage"); }

protected:
    QString caption_text() const override
    {
        if (stages_.empty()) return {};
        const auto by_total = [](const StageMemory& a, const StageMemory& b) {
            return a.memory.total < b.memory.total;
        };
        const auto [least, most] = std::minmax_element(stages_.begin(), stages_.end(), by_total);
        if (stages_.size() == 1)
            return tr("Every GPU stores all layers: %1.").arg(words().text(value_of(most->memory.total)));
        return tr("Most memory: %1, %2. Least: %3, %4.")
            .arg(stage_name(*most), words().text(value_of(most->memory.total)), stage_name(*least),
                 words().text(value_of(least->memory.total)));
    }

    void draw(PlotCanvas& canvas) const override
    {
        if (stages_.empty()) return canvas.show_message(tr("No memory estimate."));
        constexpr double room_above = 1.12;
        double largest = 0.0;
        for (const StageMemory& stage : stages_) largest = std::max(largest, stage.memory.total.as_double());
        const double end = end_of_axis(largest, stages_.front().memory.usable.as_double(), room_above);
        const double unit = set_memory_axis(canvas, end, words());
        draw_axes(canvas, end / unit);
        if (!canvas.has_axes()) return;
        draw_bars(canvas, unit);
        draw_usable(canvas, 0.45, stages_.front().memory.usable, unit, words());
        canvas.show_legend(true);
    }

    std::size_t point_count() const override { return stages_.size(); }

    PlotPoint point(std::size_t point) const override
    {
        using enum PlotFigure::Where;
        const StageMemory& stage = stages_[point];
        const QString layers = exact_number(stage.layers);
        PlotPoint content{
            tr("%1 · layers: %2").arg(stage_name(stage), layers),
            {text_figure(tr("Stage"), stage_name(stage), table), text_figure(tr("Layers"), layers, table)},
            stage.memory.fits ? QString() : tr("Does not fit")};
        for (const MemoryPart part : parts_present())
            content.figures.push_back(bytes_figure(part_name(part, words()), stage.memory.part(part), stack));
        content.figures.push_back(bytes_figure(tr("Total"), stage.memory.total));
        return content;
    }

    void renew() override { stages_ = stage_memory(document().evaluation()); }

private:
    QString stage_name(const StageMemory& stage) const
    {
        if (stage.stage.count == 1) return tr("All layers");
        if (stage.stage.is_first()) return tr("First stage");
        return stage.stage.is_last() ? tr("Last stage") : tr("Middle stages");
    }

    std::vector<MemoryPart> parts_present() const
    {
        return rigwright::parts_present(
            stages_, [](const StageMemory& stage, MemoryPart part) { return stage.memory.part(part); });
    }

    void draw_axes(PlotCanvas& canvas, double top) const
    {
        QMap<double, QString> names;
        for (std::size_t i = 0; i < stages_.size(); ++i) names[place_of(i)] = stage_name(stages_[i]);
        set_axis(canvas.xAxis, name_ticker(names), tr("GPUs by their layers"));
        canvas.set_full_view(QCPRange(0.4, static_cast<double>(stages_.size()) + 0.6), QCPRange(0.0, top));
    }

    void draw_bars(PlotCanvas& canvas, double unit) const
    {
        constexpr double half_a_bar = 0.3;
        const std::vector<MemoryPart> present = parts_present();
        for (std::size_t i = 0; i < stages_.size(); ++i) {
            double top = stages_[i].memory.total.as_double() / unit;
            for (auto part = present.rbegin(); part != present.rend(); ++part) {
                const double bottom = std::max(0.0, top - stages_[i].memory.part(*part).as_double() / unit);
                canvas.add_box({place_of(i) - half_a_bar, place_of(i) + half_a_bar}, {bottom, top},
                               fill_of(*part, canvas.theme()),
                               i == 0 && names_parts(canvas) ? part_name(*part, words()) : QString());
                top = bottom;
            }
        }
    }

    std::vector<StageMemory> stages_;
};

PlotEntry memory_timeline_plot() { return plot_entry<MemoryTimelinePlot>("memory_timeline"); }

PlotEntry memory_stage_plot() { return plot_entry<MemoryStagePlot>("memory_stages"); }

} // namespace rigwright

#include "memory_timeline_plot.moc"

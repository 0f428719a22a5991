// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/step_parts_plot.h"

#include "core/estimate/time/step_schedule.h"
#include "ui/plots/plot_list.h"
#include "ui/plots/point_plot.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace rigwright {

namespace {

/// A bar and the names of its pieces to its right.
constexpr double bar_begins = -0.4;
constexpr double bar_ends = -0.2;
constexpr double end_of_names = 0.5;

/// Short names as in the other bars; the calculation has long ones. All but recomputation can be bottlenecks.
std::optional<Bottleneck> cause_of(Gap gap)
{
    switch (gap) {
    case Gap::matrix: return Bottleneck::matrix;
    case Gap::memory_traffic: return Bottleneck::memory_bandwidth;
    case Gap::launch: return Bottleneck::launch;
    case Gap::recompute: return std::nullopt;
    case Gap::host: return Bottleneck::host;
    case Gap::optimizer: return Bottleneck::optimizer;
    case Gap::communication: return Bottleneck::communication;
    case Gap::pipeline: return Bottleneck::pipeline;
    case Gap::data_loading: return Bottleneck::data_loading;
    }
    return std::nullopt;
}

HatchedFill fill_of_bound(const Theme& theme)
{
    return {theme.good, Hatch::horizontal, with_alpha(theme.base, 110), theme.good};
}

constexpr double half_a_line = 0.36;

HatchedFill with_hatch(HatchedFill fill, Hatch hatch)
{
    fill.hatch = hatch;
    return fill;
}

/// Looks as in other step plots; each kind has its own pattern.
HatchedFill fill_of_kind(ScheduleKind kind, const Theme& theme)
{
    switch (kind) {
    case ScheduleKind::loading: return fill_of(TimePart::exposed_data_loading, theme);
    case ScheduleKind::forward: return fill_of(TimePart::forward, theme);
    case ScheduleKind::recompute: return fill_of(TimePart::recompute, theme);
    case ScheduleKind::backward: return fill_of(TimePart::backward, theme);
    case ScheduleKind::gradient_exchange: return fill_of(TimePart::exposed_communication, theme);
    case ScheduleKind::layer_exchange: return with_hatch(fill_of(TimePart::exposed_communication, theme), Hatch::grid);
    case ScheduleKind::send: return with_hatch(fill_of(TimePart::exposed_communication, theme), Hatch::dashed);
    case ScheduleKind::offload: return with_hatch(fill_of(TimePart::exposed_communication, theme), Hatch::bricks);
    case ScheduleKind::optimizer: return fill_of(TimePart::optimizer, theme);
    case ScheduleKind::waiting: return fill_of(TimePart::pipeline_bubble, theme);
    case ScheduleKind::left_out: return {theme.base, Hatch::none, {}, theme.border};
    }
    return {};
}

Hatch hatch_of(TimePart part)
{
    switch (part) {
    case TimePart::forward: return Hatch::vertical;
    case TimePart::backward: return Hatch::none;
    case TimePart::recompute: return Hatch::backward;
    case TimePart::optimizer: return Hatch::dotted;
    case TimePart::exposed_communication: return Hatch::crossed;
    case TimePart::pipeline_bubble: return Hatch::horizontal;
    case TimePart::exposed_data_loading: return Hatch::none;
    case TimePart::host_overhead: return Hatch::forward;
    }
    return Hatch::none;
}

/// Seconds per unit, and its symbol.
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
    if (end < 1.0) return {milli, QT_TRANSLATE_NOOP("rigwright::StepPartsPlot", "ms")};
    if (end < enough * minute) return {1.0, QT_TRANSLATE_NOOP("rigwright::StepPartsPlot", "s")};
    if (end < enough * hour) return {minute, QT_TRANSLATE_NOOP("rigwright::StepPartsPlot", "min")};
    return {hour, QT_TRANSLATE_NOOP("rigwright::StepPartsPlot", "h")};
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

QString part_name(TimePart part, const Localization& words)
{
    return words.quantity(std::string("time.parts.") + key_of(part));
}

QString cause_name(Bottleneck cause, const Localization& words)
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
    set_axis(&axis, decimal_ticker(most_ticks),
             label.arg(QCoreApplication::translate("rigwright::StepPartsPlot", unit.sign)));
    return unit.size;
}

PlotCell time_cell(double amount, const Localization& words)
{
    return {words.text(seconds_value(amount)), exact_number(amount)};
}

/// The parts of a step in three bars: by phase, by bottleneck, and from the bound of the matrix units upwards.
class StepPartsPlot : public PointPlot {
    Q_OBJECT

public:
    using PointPlot::PointPlot;

    static QString plot_title() { return tr("Step breakdown"); }

    struct Piece {
        QString name;
        double seconds = 0.0;
        HatchedFill fill;
    };
    struct Bar {
        QString name;
        /// From the bottom up; without parts that take no time.
        std::vector<Piece> pieces;
    };

    /// In the theme's colors.
    std::vector<Bar> bars(const Theme& theme) const
    {
        if (terms() == nullptr) return {};
        return {by_part(theme), by_cause(theme), from_bound(theme)};
    }

protected:
    QString caption_text() const override
    {
        if (terms() == nullptr) return {};
        const auto causes = step_causes(*terms());
        QString binds = tr("Bottleneck of the %1 step: %2, %3.")
                            .arg(words().text(value_of(terms()->step)), cause_name(causes[0].cause, words()),
                                 share_text(causes[0].time.base()));
        if (!(causes[1].time > Seconds())) return binds;
        return sentences(
            {binds, tr("Next: %1, %2.").arg(cause_name(causes[1].cause, words()), share_text(causes[1].time.base()))});
    }

    void draw(PlotCanvas& canvas) const override
    {
        const std::vector<Bar> all = bars(canvas.theme());
        if (all.empty())
            return canvas.show_message(tr("No time estimate. The missing inputs are listed under Findings."));
        constexpr double room_above = 1.04;
        const double end = terms()->step.base() * room_above;
        const double unit = set_time_axis(*canvas.yAxis, end, tr("Step time (%1)", "unit"));
        QMap<double, QString> names;
        for (std::size_t i = 0; i < all.size(); ++i) names[place_of(i) + (bar_begins + bar_ends) / 2.0] = all[i].name;
        set_axis(canvas.xAxis, name_ticker(names), {});
        canvas.set_full_view(QCPRange(0.5, 3.5), QCPRange(0.0, end / unit));
        if (!canvas.has_axes()) return;
        for (std::size_t i = 0; i < all.size(); ++i) draw_bar(canvas, all[i], place_of(i), unit);
    }

    /// One row per piece, not per bar.
    PlotTable table() const override
    {
        PlotTable table;
        table.columns = {{tr("View"), {}},
                         {tr("Part"), {}},
                         {tr("Time"), QStringLiteral("s")},
                         {tr("Share"), QStringLiteral("share")}};
        for (const Bar& bar : bars(canvas().theme())) {
            for (const Piece& piece : bar.pieces) {
                table.rows.push_back({{bar.name, bar.name},
                                      {piece.name, piece.name},
                                      time_cell(piece.seconds, words()),
                                      {share_text(piece.seconds), exact_number(piece.seconds / terms()->step.base())}});
            }
        }
        return table;
    }

    std::size_t point_count() const override { return terms() == nullptr ? 0 : 3; }

    PlotPoint point(std::size_t point) const override
    {
        const Bar bar = bars(canvas().theme())[point];
        PlotPoint content{bar.name, {}, {}};
        for (const Piece& piece : bar.pieces)
            content.figures.push_back(
                text_figure(piece.name,
                            tr("%1 · %2", "name and share")
                                .arg(words().text(seconds_value(piece.seconds)), share_text(piece.seconds)),
                            PlotFigure::Where::stack));
        content.figures.push_back(time_figure(words().quantity("time.step_seconds"), terms()->step.base()));
        return content;
    }

    void renew() override {}

private:
    const TimeTerms* terms() const
    {
        const Evaluation& evaluation = document().evaluation();
        return evaluation.time && evaluation.time->step > Seconds() ? &*evaluation.time : nullptr;
    }

    Bar by_part(const Theme& theme) const
    {
        Bar bar{tr("By phase"), {}};
        for (const TimePart part : time_stacking_order()) {
            const double seconds = terms()->parts[static_cast<std::size_t>(part)].base();
            if (seconds > 0.0) bar.pieces.push_back({part_name(part, words()), seconds, fill_of(part, theme)});
        }
        return bar;
    }

    Bar by_cause(const Theme& theme) const
    {
        Bar bar{tr("By bottleneck"), {}};
        for (const StepCause& cause : step_causes(*terms())) {
            if (cause.time > Seconds())
                bar.pieces.push_back(
                    {cause_name(cause.cause, words()), cause.time.base(), fill_of(cause.cause, theme)});
        }
        // The bottleneck has the plot's only accent color.
        if (!bar.pieces.empty())
            bar.pieces.front().fill = filled(theme.accent_fill, bar.pieces.front().fill.hatch, theme);
        return bar;
    }

    Bar from_bound(const Theme& theme) const
    {
        const Evaluation& e = document().evaluation();
        const PeakGap gap = peak_gap(*e.network, *e.analysis, *e.time, e.scenario);
        Bar bar{tr("From peak FLOPS"), {}};
        bar.pieces.push_back({tr("At peak"), gap.bound.base(), fill_of_bound(theme)});
        for (std::size_t i = 0; i < gap_count; ++i) {
            // Negative terms cannot be drawn; table and calculation list them.
            if (gap.terms[i] == Seconds()) continue;
            const std::optional<Bottleneck> cause = cause_of(static_cast<Gap>(i));
            bar.pieces.push_back({cause ? cause_name(*cause, words()) : part_name(TimePart::recompute, words()),
                                  gap.terms[i].base(),
                                  cause ? fill_of(*cause, theme) : fill_of(TimePart::recompute, theme)});
        }
        return bar;
    }

    QString share_text(double seconds) const
    {
        const double share = seconds / terms()->step.base();
        return words().text(Value{std::round(share * 1000.0) / 1000.0, Unit::share});
    }

    void draw_bar(PlotCanvas& canvas, const Bar& bar, double place, double unit) const
    {
        constexpr int outside_the_axes = 110;
        constexpr int between_names = 2;
        const QFontMetrics metrics(canvas.font());
        const QSize axes = canvas.viewport().size() - QSize(outside_the_axes, outside_the_axes);
        const double room = (end_of_names - bar_ends) * axes.width() / canvas.xAxis->range().size();
        const double pixel = canvas.yAxis->range().size() / std::max(1, axes.height());
        std::vector<double> middles;
        std::vector<double> heights;
        QStringList names;
        double bottom = 0.0;
        for (const Piece& piece : bar.pieces) {
            if (!(piece.seconds > 0.0)) continue;
            const double top = bottom + piece.seconds / unit;
            canvas.add_box({place + bar_begins, place + bar_ends}, {bottom, top}, piece.fill);
            const double middle = (bottom + top) / 2.0;
            bottom = top;
            // Shares rounded to zero are in the table.
            constexpr double least_named_share = 5e-4;
            if (piece.seconds < least_named_share * terms()->step.base()) continue;
            const QString name = without_remark(piece.name);
            const QString line = tr("%1 · %2", "name and share").arg(name, share_text(piece.seconds));
            const bool in_a_line = metrics.horizontalAdvance(line) <= room;
            names << (in_a_line ? line : name + QLatin1Char('\n') + share_text(piece.seconds));
            heights.push_back(((in_a_line ? 1 : 2) * metrics.lineSpacing() + between_names) * pixel);
            middles.push_back(middle);
        }
        // Separates names: up from the axis, then down from the top.
        double lower = 0.0;
        for (std::size_t i = 0; i < middles.size(); ++i) {
            middles[i] = std::max(middles[i], lower + heights[i] / 2.0);
            lower = middles[i] + heights[i] / 2.0;
        }
        double upper = canvas.yAxis->range().upper;
        for (std::size_t i = middles.size(); i-- > 0;) {
            middles[i] = std::min(middles[i], upper - heights[i] / 2.0);
            upper = middles[i] - heights[i] / 2.0;
            QCPItemText* label = canvas.add_label(names[static_cast<qsizetype>(i)], {place + bar_ends, middles[i]},
                                                  Qt::AlignLeft | Qt::AlignVCenter, canvas.theme().text);
            label->setTextAlignment(Qt::AlignLeft);
        }
    }
};

/// One step over time: computation, communication and waiting of each pipeline stage, micro-batch by micro-batch.
class StepSchedulePlot : public PointPlot {
    Q_OBJECT

public:
    using PointPlot::PointPlot;

    static QString plot_title() { return tr("Step timeline"); }

protected:
    QString caption_text() const override
    {
        const StepSchedule& chart = schedule_;
        if (chart.rows.empty()) return {};
        double waits = 0.0;
        for (const ScheduleRow& row : chart.rows)
            if (row.kind == ScheduleKind::waiting) waits = std::max(waits, (row.end - row.start).base());
        QStringList lines{tr("Step time: %1.").arg(words().text(value_of(chart.end)))};
        if (waits > 0.0) lines << tr("Longest wait: %1.").arg(words().text(seconds_value(waits)));
        if (chart.left_out_micro_batches > 0)
            lines << tr("Identical micro-batches in the middle not shown: %1.")
                         .arg(words().text(value_of(Count(chart.left_out_micro_batches))));
        return sentences(lines);
    }

    void draw(PlotCanvas& canvas) const override
    {
        if (schedule_.rows.empty())
            return canvas.show_message(tr("No time estimate. The missing inputs are listed under Findings."));
        QMap<double, QString> names;
        for (std::size_t line = 0; line < line_count(); ++line) names[height_of_line(line)] = line_name(line);
        const double end = schedule_.end.base() / unit();
        set_axis(canvas.yAxis, name_ticker(names), {});
        set_time_axis(*canvas.xAxis, schedule_.end.base(), tr("Time since the start of the step (%1)", "unit"));
        canvas.zoom_along(Qt::Horizontal);
        canvas.set_full_view(QCPRange(0.0, end), QCPRange(0.5 - static_cast<double>(names.size()), 0.5));
        if (!canvas.has_axes()) return;
        draw_rows(canvas);
        canvas.show_legend(true);
    }

    std::size_t point_count() const override { return schedule_.rows.size(); }

    double place_of(std::size_t point) const override
    {
        const ScheduleRow& row = schedule_.rows[point];
        return (row.start.base() + row.end.base()) / 2.0 / unit();
    }

    std::optional<double> height_of(std::size_t point) const override
    {
        return height_of_line(line_of(schedule_.rows[point]));
    }

    PlotPoint point(std::size_t point) const override
    {
        using enum PlotFigure::Where;
        const ScheduleRow& row = schedule_.rows[point];
        const bool all = row.micro_batch < 0;
        return {
            kind_name(row.kind),
            {text_figure(tr("Line"), line_name(line_of(row))), text_figure(tr("Work"), kind_name(row.kind), table),
             text_figure(tr("Micro-batch"), all ? QString() : QString::number(row.micro_batch + 1), all ? table : both),
             time_figure(tr("Duration"), (row.end - row.start).base(), readout),
             time_figure(tr("Start"), row.start.base()), time_figure(tr("End"), row.end.base())},
            {}};
    }

    void renew() override { schedule_ = step_schedule(document().evaluation()); }

private:
    /// Compute and message lines from the top down; the latter only if there are messages.
    std::size_t line_count() const
    {
        return static_cast<std::size_t>(std::max<std::int64_t>(schedule_.stages, 1)) * (has_messages() ? 2 : 1);
    }

    QString line_name(std::size_t line) const
    {
        const bool one = schedule_.stages <= 1;
        const std::size_t stage = has_messages() ? line / 2 : line;
        if (has_messages() && line % 2 == 1)
            return one ? tr("Communication") : tr("Communication of %1", "a stage").arg(stage + 1);
        return one ? tr("Compute") : tr("Stage %1").arg(stage + 1);
    }

    bool has_messages() const
    {
        return std::ranges::any_of(schedule_.rows,
                                   [](const ScheduleRow& row) { return row.lane == ScheduleLane::communication; });
    }

    std::size_t line_of(const ScheduleRow& row) const
    {
        const auto stage = static_cast<std::size_t>(row.stage);
        if (!has_messages()) return stage;
        return stage * 2 + (row.lane == ScheduleLane::communication ? 1 : 0);
    }

    double height_of_line(std::size_t line) const { return -static_cast<double>(line); }

    QString kind_name(ScheduleKind kind) const { return words().text(std::string("schedule.") + key_of(kind)); }

    double unit() const { return linear_time_unit(schedule_.end.base()); }

    void draw_rows(PlotCanvas& canvas) const
    {
        std::set<ScheduleKind> named;
        const auto gap = std::ranges::find(schedule_.rows, ScheduleKind::left_out, &ScheduleRow::kind);
        if (gap != schedule_.rows.end()) {
            const double middle = (gap->start + gap->end).base() / 2.0 / unit();
            const auto lines = static_cast<double>(line_count());
            canvas.add_label(tr("%1 identical micro-batches").arg(schedule_.left_out_micro_batches),
                             {middle, (1.0 - lines) / 2.0}, Qt::AlignCenter, canvas.theme().muted);
        }
        for (const ScheduleRow& row : schedule_.rows) {
            const double height = height_of_line(line_of(row));
            HatchedArea* area = canvas.add_box({row.start.base() / unit(), row.end.base() / unit()},
                                               {height - half_a_line, height + half_a_line},
                                               fill_of_kind(row.kind, canvas.theme()), kind_name(row.kind));
            if (!named.insert(row.kind).second) area->removeFromLegend();
        }
    }

    StepSchedule schedule_;
};

PlotEntry step_parts_plot() { return plot_entry<StepPartsPlot>("step_parts"); }

PlotEntry step_schedule_plot() { return plot_entry<StepSchedulePlot>("step_schedule"); }

} // namespace rigwright

#include "step_parts_plot.moc"

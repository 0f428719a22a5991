// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/step_schedule_plot.h"

#include "ui/plots/axis_tickers.h"
#include "ui/plots/time_drawing.h"

#include <algorithm>
#include <set>

namespace rigwright {

namespace {

constexpr double half_a_line = 0.36;

HatchedFill with_hatch(HatchedFill fill, Hatch hatch)
{
    fill.hatch = hatch;
    return fill;
}

/// What looks the same in the other pictures of a step looks the same here; each kind has a pattern of its own.
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

} // namespace

StepSchedulePlot::StepSchedulePlot(Document& document, const Words& words, QWidget* parent)
    : PointPlot(document, words, parent)
{}

QString StepSchedulePlot::plot_title() { return tr("One step over time"); }

QString StepSchedulePlot::tab_title() { return tr("Schedule", "short, for a tab"); }

const StepSchedule& StepSchedulePlot::schedule() const
{
    if (!taken_) taken_ = step_schedule(document().evaluation());
    return *taken_;
}

bool StepSchedulePlot::has_messages() const
{
    return std::ranges::any_of(schedule().rows,
                               [](const ScheduleRow& row) { return row.lane == ScheduleLane::communication; });
}

std::vector<QString> StepSchedulePlot::line_names() const
{
    std::vector<QString> names;
    const bool one = schedule().stages <= 1;
    for (std::int64_t stage = 0; stage < std::max<std::int64_t>(schedule().stages, 1); ++stage) {
        names.push_back(one ? tr("computes") : tr("stage %1").arg(stage + 1));
        if (has_messages()) names.push_back(one ? tr("messages") : tr("messages of %1", "a stage").arg(stage + 1));
    }
    return names;
}

std::size_t StepSchedulePlot::line_of(const ScheduleRow& row) const
{
    const auto stage = static_cast<std::size_t>(row.stage);
    if (!has_messages()) return stage;
    return stage * 2 + (row.lane == ScheduleLane::communication ? 1 : 0);
}

double StepSchedulePlot::height_of_line(std::size_t line) const { return -static_cast<double>(line); }

QString StepSchedulePlot::kind_name(ScheduleKind kind) const
{
    return words().text(std::string("schedule.") + key_of(kind));
}

double StepSchedulePlot::unit() const { return linear_time_unit(schedule().end.base()); }

double StepSchedulePlot::place_of(std::size_t point) const
{
    const ScheduleRow& row = schedule().rows[point];
    return (row.start.base() + row.end.base()) / 2.0 / unit();
}

std::optional<double> StepSchedulePlot::height_of(std::size_t point) const
{
    return height_of_line(line_of(schedule().rows[point]));
}

QString StepSchedulePlot::caption_text() const
{
    const StepSchedule& chart = schedule();
    if (chart.rows.empty()) return {};
    double waits = 0.0;
    for (const ScheduleRow& row : chart.rows)
        if (row.kind == ScheduleKind::waiting) waits = std::max(waits, (row.end - row.start).base());
    QString text = tr("A step takes %1.").arg(words().text(value_of(chart.end)));
    if (waits > 0.0)
        text = tr("%1 %2", "two sentences")
                   .arg(text, tr("The longest wait is %1.").arg(words().text(seconds_value(waits))));
    if (chart.left_out_micro_batches > 0)
        text = tr("%1 %2", "two sentences")
                   .arg(text, tr("Micro-batches in the middle that repeat the others are left out: %1.")
                                  .arg(words().text(value_of(Count(chart.left_out_micro_batches)))));
    return text;
}

void StepSchedulePlot::compose(PlotCanvas& canvas) const
{
    if (schedule().rows.empty())
        return canvas.show_message(tr("There is no time estimate for this plan. The findings say what is missing."));
    const std::vector<QString> names = line_names();
    const double end = schedule().end.base() / unit();
    canvas.xAxis->setScaleType(QCPAxis::stLinear);
    canvas.yAxis->setScaleType(QCPAxis::stLinear);
    canvas.yAxis->setTicker(QSharedPointer<FormatTicker>::create(
        [names](double, double) {
            std::vector<double> ticks;
            for (std::size_t i = names.size(); i-- > 0;) ticks.push_back(-static_cast<double>(i));
            return ticks;
        },
        [names](double tick, double) {
            const auto line = static_cast<std::size_t>(std::max(0.0, -tick));
            return line < names.size() ? names[line] : QString();
        }));
    canvas.yAxis->setLabel(QString());
    set_time_axis(*canvas.xAxis, schedule().end.base(), tr("Time since the start of the step (%1)", "unit"));
    canvas.zoom_along(Qt::Horizontal);
    canvas.set_full_view(QCPRange(0.0, end), QCPRange(0.5 - static_cast<double>(names.size()), 0.5));
    if (!canvas.has_axes()) return;
    draw_rows(canvas);
    canvas.show_legend(true);
}

void StepSchedulePlot::draw_rows(PlotCanvas& canvas) const
{
    std::set<ScheduleKind> named;
    const auto gap = std::ranges::find(schedule().rows, ScheduleKind::left_out, &ScheduleRow::kind);
    if (gap != schedule().rows.end()) {
        const double middle = (gap->start + gap->end).base() / 2.0 / unit();
        const auto lines = static_cast<double>(line_names().size());
        canvas.add_label(tr("%1 micro-batches like these").arg(schedule().left_out_micro_batches),
                         {middle, (1.0 - lines) / 2.0}, Qt::AlignCenter, canvas.theme().muted);
    }
    for (const ScheduleRow& row : schedule().rows) {
        const double height = height_of_line(line_of(row));
        auto* area = new HatchedArea(canvas.xAxis, canvas.yAxis);
        area->set_band({row.start.base() / unit(), row.end.base() / unit()},
                       {height - half_a_line, height - half_a_line}, {height + half_a_line, height + half_a_line});
        area->set_fill(fill_of_kind(row.kind, canvas.theme()));
        area->setName(kind_name(row.kind));
        if (!named.insert(row.kind).second) area->removeFromLegend();
    }
}

PlotTable StepSchedulePlot::table() const
{
    PlotTable table;
    table.columns = {{tr("Line"), {}},
                     {tr("Work"), {}},
                     {tr("Micro-batch"), {}},
                     {tr("Start"), QStringLiteral("s")},
                     {tr("End"), QStringLiteral("s")}};
    const std::vector<QString> names = line_names();
    for (const ScheduleRow& row : schedule().rows) {
        const QString& line = names[line_of(row)];
        const QString kind = kind_name(row.kind);
        const QString batch = row.micro_batch < 0 ? QString() : QString::number(row.micro_batch + 1);
        table.rows.push_back({{line, line},
                              {kind, kind},
                              {batch, batch},
                              time_cell(row.start.base(), words()),
                              time_cell(row.end.base(), words())});
    }
    return table;
}

Readout StepSchedulePlot::readout(std::size_t point) const
{
    const ScheduleRow& row = schedule().rows[point];
    Readout readout;
    readout.heading = kind_name(row.kind);
    readout.lines.emplace_back(tr("Line"), line_names()[line_of(row)]);
    if (row.micro_batch >= 0) readout.lines.emplace_back(tr("Micro-batch"), QString::number(row.micro_batch + 1));
    readout.lines.emplace_back(tr("Takes"), words().text(value_of(row.end - row.start)));
    readout.lines.emplace_back(tr("Start"), words().text(value_of(row.start)));
    readout.lines.emplace_back(tr("End"), words().text(value_of(row.end)));
    return readout;
}

} // namespace rigwright

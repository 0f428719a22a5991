// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/step_parts_plot.h"

#include "ui/format/exact_number.h"
#include "ui/plots/axis_tickers.h"
#include "ui/plots/time_drawing.h"

#include <cmath>

namespace rigwright {

namespace {

constexpr double half_a_bar = 0.3;

HatchedFill fill_of_gap(Gap gap, const Theme& theme)
{
    switch (gap) {
    case Gap::matrix: return fill_of(Bottleneck::matrix, theme);
    case Gap::memory_traffic: return fill_of(Bottleneck::memory_bandwidth, theme);
    case Gap::launch: return fill_of(Bottleneck::launch, theme);
    case Gap::recompute: return fill_of(TimePart::recompute, theme);
    case Gap::host: return fill_of(TimePart::host_overhead, theme);
    case Gap::optimizer: return fill_of(TimePart::optimizer, theme);
    case Gap::communication: return fill_of(TimePart::exposed_communication, theme);
    case Gap::pipeline: return fill_of(TimePart::pipeline_bubble, theme);
    case Gap::data_loading: return fill_of(TimePart::exposed_data_loading, theme);
    }
    return {};
}

/// As short as the names of the other bars; the working has the long ones.
QString gap_name(Gap gap, const Words& words)
{
    switch (gap) {
    case Gap::matrix: return cause_name(Bottleneck::matrix, words);
    case Gap::memory_traffic: return cause_name(Bottleneck::memory_bandwidth, words);
    case Gap::launch: return cause_name(Bottleneck::launch, words);
    case Gap::recompute: return part_name(TimePart::recompute, words);
    case Gap::host: return cause_name(Bottleneck::host, words);
    case Gap::optimizer: return cause_name(Bottleneck::optimizer, words);
    case Gap::communication: return cause_name(Bottleneck::communication, words);
    case Gap::pipeline: return cause_name(Bottleneck::pipeline, words);
    case Gap::data_loading: return cause_name(Bottleneck::data_loading, words);
    }
    return {};
}

HatchedFill fill_of_bound(const Theme& theme)
{
    QColor lines = theme.base;
    lines.setAlpha(110);
    return {theme.good, Hatch::horizontal, lines, theme.good};
}

} // namespace

StepPartsPlot::StepPartsPlot(Document& document, const Words& words, QWidget* parent)
    : PointPlot(document, words, parent)
{}

QString StepPartsPlot::plot_title() { return tr("What a step is made of"); }

QString StepPartsPlot::tab_title() { return tr("Step", "short, for a tab"); }

const TimeTerms* StepPartsPlot::terms() const
{
    const Evaluation& evaluation = document().evaluation();
    return evaluation.time && evaluation.time->step > Seconds() ? &*evaluation.time : nullptr;
}

StepPartsPlot::Bar StepPartsPlot::by_part(const Theme& theme) const
{
    Bar bar{tr("what runs"), {}};
    for (const TimePart part : time_stacking_order()) {
        const double seconds = terms()->parts[static_cast<std::size_t>(part)].base();
        if (seconds > 0.0) bar.pieces.push_back({part_name(part, words()), seconds, fill_of(part, theme)});
    }
    return bar;
}

StepPartsPlot::Bar StepPartsPlot::by_cause(const Theme& theme) const
{
    Bar bar{tr("what limits"), {}};
    for (const StepCause& cause : step_causes(*terms())) {
        if (cause.time > Seconds())
            bar.pieces.push_back({cause_name(cause.cause, words()), cause.time.base(), fill_of(cause.cause, theme)});
    }
    return bar;
}

StepPartsPlot::Bar StepPartsPlot::from_bound(const Theme& theme) const
{
    const Evaluation& e = document().evaluation();
    const PeakGap gap = peak_gap(*e.network, *e.analysis, *e.time, e.scenario);
    Bar bar{tr("from the peak up"), {}};
    bar.pieces.push_back({tr("at the peak"), gap.bound.base(), fill_of_bound(theme)});
    for (std::size_t i = 0; i < gap_count; ++i) {
        const auto which = static_cast<Gap>(i);
        // A term below zero takes nothing away that could be drawn; table and working have it.
        if (gap.terms[i] != Seconds())
            bar.pieces.push_back({gap_name(which, words()), gap.terms[i].base(), fill_of_gap(which, theme)});
    }
    return bar;
}

std::vector<StepPartsPlot::Bar> StepPartsPlot::bars(const Theme& theme) const
{
    if (terms() == nullptr) return {};
    return {by_part(theme), by_cause(theme), from_bound(theme)};
}

std::size_t StepPartsPlot::point_count() const { return terms() == nullptr ? 0 : 3; }

QString StepPartsPlot::share_text(double seconds) const
{
    const double share = seconds / terms()->step.base();
    return words().text(Value{std::round(share * 1000.0) / 1000.0, Unit::share});
}

QString StepPartsPlot::caption_text() const
{
    if (terms() == nullptr) return {};
    const auto causes = step_causes(*terms());
    QString binds = tr("A step of %1 is limited most by: %2, %3.")
                        .arg(words().text(value_of(terms()->step)), cause_name(causes[0].cause, words()),
                             share_text(causes[0].time.base()));
    if (!(causes[1].time > Seconds())) return binds;
    return tr("%1 %2", "two sentences")
        .arg(binds, tr("Next: %1, %2.").arg(cause_name(causes[1].cause, words()), share_text(causes[1].time.base())));
}

void StepPartsPlot::compose(PlotCanvas& canvas) const
{
    const std::vector<Bar> all = bars(canvas.theme());
    if (all.empty())
        return canvas.show_message(tr("There is no time estimate for this plan. The findings say what is missing."));
    constexpr double room_above = 1.04;
    const double end = terms()->step.base() * room_above;
    const double unit = set_time_axis(canvas, end, tr("Time per step (%1)", "unit"));
    canvas.xAxis->setScaleType(QCPAxis::stLinear);
    canvas.xAxis->setTicker(QSharedPointer<FormatTicker>::create(
        [](double, double) {
            return std::vector<double>{1.0, 2.0, 3.0};
        },
        [all](double tick, double) {
            const auto bar = static_cast<std::size_t>(tick) - 1;
            return bar < all.size() ? all[bar].name : QString();
        }));
    canvas.xAxis->setLabel(QString());
    canvas.set_full_view(QCPRange(0.5, 3.5), QCPRange(0.0, end / unit));
    if (!canvas.has_axes()) return;
    for (std::size_t i = 0; i < all.size(); ++i) draw_bar(canvas, all[i], place_of(i), unit);
}

void StepPartsPlot::draw_bar(PlotCanvas& canvas, const Bar& bar, double place, double unit) const
{
    constexpr double least_share_with_name = 0.06;
    double bottom = 0.0;
    for (const Piece& piece : bar.pieces) {
        if (!(piece.seconds > 0.0)) continue;
        const double top = bottom + piece.seconds / unit;
        auto* area = new HatchedArea(canvas.xAxis, canvas.yAxis);
        area->set_band({place - half_a_bar, place + half_a_bar}, {bottom, bottom}, {top, top});
        area->set_fill(piece.fill);
        area->removeFromLegend();
        if (piece.seconds >= least_share_with_name * terms()->step.base()) {
            canvas.add_label(tr("%1 · %2", "name and share").arg(piece.name, share_text(piece.seconds)),
                             {place, (bottom + top) / 2.0}, Qt::AlignCenter, canvas.theme().text);
        }
        bottom = top;
    }
}

PlotTable StepPartsPlot::table() const
{
    PlotTable table;
    table.columns = {
        {tr("View"), {}}, {tr("Part"), {}}, {tr("Time"), QStringLiteral("s")}, {tr("Share"), QStringLiteral("share")}};
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

Readout StepPartsPlot::readout(std::size_t point) const
{
    const Bar bar = bars(canvas().theme())[point];
    Readout readout;
    readout.heading = bar.name;
    for (auto piece = bar.pieces.rbegin(); piece != bar.pieces.rend(); ++piece)
        readout.lines.emplace_back(piece->name,
                                   tr("%1 · %2", "name and share")
                                       .arg(words().text(seconds_value(piece->seconds)), share_text(piece->seconds)));
    readout.lines.emplace_back(words().quantity("time.step_seconds"), words().text(value_of(terms()->step)));
    return readout;
}

} // namespace rigwright

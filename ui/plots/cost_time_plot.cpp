// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/cost_time_plot.h"

#include "core/scenario/task.h"
#include "ui/format/words.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/step_parts_plot.h"

#include <algorithm>

namespace rigwright {

namespace {

constexpr double room_beside = 1.12;

/// Prices of another currency do not stand on the same axis.
std::optional<CostTimePlot::Point> point_of(const Evaluation& answer, const std::string& currency)
{
    if (!answer.estimate || !answer.estimate->time || !answer.estimate->time->run) return std::nullopt;
    const BillOfMaterials& bill = answer.estimate->cost.bill;
    if (!(bill.total > 0.0) || bill.currency != currency) return std::nullopt;
    const RunEstimate& run = *answer.estimate->time->run;
    CostTimePlot::Point point;
    point.price = bill.total;
    point.unpriced = bill.unpriced_lines;
    if (answer.scenario.training.mode == RunMode::train) point.global_batch = global_batch(answer.scenario);
    point.time = run.wall;
    point.low = run.wall_low;
    point.high = run.wall_high;
    point.fits = answer.estimate->verdict != Verdict::does_not_fit;
    return point;
}

} // namespace

CostTimePlot::CostTimePlot(Document& document, const Localization& words, QWidget* parent)
    : PointPlot(document, words, parent)
{
    connect(&document, &Document::builds_changed, this, &CostTimePlot::follow);
}

QString CostTimePlot::plot_title() { return tr("Price vs. time"); }

void CostTimePlot::take() const
{
    taken_ = true;
    points_.clear();
    left_out_ = 0;
    same_task_ = true;
    const Build* first = nullptr;
    const Project& project = document().project();
    for (std::size_t i = 0; i < project.builds.size(); ++i) {
        auto point = point_of(*document().answer_of(i), document().scenario().economics.currency);
        if (!point) {
            ++left_out_;
            continue;
        }
        if (first == nullptr) first = &project.builds[i];
        same_task_ = same_task_ && same_task(project.builds[i].scenario, first->scenario);
        point->name = from_utf8(project.builds[i].name());
        point->pinned = project.builds[i].is_pinned();
        point->worked_on = i == project.current;
        points_.push_back(*std::move(point));
    }
    std::ranges::stable_sort(points_, {}, &Point::price);
    for (Point& point : points_) {
        point.undominated = same_task_ && std::ranges::none_of(points_, [&point](const Point& other) {
                                return other.fits && other.price <= point.price && other.time <= point.time &&
                                       (other.price < point.price || other.time < point.time);
                            });
    }
}

const std::vector<CostTimePlot::Point>& CostTimePlot::drawn() const
{
    if (!taken_) take();
    return points_;
}

double CostTimePlot::longest() const
{
    double longest = 0.0;
    for (const Point& point : drawn()) longest = std::max(longest, point.high.base());
    return longest * room_beside;
}

std::optional<double> CostTimePlot::height_of(std::size_t point) const
{
    return drawn()[point].time.base() / linear_time_unit(longest());
}

QString CostTimePlot::price_text(const Point& point) const
{
    const QString text = words().text(money(point.price, document().scenario().economics.currency));
    return point.unpriced > 0 ? tr("≥ %1", "a lower bound").arg(text) : text;
}

QString CostTimePlot::caption_text() const
{
    if (drawn().empty()) return {};
    QStringList sentences;
    if (drawn().size() == 1)
        sentences << tr("One build. Add another with + above to compare it here.");
    else if (!same_task_)
        sentences << tr("Not ranked: the builds have different tasks, so their times are not comparable.");
    else
        sentences << tr("Down and left is better. Bars show the range of the time; builds on the line are "
                        "Pareto-optimal for price and time.");
    const auto other_batch = [this](const Point& point) { return point.global_batch != drawn().front().global_batch; };
    if (std::ranges::any_of(drawn(), other_batch))
        sentences << tr("The builds train with different global batches: part of a gain in time comes from the batch.");
    if (left_out_ > 0)
        sentences << tr("Builds without a price in this currency, or without a time: %1.").arg(left_out_);
    return sentences.join(QLatin1Char(' '));
}

void CostTimePlot::draw(PlotCanvas& canvas) const
{
    if (drawn().empty()) {
        return canvas.show_message(
            tr("No build has both a price and a time. Enter a dataset and epochs, and prices on the page Prices."));
    }
    constexpr int most_ticks = 6;
    canvas.xAxis->setScaleType(QCPAxis::stLinear);
    canvas.xAxis->setTicker(decimal_ticker(most_ticks));
    canvas.xAxis->setLabel(
        tr("Purchase price (%1)", "currency").arg(from_utf8(document().scenario().economics.currency)));
    const double end = longest();
    const double unit = set_time_axis(canvas, end, tr("Total time (%1)", "unit"));
    canvas.set_full_view(QCPRange(0.0, drawn().back().price * room_beside), QCPRange(0.0, end / unit));
    if (!canvas.has_axes()) return;
    QVector<double> prices;
    QVector<double> times;
    for (const Point& point : drawn()) {
        if (!point.undominated || !point.fits) continue;
        prices.append(point.price);
        times.append(point.time.base() / unit);
    }
    auto* front = new QCPGraph(canvas.xAxis, canvas.yAxis);
    front->setData(prices, times, true);
    front->setPen(QPen(canvas.theme().muted, 1.5, Qt::DashLine));
    front->removeFromLegend();
    for (const Point& point : drawn()) draw_point(canvas, point, unit);
}

void CostTimePlot::draw_point(PlotCanvas& canvas, const Point& point, double unit) const
{
    const Theme& theme = canvas.theme();
    const QColor colour = !point.fits ? theme.bad : point.worked_on ? theme.accent : theme.part(TimePart::forward);
    auto* range = new QCPItemLine(&canvas);
    range->start->setCoords(point.price, point.low.base() / unit);
    range->end->setCoords(point.price, point.high.base() / unit);
    range->setPen(QPen(colour, 2.0));
    range->setHead(QCPLineEnding(QCPLineEnding::esBar, 9, 0));
    range->setTail(QCPLineEnding(QCPLineEnding::esBar, 9, 0));
    range->setSelectable(false);
    const QString name = point.fits ? point.name : tr("%1: does not fit").arg(point.name);
    QCPItemTracer* dot = canvas.add_mark({point.price, point.time.base() / unit});
    dot->setStyle(point.fits ? QCPItemTracer::tsCircle : QCPItemTracer::tsPlus);
    dot->setPen(QPen(colour, 2.0));
    dot->setBrush(point.pinned ? colour : theme.base);
    // Beside the bar, towards the middle of the picture.
    const double across = canvas.xAxis->coordToPixel(point.price) - canvas.axisRect()->left();
    const bool right = across < canvas.axisRect()->width() / 2.0;
    QCPItemText* label =
        canvas.add_label(name, {}, Qt::AlignVCenter | (right ? Qt::AlignLeft : Qt::AlignRight), theme.text);
    constexpr double beside = 10.0;
    label->position->setType(QCPItemPosition::ptAbsolute);
    label->position->setParentAnchor(dot->position);
    label->position->setCoords(right ? beside : -beside, 0.0);
}

PlotPoint CostTimePlot::point(std::size_t index) const
{
    using enum PlotFigure::Where;
    const Point& point = drawn()[index];
    const PlotFigure low = time_figure(tr("Lower bound"), point.low.base(), table);
    const PlotFigure high = time_figure(tr("Upper bound"), point.high.base(), table);
    return {point.name,
            {text_figure(tr("Build"), point.name, table),
             {{tr("Purchase price"), from_utf8(document().scenario().economics.currency)},
              {price_text(point), exact_number(point.price)}},
             time_figure(tr("Total time"), point.time.base()),
             low,
             high,
             text_figure(tr("Range"), tr("%1–%2").arg(low.cell.shown, high.cell.shown), readout),
             text_figure(tr("Fits"), point.fits ? tr("Yes") : tr("No"), table)},
            point.fits ? QString() : tr("Does not fit in memory.")};
}

} // namespace rigwright

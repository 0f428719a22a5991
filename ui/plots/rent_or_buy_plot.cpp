// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/run/run_cost.h"
#include "core/recommend/picks.h"
#include "core/scenario/task.h"
#include "ui/format/words.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/plot_list.h"
#include "ui/plots/point_plot.h"
#include "ui/plots/step_parts_plot.h"
#include "ui/plots/swept_number.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace rigwright {

namespace {

/// Costs of a build; empty without an estimate.
OwnershipCosts costs_of(const Evaluation& answer)
{
    if (!answer.estimate) return {};
    const std::optional<EnergyEstimate>& energy = answer.estimate->energy;
    return ownership_costs(answer.estimate->cost, answer.scenario.economics,
                           energy ? std::optional(energy->average_power) : std::nullopt);
}

/// In calendar months; empty if the lines do not cross.
std::optional<double> months_to_crossing(const OwnershipCosts& costs, double utilisation)
{
    const std::optional<double> hours = costs.break_even_hours(utilisation);
    if (!hours) return std::nullopt;
    return *hours / utilisation / hours_of_a_month;
}

/// "2 × GeForce RTX 4090", after its letter if there are other machines.
QString machine_in_front(const Document& document)
{
    const Project& project = document.project();
    const QString cards = from_utf8(build_name(document.scenario().build, document.data()->hardware));
    return project.builds.size() < 2 ? cards : QStringLiteral("%1 · %2").arg(build_letter(project.current), cards);
}

} // namespace

/// Cost of the current machine over the months, bought and rented by the hour, and of the other machines of its task.
/// Dragging the crossing sets the utilization, as one undo step.
class RentOrBuyPlot : public PlotPane {
    Q_OBJECT

public:
    RentOrBuyPlot(Document& document, const Localization& words, QWidget* parent)
        : PlotPane(words, parent),
          document_(document)
    {
        const auto follow = [this] {
            take();
            refresh();
        };
        connect(&document, &Document::changed, this, follow);
        connect(&document, &Document::builds_changed, this, follow);
        connect(&canvas(), &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
            if (event->button() != Qt::LeftButton || !is_at_crossing(event->position())) return;
            held_horizon_ = horizon_months();
            dragging_ = true;
            canvas().setInteraction(QCP::iRangeDrag, false);
            document_.begin_gesture();
        });
        connect(&canvas(), &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
            if (dragging_) return drag_to(event->position().x());
            canvas().setCursor(is_at_crossing(event->position()) ? Qt::SizeHorCursor : Qt::ArrowCursor);
        });
        connect(&canvas(), &QCustomPlot::mouseRelease, this, [this] {
            if (!std::exchange(dragging_, false)) return;
            canvas().setInteraction(QCP::iRangeDrag, canvas().is_zoomed());
            document_.end_gesture();
            refresh();
        });
        take();
    }

    static QString plot_title() { return tr("Rent or buy"); }

    PlotTable table() const override
    {
        const QString unit = from_utf8(document_.scenario().economics.currency);
        PlotTable table;
        table.columns = {{tr("Months"), {}}, {tr("Rented by the hour"), unit}};
        for (const Line& line : lines_) table.columns.push_back({tr("%1, bought").arg(build_letter(line.build)), unit});
        const auto cell = [&](const std::optional<double>& spent, bool bound) {
            if (!spent) return PlotCell{QStringLiteral("–"), {}};
            return PlotCell{bound ? tr("≥ %1", "a lower bound").arg(amount(*spent)) : amount(*spent),
                            exact_number(*spent)};
        };
        constexpr int table_rows = 13;
        for (int row = 0; row < table_rows; ++row) {
            const double months = std::round(horizon_months() * row / (table_rows - 1));
            const double hours = months * hours_of_a_month;
            std::vector<PlotCell> cells{{words().text(Value{months, Unit::count}), exact_number(months)},
                                        cell(front().costs.rented_after(hours, utilisation()), false)};
            for (const Line& line : lines_)
                cells.push_back(cell(line.costs.bought_after(hours, utilisation()), line.costs.is_lower_bound));
            table.rows.push_back(std::move(cells));
        }
        return table;
    }

protected:
    QString subject() const override { return QString::fromStdString(document_.scenario().name); }

    QString caption_text() const override
    {
        QStringList lines{tr("Buying is the purchase, electricity and maintenance; renting is by the hour of use.")};
        if (front().costs.is_lower_bound)
            lines << tr("Prices or parts are missing, so the line of buying is a lower bound.");
        if (lines_.size() > 1) lines << tr("Lines with a letter are the other machines, bought.");
        if (crossing()) lines << tr("Drag the crossing to set the utilization.");
        return sentences(lines);
    }

    void compose(PlotCanvas& canvas) const override
    {
        const Line& machine = front();
        const double end = horizon_months();
        double highest = 0.0;
        for (const Line& line : lines_) {
            const double hours = end * hours_of_a_month;
            highest = std::max(highest, line.costs.bought_after(hours, utilisation()).value_or(0.0));
            // Rent above the highest purchase needs no room.
            if (line.in_front && !line.costs.purchase)
                highest = std::max(highest, line.costs.rented_after(hours, utilisation()).value_or(0.0));
        }
        if (!(highest > 0.0)) return canvas.show_message(rent_or_buy_sentence(document_, words()));
        constexpr int most_ticks = 8;
        constexpr double room_above = 1.25;
        set_axis(canvas.xAxis, decimal_ticker(most_ticks), tr("Months"));
        set_axis(canvas.yAxis, decimal_ticker(most_ticks),
                 tr("Spent (%1)", "currency").arg(from_utf8(document_.scenario().economics.currency)));
        canvas.set_full_view(QCPRange(0.0, end), QCPRange(0.0, highest * room_above));
        if (!canvas.has_axes()) return;
        for (const Line& line : lines_) draw_line(canvas, line, false);
        draw_line(canvas, machine, true);
        if (const std::optional<double> months = crossing(); months && *months <= end) {
            const double height = *machine.costs.bought_after(*months * hours_of_a_month, utilisation());
            canvas.add_segment({*months, 0.0}, {*months, height}, QPen(canvas.theme().accent, 1.5, Qt::DotLine));
            canvas.add_named_mark({*months, height}, tr("%1 months").arg(months_text(*months * hours_of_a_month)));
        }
        canvas.show_legend(true);
    }

private:
    struct Line {
        /// Index in the project.
        std::size_t build = 0;
        OwnershipCosts costs;
        bool in_front = false;
    };

    void take()
    {
        lines_.clear();
        const Project& project = document_.project();
        for (std::size_t i = 0; i < project.builds.size(); ++i) {
            const bool in_front = i == project.current;
            if (!in_front && !same_task(project.builds[i].scenario, document_.scenario())) continue;
            const std::shared_ptr<const Evaluation> answer = document_.answer_of(i);
            if (in_front || answer->estimate) lines_.push_back({i, costs_of(*answer), in_front});
        }
    }

    const Line& front() const { return *std::ranges::find(lines_, true, &Line::in_front); }

    std::optional<double> crossing() const { return months_to_crossing(front().costs, utilisation()); }
    double utilisation() const { return document_.scenario().economics.utilisation; }

    double horizon_months() const
    {
        if (dragging_) return held_horizon_;
        constexpr double longest = 240.0;
        constexpr double room = 1.4;
        const double written_off = document_.scenario().economics.amortisation_years * months_of_a_year;
        return std::max(written_off, std::min(longest, crossing().value_or(0.0) * room));
    }

    QString amount(double number) const { return words().text(money(number, document_.scenario().economics.currency)); }

    void draw_line(PlotCanvas& canvas, const Line& line, bool rented) const
    {
        std::vector<double> months;
        std::vector<double> amounts;
        for (const double month : {0.0, horizon_months()}) {
            const double hours = month * hours_of_a_month;
            const std::optional<double> spent =
                rented ? line.costs.rented_after(hours, utilisation()) : line.costs.bought_after(hours, utilisation());
            if (!spent) return;
            months.push_back(month);
            amounts.push_back(*spent);
        }
        const Theme& theme = canvas.theme();
        const QString name = !line.in_front              ? from_utf8(document_.project().builds[line.build].name())
                             : rented                    ? tr("Rented by the hour")
                             : line.costs.is_lower_bound ? tr("Bought, at least")
                                                         : tr("Bought");
        QCPGraph* graph = canvas.add_line(
            months, amounts,
            line.in_front ? QPen(rented ? theme.text : theme.accent, 2.0, rented ? Qt::DashLine : Qt::SolidLine)
                          : build_pen(line.build, theme),
            name);
        // Even if the machine has no name.
        graph->addToLegend();
        if (rented) return;
        constexpr double place = 0.92;
        const double height = amounts.front() + place * (amounts.back() - amounts.front());
        canvas.add_label(build_letter(line.build), {place * months.back(), height}, Qt::AlignRight | Qt::AlignBottom,
                         line.in_front ? theme.accent : theme.text);
    }

    bool is_at_crossing(QPointF position) const
    {
        constexpr double reach = 10.0;
        const std::optional<double> months = crossing();
        if (!months || !canvas().has_axes() || *months > horizon_months()) return false;
        return canvas().axisRect()->rect().contains(position.toPoint()) &&
               std::abs(canvas().xAxis->coordToPixel(*months) - position.x()) <= reach;
    }

    void drag_to(double x)
    {
        const QRect axes = canvas().axisRect()->rect();
        const double months = canvas().xAxis->pixelToCoord(std::clamp<double>(x, axes.left() + 1, axes.right()));
        const std::optional<double> share = front().costs.utilisation_for(months * hours_of_a_month);
        if (!share) return;
        constexpr double percent = 100.0;
        const double rounded = std::max(1.0, std::round(*share * percent)) / percent;
        if (rounded != utilisation()) document_.set_field(QStringLiteral("economics.utilisation"), rounded);
    }

    Document& document_;
    std::vector<Line> lines_;
    bool dragging_ = false;
    /// Set while dragging to fix the axis.
    double held_horizon_ = 0.0;
};

namespace {

QString crossing_sentence(const Document& document, const Localization& words)
{
    const OwnershipCosts costs = costs_of(document.evaluation());
    const double utilisation = document.scenario().economics.utilisation;
    const QString use = words.text(Value{utilisation, Unit::share});
    const QString machine = machine_in_front(document);
    if (!costs.purchase)
        return RentOrBuyPlot::tr("The price of %1 is not known, so buying cannot be compared with renting.")
            .arg(machine);
    if (!costs.rent)
        return RentOrBuyPlot::tr("No rental price of %1 is known, so there is no line for renting.").arg(machine);
    if (!costs.electricity)
        return RentOrBuyPlot::tr("No price of electricity, or no power of %1, is known, so there is no crossing.")
            .arg(machine);
    const std::optional<double> months = months_to_crossing(costs, utilisation);
    if (!months) return RentOrBuyPlot::tr("Renting %1 stays cheaper at %2 utilization.").arg(machine, use);
    return (costs.is_lower_bound ? RentOrBuyPlot::tr("Buying %1 is cheaper after at least %2 months at %3 utilization; "
                                                     "prices or parts are missing.")
                                 : RentOrBuyPlot::tr("Buying %1 is cheaper after %2 months at %3 utilization."))
        .arg(machine, months_text(*months * hours_of_a_month), use);
}

} // namespace

QString rent_or_buy_sentence(const Document& document, const Localization& words)
{
    const QString sentence = crossing_sentence(document, words);
    const std::optional<Estimate>& estimate = document.evaluation().estimate;
    if (!estimate || estimate->verdict != Verdict::does_not_fit) return sentence;
    return RentOrBuyPlot::tr("%1 As set, this machine lacks memory for the training.").arg(sentence);
}

/// The builds of the project by purchase price and duration of the run, with its range.
class CostTimePlot : public PointPlot {
    Q_OBJECT

public:
    CostTimePlot(Document& document, const Localization& words, QWidget* parent) : PointPlot(document, words, parent)
    {
        connect(&document, &Document::builds_changed, this, &CostTimePlot::follow);
    }

    static QString plot_title() { return tr("Price vs. time"); }

protected:
    QString caption_text() const override
    {
        if (points_.empty()) return {};
        QStringList lines;
        if (points_.size() == 1)
            lines << tr("One machine. Add another on the Machines page to compare it here.");
        else if (!same_task_)
            lines << tr("Not ranked: the machines have different tasks, so their times are not comparable.");
        else
            lines << tr("Down and left is better. Bars show the range of the time; machines on the line are "
                        "Pareto-optimal for price and time.");
        const auto other_batch = [this](const Point& point) {
            return point.global_batch != points_.front().global_batch;
        };
        if (std::ranges::any_of(points_, other_batch))
            lines << tr(
                "The machines train with different global batches: part of a gain in time comes from the batch.");
        if (left_out_ > 0)
            lines << tr("Machines without a price in this currency, or without a time: %1.").arg(left_out_);
        return sentences(lines);
    }

    void draw(PlotCanvas& canvas) const override
    {
        if (points_.empty()) {
            return canvas.show_message(tr(
                "No machine has both a price and a time. Enter a dataset and epochs, and prices on the Prices page."));
        }
        constexpr int most_ticks = 6;
        set_axis(canvas.xAxis, decimal_ticker(most_ticks),
                 tr("Purchase price (%1)", "currency").arg(from_utf8(document().scenario().economics.currency)));
        const double end = longest();
        const double unit = set_time_axis(*canvas.yAxis, end, tr("Total time (%1)", "unit"));
        canvas.set_full_view(QCPRange(0.0, points_.back().price * room_beside), QCPRange(0.0, end / unit));
        if (!canvas.has_axes()) return;
        std::vector<double> prices;
        std::vector<double> times;
        for (const Point& point : points_) {
            if (!point.undominated || !point.fits) continue;
            prices.push_back(point.price);
            times.push_back(point.time.base() / unit);
        }
        canvas.add_line(prices, times, QPen(canvas.theme().muted, 1.5, Qt::DashLine));
        for (const Point& point : points_) draw_point(canvas, point, unit);
    }

    std::size_t point_count() const override { return points_.size(); }
    double place_of(std::size_t point) const override { return points_[point].price; }

    std::optional<double> height_of(std::size_t point) const override
    {
        return points_[point].time.base() / linear_time_unit(longest());
    }

    PlotPoint point(std::size_t index) const override
    {
        using enum PlotFigure::Where;
        const Point& point = points_[index];
        const PlotFigure low = time_figure(tr("Lower bound"), point.low.base(), table);
        const PlotFigure high = time_figure(tr("Upper bound"), point.high.base(), table);
        return {point.name,
                {text_figure(tr("Machine"), point.name, table),
                 {{tr("Purchase price"), from_utf8(document().scenario().economics.currency)},
                  {price_text(point), exact_number(point.price)}},
                 time_figure(tr("Total time"), point.time.base()),
                 low,
                 high,
                 text_figure(tr("Range"), range_between(low.cell.shown, high.cell.shown), readout),
                 text_figure(tr("Fits"), point.fits ? tr("Yes") : tr("No"), table)},
                point.fits ? QString() : tr("Does not fit in memory.")};
    }

private:
    static constexpr double room_beside = 1.12;

    /// A build of the project.
    struct Point {
        QString name{};
        bool pinned = false;
        bool worked_on = false;
        bool fits = true;
        bool is_lower_bound = false;
        double price = 0.0;
        /// Samples per update; empty for inference.
        std::optional<std::int64_t> global_batch{};
        Seconds time;
        Seconds low;
        Seconds high;
        /// All builds have the same task, and none is both cheaper and faster.
        bool undominated = true;
    };

    /// An axis shows prices of one currency.
    static std::optional<Point> point_of(const Evaluation& answer, const std::string& currency)
    {
        if (!answer.estimate || !answer.estimate->time || !answer.estimate->time->run) return std::nullopt;
        const BillOfMaterials& bill = answer.estimate->cost.bill;
        if (!(bill.total > 0.0) || bill.currency != currency) return std::nullopt;
        const RunEstimate& run = *answer.estimate->time->run;
        Point point;
        point.price = bill.total;
        point.is_lower_bound = bill.is_lower_bound();
        if (answer.scenario.training.mode == RunMode::train) point.global_batch = global_batch(answer.scenario);
        point.time = run.wall;
        point.low = run.wall_low;
        point.high = run.wall_high;
        point.fits = answer.estimate->verdict != Verdict::does_not_fit;
        return point;
    }

    void renew() override
    {
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

    double longest() const
    {
        double longest = 0.0;
        for (const Point& point : points_) longest = std::max(longest, point.high.base());
        return longest * room_beside;
    }

    QString price_text(const Point& point) const
    {
        return words().text(
            at_least(money(point.price, document().scenario().economics.currency), point.is_lower_bound));
    }

    void draw_point(PlotCanvas& canvas, const Point& point, double unit) const
    {
        const Theme& theme = canvas.theme();
        const QColor colour = !point.fits ? theme.bad : point.worked_on ? theme.accent : theme.part(TimePart::forward);
        QCPItemLine* range = canvas.add_segment({point.price, point.low.base() / unit},
                                                {point.price, point.high.base() / unit}, QPen(colour, 2.0));
        range->setHead(QCPLineEnding(QCPLineEnding::esBar, 9, 0));
        range->setTail(QCPLineEnding(QCPLineEnding::esBar, 9, 0));
        const QString name = point.fits ? point.name : tr("%1: does not fit").arg(point.name);
        QCPItemTracer* dot = canvas.add_mark({point.price, point.time.base() / unit});
        dot->setStyle(point.fits ? QCPItemTracer::tsCircle : QCPItemTracer::tsPlus);
        dot->setPen(QPen(colour, 2.0));
        dot->setBrush(point.pinned ? colour : theme.base);
        // Beside the bar, towards the middle of the plot.
        const double across = canvas.xAxis->coordToPixel(point.price) - canvas.axisRect()->left();
        const bool right = across < canvas.axisRect()->width() / 2.0;
        QCPItemText* label =
            canvas.add_label(name, {}, Qt::AlignVCenter | (right ? Qt::AlignLeft : Qt::AlignRight), theme.text);
        constexpr double beside = 10.0;
        label->position->setType(QCPItemPosition::ptAbsolute);
        label->position->setParentAnchor(dot->position);
        label->position->setCoords(right ? beside : -beside, 0.0);
    }

    /// Cheapest first; omits builds without a price or a time.
    std::vector<Point> points_;
    qsizetype left_out_ = 0;
    /// No build is better if tasks differ.
    bool same_task_ = true;
};

PlotEntry rent_or_buy_plot() { return plot_entry<RentOrBuyPlot>("rent_or_buy"); }

PlotEntry cost_time_plot() { return plot_entry<CostTimePlot>("cost_time"); }

} // namespace rigwright

#include "rent_or_buy_plot.moc"

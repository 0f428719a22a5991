// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advisor/front_plot.h"

#include "core/recommend/picks.h"
#include "ui/advisor/candidate_text.h"
#include "ui/format/words.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/step_parts_plot.h"

#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

constexpr std::array limit_paths{"requirements.budget", "requirements.deadline_seconds"};
constexpr std::size_t budget = 0;
constexpr std::size_t deadline = 1;
/// A press that moves less is a click.
constexpr double click_slop = 4.0;
constexpr double point_reach = 12.0;
constexpr double room_beside_front = 1.35;
/// Pixels; points have 8.
constexpr double size_of_ring = 14.0;
constexpr double per_cent = 100.0;
constexpr double watts_per_kilowatt = 1000.0;

constexpr double limit_grab_distance = 6.0;
constexpr double limit_handle_height = 20.0;
constexpr double side_room = 8.0;

} // namespace

/// A limit on one axis of the front: a draggable line with its handle; without a limit, only the handle at the end of
/// the axis. On the canvas' marker layer.
class LimitLine : public QCPAbstractItem {
    Q_OBJECT

public:
    /// `across` limits the area to the right (a budget), otherwise the area above (a deadline).
    LimitLine(PlotCanvas* canvas, bool across) : QCPAbstractItem(canvas), canvas_(canvas), across_(across)
    {
        setLayer(canvas->marker_layer());
        setClipToAxisRect(false);
        setSelectable(false);
    }

    /// In axis units.
    void place(std::optional<double> limit) { limit_ = limit; }
    void set_text(const QString& text) { text_ = text; }
    void set_held(bool held) { held_ = held; }

    bool is_grabbed_at(QPointF position) const
    {
        if (handle().adjusted(-2, -2, 2, 2).contains(position)) return true;
        if (!limit_) return false;
        const QRect axes = canvas_->axisRect()->rect();
        if (!axes.adjusted(-2, -2, 2, 2).contains(position.toPoint())) return false;
        return std::abs((across_ ? position.x() : position.y()) - place_in_pixels()) <= limit_grab_distance;
    }

    QRectF handle() const
    {
        const QRect axes = canvas_->axisRect()->rect();
        const double width = QFontMetricsF(canvas_->font()).horizontalAdvance(text_) + 2.0 * side_room;
        const double at = place_in_pixels();
        if (across_) {
            const double left = std::clamp(at - width / 2.0, 2.0, std::max(2.0, axes.right() - width));
            return {left, axes.top() - limit_handle_height - 4.0, width, limit_handle_height};
        }
        const double top = std::clamp(at - limit_handle_height / 2.0, axes.top() + 2.0,
                                      std::max(axes.top() + 2.0, axes.bottom() - limit_handle_height));
        return {axes.right() - width - 4.0, top, width, limit_handle_height};
    }

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1.0; }

protected:
    void draw(QCPPainter* painter) override
    {
        const QRect axes = canvas_->axisRect()->rect();
        const Theme& theme = canvas_->theme();
        const double at = place_in_pixels();
        painter->setAntialiasing(true);
        if (limit_) {
            painter->setPen(QPen(theme.warning, held_ ? 2.5 : 1.5));
            if (across_)
                painter->drawLine(QPointF(at, axes.top() - 4.0), QPointF(at, axes.bottom()));
            else
                painter->drawLine(QPointF(axes.left(), at), QPointF(axes.right(), at));
        }
        const QRectF pill = handle();
        painter->setPen(QPen(theme.warning, limit_ ? 0.0 : 1.0, limit_ ? Qt::NoPen : Qt::DashLine));
        painter->setBrush(limit_ ? theme.warning : theme.base);
        painter->drawRoundedRect(pill, limit_handle_height / 2.0, limit_handle_height / 2.0);
        painter->setPen(limit_ ? theme.base : theme.warning);
        painter->setFont(canvas_->font());
        painter->drawText(pill, Qt::AlignCenter, text_);
    }

private:
    /// In pixels; the end of the axis without a limit.
    double place_in_pixels() const
    {
        const QRect axes = canvas_->axisRect()->rect();
        if (!limit_) return across_ ? axes.right() : axes.top();
        const QCPAxis* axis = across_ ? canvas_->xAxis : canvas_->yAxis;
        const double at = axis->coordToPixel(*limit_);
        return across_ ? std::clamp<double>(at, axes.left(), axes.right())
                       : std::clamp<double>(at, axes.top(), axes.bottom());
    }

    PlotCanvas* canvas_;
    bool across_;
    std::optional<double> limit_;
    QString text_;
    bool held_ = false;
};

FrontPlot::FrontPlot(AdvisorSource& source, Document& document, const Localization& words, QWidget* parent)
    : PointPlot(document, words, parent),
      source_(source)
{
    setObjectName(QStringLiteral("advisor_front"));
    set_title([] { return plot_title(); });
    connect(&source, &AdvisorSource::changed, this, &FrontPlot::follow);
    connect(&canvas(), &QCustomPlot::mousePress, this, &FrontPlot::press);
    connect(&canvas(), &QCustomPlot::mouseMove, this, &FrontPlot::move);
    connect(&canvas(), &QCustomPlot::mouseRelease, this, &FrontPlot::release);
    connect(&canvas(), &QCustomPlot::mouseDoubleClick, this, [this](QMouseEvent* event) {
        if (const auto point = point_at(event->position())) emit candidate_opened(Candidate(*drawn()[*point]));
    });
}

void FrontPlot::renew()
{
    points_.clear();
    if (source_.found() != nullptr)
        for (const Candidate& candidate : source_.found()->front)
            if (candidate.figures.cost > 0.0 && candidate.figures.time.base() > 0.0) points_.push_back(&candidate);
}

void FrontPlot::set_chosen(const Candidate* candidate)
{
    chosen_ = candidate != nullptr ? name_of(*candidate, *document().data()) : QString();
    refresh();
}

QPointF FrontPlot::place_in_pixels(std::size_t point) const
{
    const CandidateFigures& figures = drawn()[point]->figures;
    return {canvas().xAxis->coordToPixel(figures.cost), canvas().yAxis->coordToPixel(height_of(figures))};
}

/// In plot units: seconds, watts, percent.
double FrontPlot::height_of(const CandidateFigures& figures) const
{
    switch (height_) {
    case FrontHeight::time: return figures.time.base();
    case FrontHeight::power: return figures.power.base();
    case FrontHeight::memory_free: return figures.headroom * per_cent;
    }
    return 0.0;
}

void FrontPlot::set_height(FrontHeight height)
{
    if (height == height_) return;
    height_ = height;
    follow();
}

std::optional<QRectF> FrontPlot::limit_handle(std::size_t which) const
{
    return lines_[which] ? std::optional(lines_[which]->handle()) : std::nullopt;
}

std::optional<double> FrontPlot::limit(std::size_t which) const
{
    const Requirements& need = document().scenario().requirements;
    if (which == budget) return need.budget;
    return source_.found() != nullptr && source_.found()->time_is_of_run ? need.deadline_seconds : std::nullopt;
}

bool FrontPlot::is_within(const Candidate& candidate) const
{
    Requirements need = document().scenario().requirements;
    need.deadline_seconds = limit(deadline);
    return keeps_limits(candidate.figures, need);
}

QString FrontPlot::empty_text() const
{
    if (source_.found() == nullptr)
        return source_.was_stopped() ? tr("Search stopped. “Search again” restarts it.")
                                     : tr("Searching the hardware database…");
    if (!source_.recommendation().errors.empty()) return words().text(source_.recommendation().errors.front());
    return tr(
        "No candidate in the hardware database can run this training. The reasons for every GPU are on the right.");
}

void FrontPlot::draw(PlotCanvas& canvas) const
{
    if (drawn().empty()) return canvas.show_message(empty_text());
    const auto [cheapest, dearest] =
        std::ranges::minmax(drawn(), {}, [](const Candidate* candidate) { return candidate->figures.cost; });
    const auto [lowest, highest] =
        std::ranges::minmax(drawn(), {}, [this](const Candidate* candidate) { return height_of(candidate->figures); });
    const double bottom = height_of(lowest->figures);
    const double top = height_of(highest->figures);
    const std::string currency = document().scenario().economics.currency;
    const bool bought = source_.found()->outlay == Outlay::purchase;
    set_axis(canvas.xAxis, decade_ticker(),
             (bought ? tr("Purchase price (%1)") : tr("Rent for the run (%1)")).arg(from_utf8(currency)),
             QCPAxis::stLogarithmic);
    compose_heights(canvas);
    const QCPRange costs(cheapest->figures.cost / room_beside_front, dearest->figures.cost * room_beside_front);
    const bool shares = height_ == FrontHeight::memory_free;
    canvas.set_full_view(costs, shares ? QCPRange(0.0, per_cent)
                                       : QCPRange(bottom / room_beside_front, top * room_beside_front));
    if (!canvas.has_axes()) return;
    draw_points(canvas);
    draw_marks(canvas);
    add_limits(canvas);
}

void FrontPlot::compose_heights(PlotCanvas& canvas) const
{
    constexpr int most_ticks = 7;
    QCPAxis* axis = canvas.yAxis;
    switch (height_) {
    case FrontHeight::time:
        return set_axis(axis, duration_ticker(most_ticks),
                        source_.found()->time_is_of_run ? tr("Total time") : tr("One sample"), QCPAxis::stLogarithmic);
    case FrontHeight::power:
        return set_axis(axis, decade_ticker(watts_per_kilowatt), tr("Input power (kW)"), QCPAxis::stLogarithmic);
    case FrontHeight::memory_free: return set_axis(axis, decimal_ticker(most_ticks), tr("GPU memory left free (%)"));
    }
}

void FrontPlot::draw_points(PlotCanvas& canvas) const
{
    const Theme& theme = canvas.theme();
    std::vector<double> cost_in;
    std::vector<double> time_in;
    std::vector<double> cost_out;
    std::vector<double> time_out;
    for (const Candidate* candidate : drawn()) {
        const bool within = is_within(*candidate);
        (within ? cost_in : cost_out).push_back(candidate->figures.cost);
        (within ? time_in : time_out).push_back(height_of(candidate->figures));
    }
    const auto draw = [&](const std::vector<double>& costs, const std::vector<double>& times, const QColor& colour,
                          bool filled) {
        constexpr double size = 8.0;
        canvas.add_points(costs, times,
                          QCPScatterStyle(filled ? QCPScatterStyle::ssDisc : QCPScatterStyle::ssCircle,
                                          QPen(colour, 1.5), filled ? QBrush(colour) : QBrush(Qt::NoBrush), size),
                          filled ? tr("Within all limits") : tr("Outside a limit"));
    };
    draw(cost_in, time_in, source_.is_current() ? theme.accent : theme.muted, true);
    draw(cost_out, time_out, theme.muted, false);
    // Always shown: a legend entry that appears or disappears would move the axes while a limit is dragged.
    canvas.show_legend(true);
}

void FrontPlot::draw_marks(PlotCanvas& canvas) const
{
    const Recommendation& answer = source_.recommendation();
    std::vector<QPointF> places(drawn().size());
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i] = {drawn()[i]->figures.cost, height_of(drawn()[i]->figures)};
    for (const Pick& pick : answer.picks) {
        const Candidate& candidate = answer.front[pick.candidate];
        QStringList names;
        for (const PickKind kind : pick.kinds) names << words().text(std::string("recommend.pick.") + key_of(kind));
        QCPItemTracer* mark = canvas.add_named_mark({candidate.figures.cost, height_of(candidate.figures)},
                                                    names.join(QStringLiteral(" · ")), places);
        // A ring around the point; a hollow point would mean outside a limit.
        mark->setSize(size_of_ring);
        mark->setBrush(Qt::NoBrush);
    }
    if (chosen_.isEmpty()) return;
    for (const Candidate* candidate : drawn())
        if (name_of(*candidate, *document().data()) == chosen_) {
            canvas.add_mark({candidate->figures.cost, height_of(candidate->figures)});
            return;
        }
}

void FrontPlot::add_limits(PlotCanvas& canvas) const
{
    // Room for the handle of the budget.
    constexpr int above = 30;
    QMargins margins = canvas.axisRect()->minimumMargins();
    margins.setTop(above);
    canvas.axisRect()->setMinimumMargins(margins);
    const bool of_time = source_.found()->time_is_of_run && height_ == FrontHeight::time;
    place_limits({new LimitLine(&canvas, true), of_time ? new LimitLine(&canvas, false) : nullptr});
}

void FrontPlot::place_limits(const std::array<LimitLine*, 2>& lines) const
{
    const auto money_limit = limit(budget);
    const auto time_limit = limit(deadline);
    lines[budget]->place(money_limit);
    lines[budget]->set_text(
        money_limit ? tr("Budget: %1").arg(words().text(money(*money_limit, document().scenario().economics.currency)))
                    : tr("◂ Budget"));
    if (lines[deadline] == nullptr) return;
    lines[deadline]->place(time_limit);
    lines[deadline]->set_text(time_limit ? tr("Deadline: %1").arg(words().text(Value{*time_limit, Unit::seconds}))
                                         : tr("▾ Deadline"));
}

void FrontPlot::composed()
{
    lines_ = {};
    std::size_t at = 0;
    for (int i = 0; i < canvas().itemCount(); ++i)
        if (auto* line = qobject_cast<LimitLine*>(canvas().item(i)); line != nullptr && at < lines_.size())
            lines_[at++] = line;
    if (held_ && lines_[*held_]) lines_[*held_]->set_held(true);
    PointPlot::composed();
}

std::optional<std::size_t> FrontPlot::point_at(QPointF position) const
{
    std::optional<std::size_t> nearest;
    double least = point_reach;
    for (std::size_t i = 0; i < drawn().size(); ++i) {
        const QPointF offset = place_in_pixels(i) - position;
        const double distance = std::hypot(offset.x(), offset.y());
        if (distance > least) continue;
        least = distance;
        nearest = i;
    }
    return nearest;
}

void FrontPlot::press(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || drawn().empty()) return;
    pressed_ = event->position();
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        if (!lines_[i] || !lines_[i]->is_grabbed_at(event->position()) || point_at(event->position())) continue;
        held_ = i;
        lines_[i]->set_held(true);
        canvas().setInteraction(QCP::iRangeDrag, false);
        document().begin_gesture();
        return;
    }
}

void FrontPlot::move(QMouseEvent* event)
{
    if (held_) return drag_to(event->position());
    Qt::CursorShape shape = point_at(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor;
    for (std::size_t i = 0; i < lines_.size(); ++i)
        if (shape == Qt::ArrowCursor && lines_[i] && lines_[i]->is_grabbed_at(event->position()))
            shape = i == budget ? Qt::SizeHorCursor : Qt::SizeVerCursor;
    canvas().setCursor(shape);
}

void FrontPlot::drag_to(QPointF position)
{
    constexpr double digits = 2.0;
    const QRect axes = canvas().axisRect()->rect();
    const bool across = *held_ == budget;
    const bool beyond = across ? position.x() >= axes.right() : position.y() <= axes.top();
    const QString path = QLatin1String(limit_paths[*held_]);
    // Beyond the end of its axis, a limit is unset.
    if (beyond) {
        document().set_field(path, FieldValue());
        return;
    }
    const double inside =
        across ? std::max<double>(position.x(), axes.left()) : std::min<double>(position.y(), axes.bottom());
    const double exact = across ? canvas().xAxis->pixelToCoord(inside) : canvas().yAxis->pixelToCoord(inside);
    // Three significant digits of the amount or of the hours: the precision of a drag and of the field.
    const double unit = across ? 1.0 : seconds_per_hour;
    const double step = std::pow(10.0, std::floor(std::log10(exact / unit)) - digits);
    document().set_field(path, std::round(exact / unit / step) * step * unit);
}

void FrontPlot::release(QMouseEvent* event)
{
    if (held_) {
        held_.reset();
        canvas().setInteraction(QCP::iRangeDrag, canvas().is_zoomed());
        document().end_gesture();
        refresh();
        return;
    }
    if (event == nullptr || event->button() != Qt::LeftButton) return;
    const QPointF moved = event->position() - pressed_;
    if (std::hypot(moved.x(), moved.y()) > click_slop) return;
    if (const auto point = point_at(event->position())) emit candidate_requested(Candidate(*drawn()[*point]));
}

void FrontPlot::hideEvent(QHideEvent* event)
{
    release(nullptr);
    PointPlot::hideEvent(event);
}

QString FrontPlot::caption_text() const
{
    if (drawn().empty()) return {};
    if (height_ == FrontHeight::memory_free)
        return tr("Up and left is better. Click a candidate to see it, double-click to add it as a machine.");
    return tr("Down and left is better. Click a candidate to see it, double-click to add it as a machine; drag a limit "
              "by its handle.");
}

PlotPoint FrontPlot::point(std::size_t index) const
{
    using enum PlotFigure::Where;
    const Candidate& candidate = *drawn()[index];
    const CandidateFigures& figures = candidate.figures;
    const std::string& currency = document().scenario().economics.currency;
    const QString name = name_of(candidate, *document().data());
    const bool within = is_within(candidate);
    return {name,
            {text_figure(tr("Candidate"), name, table),
             {{tr("Cost"), from_utf8(currency)}, {words().text(figures.outlay(currency)), exact_number(figures.cost)}},
             time_figure(tr("Time"), figures.time.base(), table),
             text_figure(tr("Time"), time_text(figures, words()), readout),
             time_figure(tr("Lower bound"), figures.time_low.base(), table),
             time_figure(tr("Upper bound"), figures.time_high.base(), table),
             {{tr("Power"), QStringLiteral("W")},
              {words().text(value_of(figures.power)), exact_number(figures.power.base())}},
             {{tr("Free memory"), QStringLiteral("share")},
              {words().text(Value{figures.headroom, Unit::share}), exact_number(figures.headroom)}},
             text_figure(tr("Within limits"), within ? tr("Yes") : tr("No"), table)},
            within ? QString() : tr("outside a limit")};
}

} // namespace rigwright

#include "front_plot.moc"

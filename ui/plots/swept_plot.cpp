// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/swept_plot.h"

#include "ui/plots/batch_plot.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/step_parts_plot.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>

namespace rigwright {

SweptPlot::SweptPlot(Document& document, const Localization& words, QWidget* parent)
    : PlotPane(words, parent),
      document_(document),
      readout_box_(new ReadoutBox(&canvas()))
{
    connect(&document, &Document::changed, this, &SweptPlot::follow);
    connect(&document, &Document::settled, this, &SweptPlot::refresh);
    connect_canvas();
    // The curve may be there already; asking derived classes has to wait until they are constructed.
    QMetaObject::invokeMethod(this, &SweptPlot::curve_arrived, Qt::QueuedConnection);
}

void SweptPlot::curve_arrived()
{
    take_curve();
    taken_ = true;
    refresh();
}

void SweptPlot::connect_canvas()
{
    canvas().installEventFilter(this);
    connect(&canvas(), &QCustomPlot::mousePress, this, &SweptPlot::press);
    connect(&canvas(), &QCustomPlot::mouseMove, this, &SweptPlot::move);
    connect(&canvas(), &QCustomPlot::mouseRelease, this, &SweptPlot::release);
    connect(&canvas(), &PlotCanvas::readout_stepped, this, &SweptPlot::step_readout);
    connect(&canvas(), &PlotCanvas::readout_chosen, this, &SweptPlot::choose_readout);
    connect(&canvas(), &PlotCanvas::readout_dismissed, this, &SweptPlot::hide_readout);
    connect(&canvas(), &PlotCanvas::copy_requested, this, [this] {
        if (readout_point_)
            QGuiApplication::clipboard()->setText(plain_text(readout_box_->readout()));
        else
            copy_table();
    });
}

void SweptPlot::compose(PlotCanvas& canvas) const
{
    if (!has_curve()) return canvas.show_message(BatchPlot::tr("Computing…"));
    if (!draw_curves(canvas) || !canvas.has_axes()) return;
    draw_overlay(canvas);
    auto* marker = new BatchMarker(&canvas);
    place_marker(*marker);
}

void SweptPlot::composed()
{
    marker_ = nullptr;
    for (int i = 0; i < canvas().itemCount(); ++i) {
        if (auto* marker = qobject_cast<BatchMarker*>(canvas().item(i))) marker_ = marker;
    }
    if (marker_) marker_->set_held(dragging_);
    if (!readout_point_) return;
    if (marker_ && *readout_point_ < points().size())
        show_readout(*readout_point_);
    else
        hide_readout();
}

void SweptPlot::place_marker(BatchMarker& marker) const
{
    const std::optional<Estimate>& estimate = document_.evaluation().estimate;
    const QString count = amount_text(present());
    const QString quantity = estimate ? marker_quantity(*estimate) : QString();
    marker.place(static_cast<double>(present()), estimate ? marker_value(*estimate) : std::nullopt);
    marker.set_text(quantity.isEmpty() ? BatchPlot::tr("here: %1").arg(count)
                                       : BatchPlot::tr("here: %1 · %2").arg(count, quantity));
}

void SweptPlot::follow()
{
    // Only the marker moves under the hand; the curves arrive on their own.
    const std::optional<Estimate>& estimate = document_.evaluation().estimate;
    if (!marker_ || !has_curve() || (estimate && needs_other_axes(*estimate))) return refresh();
    place_marker(*marker_);
    canvas().replot_layer(canvas().marker_layer());
}

void SweptPlot::press(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !marker_) return;
    if (!marker_->is_grabbed_at(event->position())) {
        readout_pinned_ = readout_point_.has_value() && !readout_pinned_;
        return;
    }
    dragging_ = true;
    canvas().setInteraction(QCP::iRangeDrag, false);
    hide_readout();
    marker_->set_held(true);
    canvas().replot_layer(canvas().marker_layer());
    document_.begin_gesture();
}

void SweptPlot::move(QMouseEvent* event)
{
    if (dragging_) return drag_to(event->position().x());
    if (!marker_) return;
    canvas().setCursor(marker_->is_grabbed_at(event->position()) ? Qt::SizeHorCursor : Qt::ArrowCursor);
    if (readout_pinned_) return;
    const std::vector<std::int64_t> batches = points();
    if (batches.empty() || !canvas().axisRect()->rect().contains(event->pos())) return hide_readout();
    const std::int64_t nearest = nearest_stop(batches, canvas().xAxis->pixelToCoord(event->position().x()));
    show_readout(static_cast<std::size_t>(std::lower_bound(batches.begin(), batches.end(), nearest) - batches.begin()));
}

void SweptPlot::release()
{
    if (!dragging_) return;
    dragging_ = false;
    canvas().setInteraction(QCP::iRangeDrag, canvas().is_zoomed());
    if (marker_) marker_->set_held(false);
    document_.end_gesture();
    refresh();
}

void SweptPlot::drag_to(double x)
{
    const std::vector<std::int64_t> stops = points();
    const QRect axes = canvas().axisRect()->rect();
    if (stops.empty()) return;
    const double inside = std::clamp(x, static_cast<double>(axes.left()), static_cast<double>(axes.right()));
    choose(nearest_stop(stops, canvas().xAxis->pixelToCoord(inside)));
}

void SweptPlot::choose(std::int64_t value)
{
    if (value != present()) set_present(value);
}

void SweptPlot::step_readout(int points_further)
{
    const std::vector<std::int64_t> batches = points();
    if (batches.empty() || !marker_) return;
    const auto last = static_cast<qint64>(batches.size()) - 1;
    const std::int64_t nearest = nearest_stop(batches, static_cast<double>(present()));
    const qint64 at_marker = std::lower_bound(batches.begin(), batches.end(), nearest) - batches.begin();
    // The first key press shows the present batch; the next ones move on.
    const qint64 from =
        readout_point_ ? static_cast<qint64>(*readout_point_) : at_marker - std::clamp(points_further, -1, 1);
    show_readout(static_cast<std::size_t>(std::clamp<qint64>(from + points_further, 0, last)));
    readout_pinned_ = true;
    canvas().setAccessibleDescription(plain_text(readout_box_->readout()) + QLatin1Char('\n') + caption());
    QAccessibleEvent event(&canvas(), QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void SweptPlot::choose_readout()
{
    const std::vector<std::int64_t> batches = points();
    if (readout_point_ && *readout_point_ < batches.size()) choose(batches[*readout_point_]);
}

void SweptPlot::show_readout(std::size_t point)
{
    readout_point_ = point;
    const double value = static_cast<double>(points()[point]);
    if (!crosshair_) {
        crosshair_ = new QCPItemStraightLine(&canvas());
        crosshair_->setLayer(canvas().readout_layer());
        crosshair_->setPen(QPen(canvas().theme().muted, 1.0, Qt::DashLine));
        crosshair_->setSelectable(false);
    }
    crosshair_->point1->setCoords(value, canvas().yAxis->range().lower);
    crosshair_->point2->setCoords(value, canvas().yAxis->range().upper);
    crosshair_->setVisible(true);
    canvas().replot_layer(canvas().readout_layer());
    readout_box_->show_readout(readout(point), canvas().theme());
    readout_box_->place_beside(qRound(canvas().xAxis->coordToPixel(value)), canvas().axisRect()->rect().top() + 8);
}

void SweptPlot::hide_readout()
{
    readout_pinned_ = false;
    if (!readout_point_) return;
    readout_point_.reset();
    readout_box_->hide();
    if (crosshair_) crosshair_->setVisible(false);
    canvas().replot_layer(canvas().readout_layer());
}

bool SweptPlot::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &canvas() && event->type() == QEvent::Leave && !readout_pinned_) hide_readout();
    return PlotPane::eventFilter(watched, event);
}

void SweptPlot::hideEvent(QHideEvent* event)
{
    release();
    PlotPane::hideEvent(event);
}

PlotTable SweptPlot::table() const
{
    PlotTable table;
    const std::vector<std::int64_t> numbers = points();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        std::vector<PlotColumn> columns{{column_title(), {}}};
        std::vector<PlotCell> cells{{amount_text(numbers[i]), exact_number(numbers[i])}};
        for (PlotFigure& figure : figures(i)) {
            if (figure.where == PlotFigure::Where::readout) continue;
            columns.push_back(std::move(figure.column));
            cells.push_back(std::move(figure.cell));
        }
        columns.push_back({tr("Fits"), {}});
        const QString fitting = fits(i) ? tr("yes") : tr("no");
        cells.push_back({fitting, fitting});
        table.columns = std::move(columns);
        table.rows.push_back(std::move(cells));
    }
    return table;
}

Readout SweptPlot::readout(std::size_t point) const
{
    Readout readout{heading(point), {}, fits(point) ? QString() : tr("does not fit into memory")};
    for (const PlotFigure& figure : figures(point))
        if (figure.where != PlotFigure::Where::table)
            readout.lines.emplace_back(figure.column.title, figure.cell.shown);
    return readout;
}

PlotFigure SweptPlot::time_figure(const QString& title, double seconds, PlotFigure::Where where) const
{
    return {{title, QStringLiteral("s")}, time_cell(seconds, words()), where};
}

PlotFigure SweptPlot::throughput_figure(double samples_per_second) const
{
    return {{tr("Throughput"), QStringLiteral("samples/s")},
            {words().text(Value{samples_per_second, Unit::samples_per_second}), exact_number(samples_per_second)}};
}

void SweptPlot::draw_too_large(PlotCanvas& canvas) const
{
    const std::vector<std::int64_t> numbers = points();
    std::size_t first = 0;
    while (first < numbers.size() && fits(first)) ++first;
    if (first == numbers.size()) return;
    const QCPRange range = swept_range(numbers);
    const double from = first == 0 ? range.lower : edge_between(numbers[first - 1], numbers[first]);
    if (!(from < range.upper)) return;
    const QCPRange heights = canvas.yAxis->range();
    const Theme& theme = canvas.theme();
    QColor wash = theme.bad;
    wash.setAlpha(20);
    QColor lines = theme.bad;
    lines.setAlpha(70);
    auto* blocked = new HatchedArea(canvas.xAxis, canvas.yAxis);
    blocked->set_band({from, range.upper}, {heights.lower, heights.lower}, {heights.upper, heights.upper});
    blocked->set_fill({wash, Hatch::forward, lines, {}});
    blocked->removeFromLegend();
    QCPItemText* label =
        canvas.add_label(tr("does not fit into memory"), {}, Qt::AlignRight | Qt::AlignBottom, theme.bad);
    label->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    label->position->setCoords(0.99, 0.98);
}

void set_swept_axis(PlotCanvas& canvas, const QString& label, bool linear)
{
    constexpr int pixels_per_label = 48;
    const int labels = std::clamp(canvas.viewport().width() / pixels_per_label, 3, 16);
    canvas.xAxis->setScaleType(linear ? QCPAxis::stLinear : QCPAxis::stLogarithmic);
    canvas.xAxis->setTicker(linear ? decimal_ticker(std::min(labels, 8)) : doubling_ticker(labels));
    canvas.xAxis->setLabel(label);
}

double edge_between(std::int64_t fits, std::int64_t too_large)
{
    return std::sqrt(static_cast<double>(fits) * static_cast<double>(too_large));
}

QCPRange swept_range(const std::vector<std::int64_t>& points)
{
    const auto first = static_cast<double>(points.front());
    const auto last = static_cast<double>(points.back());
    return last > first ? QCPRange(first, last) : QCPRange(first / 2.0, first * 2.0);
}

namespace {

constexpr double grab_distance = 6.0;
constexpr double handle_height = 20.0;
constexpr double grip_width = 14.0;

} // namespace

BatchMarker::BatchMarker(PlotCanvas* canvas) : QCPAbstractItem(canvas), canvas_(canvas)
{
    setLayer(canvas->marker_layer());
    setClipToAxisRect(false);
    setSelectable(false);
}

void BatchMarker::place(double micro_batch, std::optional<double> value)
{
    micro_batch_ = micro_batch;
    value_ = value;
}

double BatchMarker::line_x() const { return canvas_->xAxis->coordToPixel(micro_batch_); }

QRectF BatchMarker::handle() const
{
    const QRect axes = canvas_->axisRect()->rect();
    const double width = QFontMetricsF(canvas_->font()).horizontalAdvance(text_) + 2.0 * grip_width;
    constexpr double margin = 4.0;
    const double rightmost = std::max(margin, canvas_->axisRect()->outerRect().right() - width - margin);
    const double left = std::clamp(line_x() - width / 2.0, margin, rightmost);
    return {left, axes.top() - handle_height - 5.0, width, handle_height};
}

bool BatchMarker::is_grabbed_at(QPointF position) const
{
    const QRect axes = canvas_->axisRect()->rect();
    const bool near_line = std::abs(position.x() - line_x()) <= grab_distance &&
                           position.y() >= axes.top() - handle_height && position.y() <= axes.bottom();
    return near_line || handle().adjusted(-2, -2, 2, 6).contains(position);
}

double BatchMarker::selectTest(const QPointF&, bool, QVariant*) const { return -1.0; }

void BatchMarker::draw(QCPPainter* painter)
{
    const QRect axes = canvas_->axisRect()->rect();
    const double x = line_x();
    if (x < axes.left() - 1.0 || x > axes.right() + 1.0) return;
    const Theme& theme = canvas_->theme();
    painter->setAntialiasing(true);
    painter->setPen(QPen(theme.accent, held_ ? 2.5 : 1.5));
    painter->drawLine(QPointF(x, axes.top() - 5.0), QPointF(x, axes.bottom()));
    if (value_) {
        const double y = canvas_->yAxis->coordToPixel(*value_);
        painter->setBrush(theme.accent);
        painter->setPen(QPen(theme.base, 1.5));
        if (y >= axes.top() && y <= axes.bottom()) painter->drawEllipse(QPointF(x, y), 5.0, 5.0);
    }
    const QRectF pill = handle();
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.accent);
    painter->drawRoundedRect(pill, handle_height / 2.0, handle_height / 2.0);
    painter->setPen(QPen(theme.on_accent, 1.2));
    painter->setFont(canvas_->font());
    painter->drawText(pill, Qt::AlignCenter, text_);
    // Arrow heads say that it moves to both sides.
    const double middle = pill.center().y();
    for (const double side : {-1.0, 1.0}) {
        const double tip = side < 0.0 ? pill.left() + 5.0 : pill.right() - 5.0;
        painter->drawLine(QPointF(tip - side * 3.5, middle - 3.5), QPointF(tip, middle));
        painter->drawLine(QPointF(tip - side * 3.5, middle + 3.5), QPointF(tip, middle));
    }
}

std::int64_t nearest_stop(const std::vector<std::int64_t>& stops, double micro_batch)
{
    const double wanted = std::log(std::max(micro_batch, 1e-9));
    const auto distance = [wanted](std::int64_t stop) {
        return std::abs(std::log(static_cast<double>(stop)) - wanted);
    };
    return *std::min_element(stops.begin(), stops.end(),
                             [&](std::int64_t a, std::int64_t b) { return distance(a) < distance(b); });
}

} // namespace rigwright

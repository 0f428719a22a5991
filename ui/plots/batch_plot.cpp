// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/batch_plot.h"

#include "ui/plots/axis_tickers.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>

namespace rigwright {

BatchPlot::BatchPlot(Document& document, const Words& words, QWidget* parent)
    : PlotPane(words, parent),
      document_(document),
      source_(CurveSource::of(document)),
      readout_box_(new ReadoutBox(&canvas()))
{
    connect(&document, &Document::changed, this, &BatchPlot::follow);
    connect(&document, &Document::settled, this, &BatchPlot::refresh);
    connect(&source_, &CurveSource::changed, this, &BatchPlot::take_curves);
    connect_canvas();
    // The curves may be there already; asking derived classes has to wait until they are constructed.
    QMetaObject::invokeMethod(this, &BatchPlot::take_curves, Qt::QueuedConnection);
}

void BatchPlot::take_curves()
{
    take(source_.curves().get());
    taken_ = true;
    refresh();
}

void BatchPlot::connect_canvas()
{
    canvas().installEventFilter(this);
    connect(&canvas(), &QCustomPlot::mousePress, this, &BatchPlot::press);
    connect(&canvas(), &QCustomPlot::mouseMove, this, &BatchPlot::move);
    connect(&canvas(), &QCustomPlot::mouseRelease, this, &BatchPlot::release);
    connect(&canvas(), &PlotCanvas::readout_stepped, this, &BatchPlot::step_readout);
    connect(&canvas(), &PlotCanvas::readout_chosen, this, &BatchPlot::choose_readout);
    connect(&canvas(), &PlotCanvas::readout_dismissed, this, &BatchPlot::hide_readout);
    connect(&canvas(), &PlotCanvas::copy_asked, this, [this] {
        if (readout_point_)
            QGuiApplication::clipboard()->setText(plain_text(readout_box_->readout()));
        else
            copy_table();
    });
}

void BatchPlot::compose(PlotCanvas& canvas) const
{
    if (!source_.curves()) return canvas.show_message(tr("Computing…"));
    if (!draw_curves(canvas) || !canvas.has_axes()) return;
    auto* marker = new BatchMarker(&canvas);
    place_marker(*marker);
}

void BatchPlot::composed()
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

void BatchPlot::place_marker(BatchMarker& marker) const
{
    const std::optional<Estimate>& estimate = document_.evaluation().estimate;
    const std::int64_t micro_batch = document_.scenario().training.micro_batch;
    const QString count = words().text(Value{static_cast<double>(micro_batch), Unit::count});
    const QString quantity = estimate ? marker_quantity(*estimate) : QString();
    marker.place(static_cast<double>(micro_batch), estimate ? marker_value(*estimate) : std::nullopt);
    marker.set_text(quantity.isEmpty() ? tr("here: %1").arg(count) : tr("here: %1 · %2").arg(count, quantity));
}

void BatchPlot::follow()
{
    // Only the marker moves under the hand; the curves arrive on their own.
    const std::optional<Estimate>& estimate = document_.evaluation().estimate;
    if (!marker_ || (estimate && needs_other_axes(*estimate))) return refresh();
    place_marker(*marker_);
    canvas().marker_layer()->replot();
}

void BatchPlot::press(QMouseEvent* event)
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
    canvas().marker_layer()->replot();
    document_.begin_gesture();
}

void BatchPlot::move(QMouseEvent* event)
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

void BatchPlot::release()
{
    if (!dragging_) return;
    dragging_ = false;
    canvas().setInteraction(QCP::iRangeDrag, canvas().is_zoomed());
    if (marker_) marker_->set_held(false);
    document_.end_gesture();
    refresh();
}

void BatchPlot::drag_to(double x)
{
    const std::vector<std::int64_t> stops = points();
    const QRect axes = canvas().axisRect()->rect();
    if (stops.empty()) return;
    const double inside = std::clamp(x, static_cast<double>(axes.left()), static_cast<double>(axes.right()));
    set_micro_batch(nearest_stop(stops, canvas().xAxis->pixelToCoord(inside)));
}

void BatchPlot::set_micro_batch(std::int64_t micro_batch)
{
    if (micro_batch == document_.scenario().training.micro_batch) return;
    document_.set_field(QStringLiteral("training.micro_batch"), FieldValue(micro_batch));
}

void BatchPlot::step_readout(int points_further)
{
    const std::vector<std::int64_t> batches = points();
    if (batches.empty() || !marker_) return;
    const auto last = static_cast<qint64>(batches.size()) - 1;
    const std::int64_t present = nearest_stop(batches, static_cast<double>(document_.scenario().training.micro_batch));
    const qint64 at_marker = std::lower_bound(batches.begin(), batches.end(), present) - batches.begin();
    // The first key press shows the present batch; the next ones move on.
    const qint64 from =
        readout_point_ ? static_cast<qint64>(*readout_point_) : at_marker - std::clamp(points_further, -1, 1);
    show_readout(static_cast<std::size_t>(std::clamp<qint64>(from + points_further, 0, last)));
    readout_pinned_ = true;
    canvas().setAccessibleDescription(plain_text(readout_box_->readout()) + QLatin1Char('\n') + caption());
    QAccessibleEvent event(&canvas(), QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void BatchPlot::choose_readout()
{
    const std::vector<std::int64_t> batches = points();
    if (readout_point_ && *readout_point_ < batches.size()) set_micro_batch(batches[*readout_point_]);
}

void BatchPlot::show_readout(std::size_t point)
{
    readout_point_ = point;
    const double micro_batch = static_cast<double>(points()[point]);
    if (!crosshair_) {
        crosshair_ = new QCPItemStraightLine(&canvas());
        crosshair_->setLayer(canvas().readout_layer());
        crosshair_->setPen(QPen(canvas().theme().muted, 1.0, Qt::DashLine));
        crosshair_->setSelectable(false);
    }
    crosshair_->point1->setCoords(micro_batch, canvas().yAxis->range().lower);
    crosshair_->point2->setCoords(micro_batch, canvas().yAxis->range().upper);
    crosshair_->setVisible(true);
    canvas().readout_layer()->replot();
    readout_box_->show_readout(readout(point), canvas().theme());
    readout_box_->place_beside(qRound(canvas().xAxis->coordToPixel(micro_batch)),
                               canvas().axisRect()->rect().top() + 8);
}

void BatchPlot::hide_readout()
{
    readout_pinned_ = false;
    if (!readout_point_) return;
    readout_point_.reset();
    readout_box_->hide();
    if (crosshair_) crosshair_->setVisible(false);
    canvas().readout_layer()->replot();
}

bool BatchPlot::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &canvas() && event->type() == QEvent::Leave && !readout_pinned_) hide_readout();
    return PlotPane::eventFilter(watched, event);
}

void BatchPlot::hideEvent(QHideEvent* event)
{
    release();
    PlotPane::hideEvent(event);
}

void set_batch_axis(PlotCanvas& canvas)
{
    constexpr int pixels_per_label = 48;
    canvas.xAxis->setScaleType(QCPAxis::stLogarithmic);
    canvas.xAxis->setTicker(doubling_ticker(std::clamp(canvas.viewport().width() / pixels_per_label, 3, 16)));
    canvas.xAxis->setLabel(BatchPlot::tr("Micro-batch (samples a GPU takes at once)"));
}

QCPRange batch_range(const std::vector<std::int64_t>& points)
{
    const auto first = static_cast<double>(points.front());
    const auto last = static_cast<double>(points.back());
    return last > first ? QCPRange(first, last) : QCPRange(first / 2.0, first * 2.0);
}

double edge_between(std::int64_t fits, std::int64_t too_large)
{
    return std::sqrt(static_cast<double>(fits) * static_cast<double>(too_large));
}

} // namespace rigwright

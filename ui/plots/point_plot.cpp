// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/point_plot.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace rigwright {

PointPlot::PointPlot(Document& document, const Localization& words, QWidget* parent)
    : PlotPane(words, parent),
      document_(document),
      readout_box_(new ReadoutBox(&canvas()))
{
    connect(&document, &Document::changed, this, &PointPlot::follow);
    canvas().installEventFilter(this);
    connect(&canvas(), &QCustomPlot::mouseMove, this, &PointPlot::move);
    connect(&canvas(), &PlotCanvas::readout_stepped, this, &PointPlot::step);
    connect(&canvas(), &PlotCanvas::readout_dismissed, this, &PointPlot::hide_readout);
    connect(&canvas(), &PlotCanvas::copy_requested, this, [this] {
        if (shown_)
            QGuiApplication::clipboard()->setText(plain_text(readout_box_->readout()));
        else
            copy_table();
    });
    // Derived classes are asked only once they are constructed.
    QMetaObject::invokeMethod(this, &PointPlot::refresh, Qt::QueuedConnection);
}

void PointPlot::follow()
{
    forget();
    refresh();
}

void PointPlot::composed()
{
    crosshair_ = nullptr;
    mark_ = nullptr;
    if (!shown_) return;
    const std::size_t point = *shown_;
    hide_readout();
    if (point < point_count()) show_readout(point);
}

void PointPlot::move(QMouseEvent* event)
{
    if (point_count() == 0 || !canvas().axisRect()->rect().contains(event->pos())) return hide_readout();
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < point_count(); ++i) {
        if (distance(i, event->position()) < distance(nearest, event->position())) nearest = i;
    }
    show_readout(nearest);
}

double PointPlot::distance(std::size_t point, QPointF from) const
{
    const double across = canvas().xAxis->coordToPixel(place_of(point)) - from.x();
    const std::optional<double> height = height_of(point);
    return std::hypot(across, height ? canvas().yAxis->coordToPixel(*height) - from.y() : 0.0);
}

void PointPlot::mark(std::size_t point)
{
    const std::optional<double> height = height_of(point);
    if (!height) return;
    if (!mark_) {
        mark_ = canvas().add_mark({place_of(point), *height});
        mark_->setBrush(Qt::NoBrush);
        mark_->setSize(14.0);
        mark_->setLayer(canvas().readout_layer());
    }
    mark_->position->setCoords(place_of(point), *height);
    mark_->setVisible(true);
}

void PointPlot::step(int points_further)
{
    if (point_count() == 0) return;
    const auto last = static_cast<qint64>(point_count()) - 1;
    const qint64 from = shown_ ? static_cast<qint64>(*shown_) : (points_further > 0 ? -1 : last + 1);
    show_readout(static_cast<std::size_t>(std::clamp<qint64>(from + points_further, 0, last)));
    canvas().setAccessibleDescription(plain_text(readout_box_->readout()) + QLatin1Char('\n') + caption());
    QAccessibleEvent event(&canvas(), QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void PointPlot::show_readout(std::size_t point)
{
    shown_ = point;
    const double x = place_of(point);
    if (!crosshair_) {
        crosshair_ = new QCPItemStraightLine(&canvas());
        crosshair_->setLayer(canvas().readout_layer());
        crosshair_->setPen(QPen(canvas().theme().muted, 1.0, Qt::DashLine));
        crosshair_->setSelectable(false);
    }
    crosshair_->point1->setCoords(x, canvas().yAxis->range().lower);
    crosshair_->point2->setCoords(x, canvas().yAxis->range().upper);
    crosshair_->setVisible(true);
    mark(point);
    canvas().replot_layer(canvas().readout_layer());
    readout_box_->show_readout(readout(point), canvas().theme());
    readout_box_->place_beside(qRound(canvas().xAxis->coordToPixel(x)), canvas().axisRect()->rect().top() + 8);
}

void PointPlot::hide_readout()
{
    if (!shown_) return;
    shown_.reset();
    readout_box_->hide();
    if (crosshair_) crosshair_->setVisible(false);
    if (mark_) mark_->setVisible(false);
    canvas().replot_layer(canvas().readout_layer());
}

bool PointPlot::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &canvas() && event->type() == QEvent::Leave) hide_readout();
    return PlotPane::eventFilter(watched, event);
}

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/layer_list_view.h"

#include "ui/theme/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace rigwright {

namespace {

constexpr qreal line_width = 2.0;

} // namespace

LayerListView::LayerListView(QWidget* parent) : QTableView(parent) {}

int LayerListView::row_before(int y) const
{
    const int rows = model()->rowCount();
    const int row = rowAt(std::clamp(y, 0, viewport()->height() - 1));
    if (row < 0) return rows;
    const int middle = rowViewportPosition(row) + rowHeight(row) / 2;
    return y > middle ? row + 1 : row;
}

void LayerListView::stop()
{
    row_ = -1;
    before_ = -1;
    viewport()->unsetCursor();
    viewport()->update();
}

void LayerListView::mousePressEvent(QMouseEvent* event)
{
    QTableView::mousePressEvent(event);
    pressed_ = event->position().toPoint();
    row_ = event->button() == Qt::LeftButton ? rowAt(pressed_.y()) : -1;
}

void LayerListView::mouseMoveEvent(QMouseEvent* event)
{
    if (row_ < 0 || !(event->buttons() & Qt::LeftButton)) {
        QTableView::mouseMoveEvent(event);
        return;
    }
    const QPoint place = event->position().toPoint();
    if (!is_dragging() && (place - pressed_).manhattanLength() < QApplication::startDragDistance()) return;
    // Beyond the edge the list goes on.
    if (place.y() < 0) verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
    if (place.y() >= viewport()->height()) verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
    before_ = row_before(place.y());
    viewport()->setCursor(Qt::ClosedHandCursor);
    viewport()->update();
}

void LayerListView::mouseReleaseEvent(QMouseEvent* event)
{
    QTableView::mouseReleaseEvent(event);
    const int row = row_;
    const int before = before_;
    stop();
    if (before >= 0 && before != row && before != row + 1) emit row_moved(row, before);
}

void LayerListView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && is_dragging()) {
        stop();
        return;
    }
    QTableView::keyPressEvent(event);
}

void LayerListView::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (!is_dragging()) return;
    const int last = model()->rowCount() - 1;
    const int y = before_ > last ? rowViewportPosition(last) + rowHeight(last) : rowViewportPosition(before_);
    QPainter painter(viewport());
    painter.setPen(QPen(theme_of(palette()).accent, line_width));
    painter.drawLine(0, std::max(y, 1), viewport()->width(), std::max(y, 1));
}

} // namespace rigwright

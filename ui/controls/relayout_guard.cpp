// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/relayout_guard.h"

#include <QEvent>

#include <algorithm>
#include <utility>

namespace rigwright {

namespace {

/// Minimum width of wrapping content.
constexpr int least_box_width = 60;

} // namespace

RelayoutGuard::RelayoutGuard(QWidget* content, Follows follows, QWidget* parent)
    : QWidget(parent),
      content_(content),
      follows_(follows)
{
    setSizePolicy(content_->sizePolicy());
    const bool hidden = content_->testAttribute(Qt::WA_WState_ExplicitShowHide) && content_->isHidden();
    content_->setParent(this);
    content_->setVisible(!hidden);
    // Showing it without a parent would open a window.
    if (hidden) hide();
    content_->installEventFilter(this);
}

RelayoutGuard::Wish RelayoutGuard::wish() const
{
    Wish wish;
    if (content_->hasHeightForWidth()) wish.height = heightForWidth(width());
    if (wraps()) return wish;
    wish.hint = sizeHint();
    wish.minimum = minimumSizeHint();
    return wish;
}

QSize RelayoutGuard::sizeHint() const
{
    return wraps() ? QSize(least_box_width, heightForWidth(std::max(width(), least_box_width))) : content_->sizeHint();
}

QSize RelayoutGuard::minimumSizeHint() const
{
    if (wraps()) return {least_box_width, fontMetrics().height()};
    return content_->minimumSizeHint().expandedTo(content_->minimumSize());
}

int RelayoutGuard::heightForWidth(int width) const
{
    if (std::exchange(asked_width_, width) != width) answered_height_ = content_->heightForWidth(width);
    return answered_height_;
}

bool RelayoutGuard::event(QEvent* event)
{
    if (event->type() != QEvent::LayoutRequest) return QWidget::event(event);
    asked_width_ = -1;
    const Wish present = wish();
    if (present == known_) return true;
    known_ = present;
    updateGeometry();
    return true;
}

bool RelayoutGuard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::HideToParent) hide();
    if (event->type() == QEvent::ShowToParent) show();
    return QWidget::eventFilter(watched, event);
}

void RelayoutGuard::showEvent(QShowEvent* event)
{
    // A hidden widget is not notified of content changes.
    asked_width_ = -1;
    known_ = wish();
    updateGeometry();
    QWidget::showEvent(event);
}

void RelayoutGuard::resizeEvent(QResizeEvent*)
{
    content_->setGeometry(rect());
    const Wish present = wish();
    const bool other_room = present.hint != known_.hint || present.minimum != known_.minimum;
    known_ = present;
    // The size was set before the content requested it, which then finds no change.
    if (other_room) updateGeometry();
}

} // namespace rigwright

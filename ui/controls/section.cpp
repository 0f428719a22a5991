// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/section.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace rigwright {

Section::Section(const QString& id, QWidget* parent) : QWidget(parent), head_(new QToolButton(this)), body_(new QWidget(this)), content_(new QVBoxLayout(body_))
{
    setObjectName(id);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 4, 8, 6);
    column->setSpacing(0);
    head_->setCheckable(true);
    head_->setChecked(true);
    head_->setAutoRaise(true);
    head_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    head_->setArrowType(Qt::DownArrow);
    head_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    QFont font = head_->font();
    font.setBold(true);
    head_->setFont(font);
    content_->setContentsMargins(6, 2, 0, 4);
    content_->setSpacing(4);
    column->addWidget(head_);
    column->addWidget(body_);
    connect(head_, &QToolButton::toggled, this, &Section::unfold);
}

void Section::set_title(const QString& title)
{
    head_->setText(title);
    head_->setAccessibleName(title);
}

void Section::unfold(bool open)
{
    body_->setVisible(open);
    head_->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
}

void Section::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = theme_of(palette());
    painter.setPen(theme.border);
    painter.setBrush(theme.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

} // namespace rigwright

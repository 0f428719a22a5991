// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/input_group.h"

#include "ui/controls/card.h"
#include "ui/controls/field_control.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QPainter>

namespace rigwright {

InputGroup::InputGroup(const QString& id, Rank rank, QWidget* parent)
    : QWidget(parent),
      rank_(rank),
      column_(new QVBoxLayout(this)),
      title_(heading(1.0, this)),
      scope_(small_label(this))
{
    setObjectName(id);
    column_->setContentsMargins(0, 0, 0, 6);
    column_->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(FieldControl::margin, 4, 0, 4);
    head->setSpacing(6);
    if (rank == Rank::sub) title_->setForegroundRole(QPalette::PlaceholderText);
    head->addWidget(title_);
    head->addWidget(scope_, 1);
    column_->addLayout(head);
}

void InputGroup::set_title(const QString& title, const QString& scope)
{
    title_->setText(title);
    scope_->setText(scope);
}

void InputGroup::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(theme_of(palette()).border);
    const int y = title_->geometry().bottom() + 3;
    painter.drawLine(FieldControl::margin, y, width(), y);
}

} // namespace rigwright

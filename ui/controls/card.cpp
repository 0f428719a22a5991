// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/card.h"

#include "ui/format/tool_tip.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyleOptionButton>
#include <QStylePainter>
#include <QToolTip>

#include <algorithm>

namespace rigwright {

void Card::paintEvent(QPaintEvent*)
{
    constexpr double radius = 6.0;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = theme_of(palette());
    painter.setPen(theme.border);
    painter.setBrush(theme.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

ElidingButton::ElidingButton(QWidget* parent) : QPushButton(parent)
{
    // A layout uses a button's size hint as its minimum.
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidingButton::set_hint(const QString& hint)
{
    hint_ = hint;
    setToolTip(tool_tip(hint));
}

QSize ElidingButton::minimumSizeHint() const
{
    constexpr int narrowest = 96;
    const QSize wanted = QPushButton::minimumSizeHint();
    return {std::min(wanted.width(), narrowest), wanted.height()};
}

void ElidingButton::paintEvent(QPaintEvent*)
{
    QStyleOptionButton option;
    initStyleOption(&option);
    const int room = style()->subElementRect(QStyle::SE_PushButtonContents, &option, this).width();
    option.text = fontMetrics().elidedText(option.text, Qt::ElideRight, room, Qt::TextShowMnemonic);
    QStylePainter(this).drawControl(QStyle::CE_PushButton, option);
}

bool ElidingButton::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || width() >= sizeHint().width()) return QPushButton::event(event);
    QString whole = text();
    whole.replace(QLatin1String("&&"), QLatin1String("&"));
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), tool_tip(whole + QLatin1Char('\n') + hint_), this);
    return true;
}

namespace {

constexpr int arrow_space = 18;

} // namespace

SectionHead::SectionHead(QWidget* parent) : QAbstractButton(parent)
{
    setCheckable(true);
    setChecked(true);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
    QFont bold = font();
    bold.setBold(true);
    setFont(bold);
}

QSize SectionHead::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + 2 * arrow_space, fontMetrics().height() + 8};
}

void SectionHead::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = theme_of(palette());
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 1.5));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
    }
    const QPointF middle(arrow_space / 2.0, height() / 2.0);
    painter.setPen(QPen(theme.muted, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPolygonF down{{-4, -2}, {0, 2.2}, {4, -2}};
    const QPolygonF aside{{-2, -4}, {2.2, 0}, {-2, 4}};
    painter.drawPolyline((isChecked() ? down : aside).translated(middle));
    painter.setPen(theme.text);
    painter.drawText(rect().adjusted(arrow_space, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     text());
}

Section::Section(const QString& id, Rank rank, QWidget* parent)
    : Card(parent),
      rank_(rank),
      head_(new SectionHead(this)),
      body_(new QWidget(this)),
      content_(new QVBoxLayout(body_))
{
    setObjectName(id);
    auto* column = new QVBoxLayout(this);
    const bool main = rank == Rank::main;
    column->setContentsMargins(main ? QMargins(8, 4, 8, 6) : QMargins());
    column->setSpacing(0);
    content_->setContentsMargins(main ? QMargins(6, 2, 0, 4) : QMargins(0, 2, 0, 0));
    content_->setSpacing(4);
    column->addWidget(head_);
    column->addWidget(body_);
    connect(head_, &QAbstractButton::toggled, body_, &QWidget::setVisible);
}

void Section::set_title(const QString& title)
{
    head_->setText(title);
    head_->setAccessibleName(title);
    head_->updateGeometry();
}

void Section::paintEvent(QPaintEvent* event)
{
    if (rank_ == Rank::main) Card::paintEvent(event);
}

} // namespace rigwright

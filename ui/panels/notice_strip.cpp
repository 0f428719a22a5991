// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/notice_strip.h"

#include "ui/controls/card.h"
#include "ui/format/on_change.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QPainter>

namespace rigwright {

namespace {

constexpr int notice_sign_size = 16;

} // namespace

NoticeStrip::NoticeStrip(Kind kind, QWidget* parent)
    : QWidget(parent),
      kind_(kind),
      row_(new QHBoxLayout(this)),
      sign_(new QLabel(this)),
      text_(wrapped_label(this)),
      close_(new QToolButton(this))
{
    row_->setContentsMargins(12, 6, 8, 6);
    row_->setSpacing(8);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    close_->setAutoRaise(true);
    row_->addWidget(sign_, 0, Qt::AlignVCenter);
    row_->addWidget(text_, 1);
    row_->addWidget(close_, 0, Qt::AlignVCenter);
    connect(close_, &QToolButton::clicked, this, [this] {
        hide();
        emit dismissed();
    });
    retranslate();
    paint_sign();
    hide();
    on_change(this, QEvent::PaletteChange, [this] { paint_sign(); });
    on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
}

void NoticeStrip::show_text(TextMaker text)
{
    disconnect(until_undone_);
    make_text_ = std::move(text);
    text_->setText(make_text_());
    show();
    QAccessibleEvent alert(text_, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void NoticeStrip::show_until_undone(TextMaker text, const QUndoStack& steps)
{
    show_text(std::move(text));
    until_undone_ = connect(&steps, &QUndoStack::indexChanged, this, [this, done = steps.index()](int index) {
        if (index < done) hide();
    });
}

void NoticeStrip::add_button(QAbstractButton* button)
{
    row_->insertWidget(row_->count() - 1, button, 0, Qt::AlignVCenter);
}

void NoticeStrip::paint_sign()
{
    const Theme& theme = theme_of(palette());
    const bool error = kind_ == Kind::error;
    sign_->setPixmap(symbol_pixmap(error ? Symbol::stop_octagon : Symbol::info_disc, notice_sign_size,
                                   devicePixelRatioF(), error ? theme.bad : theme.accent, theme.card));
    close_->setIcon(symbol_icon(Symbol::close_cross, theme.muted, theme.card));
}

void NoticeStrip::retranslate()
{
    close_->setToolTip(tr("Dismiss"));
    close_->setAccessibleName(tr("Dismiss"));
    if (make_text_) text_->setText(make_text_());
}

void NoticeStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = theme_of(palette());
    painter.fillRect(rect(), kind_ == Kind::error ? theme.bad_wash : theme.note_wash);
    painter.setPen(theme.border);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace rigwright

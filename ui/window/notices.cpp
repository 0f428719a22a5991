// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/notices.h"

#include "ui/controls/card.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QFileInfo>
#include <QPainter>

namespace rigwright {

namespace {

constexpr int notice_sign_size = 16;

} // namespace

NoticeStrip::NoticeStrip(Kind kind, QWidget* parent)
    : QWidget(parent),
      kind_(kind),
      row_(new QHBoxLayout(this)),
      text_(selectable(wrapped_label(this))),
      close_(spoken(new QToolButton(this), [] { return tr("Dismiss"); }))
{
    row_->setContentsMargins(12, 6, 8, 6);
    row_->setSpacing(8);
    close_->setAutoRaise(true);
    auto* sign = new QLabel(this);
    fill(row_, {{sign, 0, Qt::AlignVCenter}, {text_, 1}, {close_, 0, Qt::AlignVCenter}});
    connect(close_, &QToolButton::clicked, this, [this] {
        hide();
        emit dismissed();
    });
    hide();
    in_each_palette(this, [this, sign] {
        const Theme& theme = theme_of(palette());
        const bool error = kind_ == Kind::error;
        sign->setPixmap(symbol_pixmap(error ? Symbol::stop_octagon : Symbol::info_disc, notice_sign_size,
                                      devicePixelRatioF(), error ? theme.bad : theme.accent, theme.card));
        close_->setIcon(symbol_icon(Symbol::close_cross, theme.muted, theme.card));
    });
    in_each_language(this, [this] {
        close_->setToolTip(tr("Dismiss"));
        if (make_text_) text_->setText(make_text_());
    });
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

void NoticeStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = theme_of(palette());
    painter.fillRect(rect(), kind_ == Kind::error ? theme.bad_wash : theme.note_wash);
    painter.setPen(theme.border);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

Notices::Notices(QWidget* parent)
    : QWidget(parent),
      trouble_(new NoticeStrip(NoticeStrip::Kind::error, this)),
      safe_start_(new NoticeStrip(NoticeStrip::Kind::note, this)),
      news_(new NoticeStrip(NoticeStrip::Kind::note, this)),
      welcome_(new NoticeStrip(NoticeStrip::Kind::note, this))
{
    auto* column = column_in(this, {0, 0, 0, 0}, 0);
    for (const auto& [strip, name] : {std::pair(trouble_, "trouble"), std::pair(safe_start_, "safe_start"),
                                      std::pair(news_, "news"), std::pair(welcome_, "welcome")}) {
        strip->setObjectName(QLatin1String(name));
        column->addWidget(strip);
    }
    const auto add = [this](NoticeStrip* strip, const char* name, const TextMaker& text, auto pressed) {
        auto* button = rigwright::say(named(new QPushButton(strip), name), text);
        strip->add_button(button);
        connect(button, &QPushButton::clicked, this, pressed);
    };
    add(
        welcome_, "start_model", [] { return tr("Choose my model"); },
        [this] { emit field_requested(QStringLiteral("model.preset")); });
    add(
        welcome_, "start_data", [] { return tr("Enter my dataset"); },
        [this] { emit field_requested(QStringLiteral("dataset.samples")); });
    add(
        safe_start_, "restore_session", [] { return tr("Restore"); },
        [this] {
            safe_start_->hide();
            emit restore_requested(left_out_);
        });
    connect(welcome_, &NoticeStrip::dismissed, this, [this] { dismissed_ = true; });
}

void Notices::say(const TextMaker& message)
{
    trouble_->hide();
    news_->show_text(message);
}

void Notices::fail(const TextMaker& message)
{
    news_->hide();
    trouble_->show_text(message);
}

void Notices::show_welcome(bool shown)
{
    if (!shown || dismissed_) return welcome_->hide();
    welcome_->show_text([] { return tr("This is an example. Change any setting to see the effect, or start with:"); });
}

void Notices::tell_safe_start(const QString& file)
{
    left_out_ = file;
    safe_start_->show_text([name = QFileInfo(file).fileName()] {
        return name.isEmpty()
                   ? tr("Rigwright crashed twice during startup, so the saved window layout was not restored.")
                   : tr("Rigwright crashed twice during startup, so the saved window layout and the file “%1” were not "
                        "restored.")
                         .arg(name);
    });
}

} // namespace rigwright

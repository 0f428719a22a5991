// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/field_control.h"

#include "ui/format/on_change.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QSignalBlocker>

namespace rigwright {

namespace {

constexpr int gesture_pause_ms = 1000;
constexpr int symbol_size = 14;

} // namespace

FieldControl::FieldControl(QString path, QWidget* parent) : QWidget(parent), path_(std::move(path))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    build_row();
    build_message();
    column->addLayout(row_);
    column->addWidget(message_row_);
    pause_.setSingleShot(true);
    pause_.setInterval(gesture_pause_ms);
    connect(&pause_, &QTimer::timeout, this, &FieldControl::gesture_ended);
    on_change(this, QEvent::PaletteChange, [this] { paint_symbols(); });
}

FieldControl::~FieldControl()
{
    // A focused editor loses the focus during deletion; ignore its signals from here on.
    for (QObject* child : findChildren<QObject*>()) child->disconnect(this);
}

void FieldControl::build_row()
{
    row_ = new QHBoxLayout;
    row_->setSpacing(6);
    label_ = new QLabel(this);
    label_->setTextFormat(Qt::PlainText);
    label_->installEventFilter(this);
    reset_ = new QToolButton(this);
    reset_->setAutoRaise(true);
    reset_->setIconSize(QSize(symbol_size, symbol_size));
    reset_->setFocusPolicy(Qt::TabFocus);
    QSizePolicy policy = reset_->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    reset_->setSizePolicy(policy);
    reset_->hide();
    connect(reset_, &QToolButton::clicked, this, &FieldControl::reset);
    row_->addWidget(label_);
    row_->addWidget(reset_);
}

void FieldControl::build_message()
{
    message_row_ = new QWidget(this);
    auto* line = new QHBoxLayout(message_row_);
    line->setContentsMargins(0, 0, 0, 4);
    line->setSpacing(6);
    message_sign_ = new QLabel(message_row_);
    message_sign_->setTextFormat(Qt::PlainText);
    message_text_ = new QLabel(message_row_);
    message_text_->setTextFormat(Qt::PlainText);
    message_text_->setWordWrap(true);
    line->addWidget(message_sign_, 0, Qt::AlignTop);
    line->addWidget(message_text_, 1);
    message_row_->hide();
    paint_symbols();
}

QString FieldControl::plain_label() const
{
    QString text = label_->text();
    // Chinese labels have their mnemonic in brackets at the end.
    const qsizetype bracket = text.indexOf(QLatin1String("(&"));
    if (bracket > 0) text.truncate(bracket);
    return text.remove(QLatin1Char('&'));
}

void FieldControl::set_texts(const ControlTexts& texts)
{
    label_->setText(texts.label);
    label_->setBuddy(editor());
    label_->setToolTip(texts.help);
    setToolTip(texts.help);
    setWhatsThis(texts.help);
    editor()->setAccessibleName(plain_label());
    reset_->setToolTip(tr("Reset to the default"));
    reset_->setAccessibleName(tr("Reset %1").arg(plain_label()));
    if (is_marked()) show_message();
}

void FieldControl::show_value(const FieldValue& value, bool is_default)
{
    reset_->setVisible(!is_default);
    shows_default_ = is_default;
    if (shows_something_ && value == shown_) return;
    shows_something_ = true;
    shown_ = value;
    clear_mark();
    display(value);
}

void FieldControl::mark(TextMaker message)
{
    make_message_ = std::move(message);
    show_message();
    message_row_->show();
    display_mark(true);
    QAccessibleEvent alert(message_text_, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void FieldControl::show_message()
{
    message_ = make_message_();
    message_text_->setText(message_);
    editor()->setAccessibleDescription(message_);
}

void FieldControl::clear_mark()
{
    if (!is_marked()) return;
    make_message_ = nullptr;
    message_.clear();
    message_row_->hide();
    editor()->setAccessibleDescription(QString());
    display_mark(false);
}

void FieldControl::show_in_force()
{
    clear_mark();
    display(shown_);
}

void FieldControl::ask(const FieldValue& value)
{
    // The shown value needs no request, but a rejected text before it may have left its mark.
    clear_mark();
    if (value != shown_ || value.index() == 0) emit edited(path_, value);
}

void FieldControl::reset()
{
    show_in_force();
    emit edited(path_, FieldValue());
    editor()->setFocus();
}

void FieldControl::touch_gesture()
{
    if (!pause_.isActive()) emit gesture_began();
    pause_.start();
}

void FieldControl::end_touch_gesture()
{
    if (!pause_.isActive()) return;
    pause_.stop();
    emit gesture_ended();
}

void FieldControl::paint_symbols()
{
    const Theme& theme = theme_of(palette());
    reset_->setIcon(symbol_icon(Symbol::reset_arrow, theme.muted, theme.base));
    message_sign_->setPixmap(
        symbol_pixmap(Symbol::stop_octagon, symbol_size, devicePixelRatioF(), theme.bad, theme.base));
    QPalette message_palette = message_text_->palette();
    message_palette.setColor(QPalette::WindowText, theme.bad);
    message_text_->setPalette(message_palette);
}

bool FieldControl::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == label_ && event->type() == QEvent::MouseButtonDblClick) {
        reset();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

FlagControl::FlagControl(QString path, QWidget* parent)
    : FieldControl(std::move(path), parent),
      box_(new QCheckBox(this))
{
    row()->insertWidget(1, box_, 1);
    connect(box_, &QCheckBox::toggled, this, [this](bool on) { ask(FieldValue(on)); });
}

void FlagControl::display(const FieldValue& value)
{
    const QSignalBlocker silent(box_);
    const bool* on = std::get_if<bool>(&value);
    box_->setChecked(on && *on);
}

} // namespace rigwright

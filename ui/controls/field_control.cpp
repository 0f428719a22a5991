// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/field_control.h"

#include "ui/controls/card.h"
#include "ui/controls/exact_field.h"
#include "ui/format/on_change.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalBlocker>

namespace rigwright {

namespace {

constexpr int gesture_pause_ms = 1000;
constexpr int symbol_size = 14;
constexpr double dot_size = 5.0;
constexpr int least_label_beside_wide = 44;
constexpr int label_gap = 6;

} // namespace

FieldControl::FieldControl(QString path, QWidget* parent)
    : QWidget(parent),
      path_(std::move(path)),
      message_text_(error_line(this, symbol_size, {0, 0, 0, 4}, 6))
{
    grid_ = new QGridLayout(this);
    grid_->setContentsMargins(margin, 2, 0, 2);
    grid_->setSpacing(0);
    build_row();
    grid_->addWidget(message_text_->parentWidget(), 3, 0, 1, 3);
    pause_.setSingleShot(true);
    pause_.setInterval(gesture_pause_ms);
    connect(&pause_, &QTimer::timeout, this, &FieldControl::gesture_ended);
}

FieldControl::~FieldControl()
{
    // A focused editor loses the focus during deletion; ignore its signals.
    for (QObject* child : findChildren<QObject*>()) child->disconnect(this);
}

void FieldControl::build_row()
{
    label_ = rigwright::plain_label(this);
    label_->installEventFilter(this);
    reset_ = named(new QToolButton(this), "reset");
    reset_->setAutoRaise(true);
    reset_->setIconSize(QSize(symbol_size, symbol_size));
    reset_->setFixedSize(row_field_height, row_field_height);
    // Part of the row's one Tab stop.
    reset_->setFocusPolicy(Qt::NoFocus);
    reset_->hide();
    connect(reset_, &QToolButton::clicked, this, &FieldControl::reset);
    in_each_palette(this, [this] {
        const Theme& theme = theme_of(palette());
        reset_->setIcon(symbol_icon(Symbol::reset_arrow, theme.muted, theme.base));
    });
}

void FieldControl::place_editor(bool wide)
{
    is_wide_ = wide;
    editor()->installEventFilter(this);
    arrange();
}

QString FieldControl::short_label() const
{
    static const QRegularExpression remark(QStringLiteral("\\s*[(（][^)）]*[)）]$"));
    return QString(whole_label_).remove(remark);
}

void FieldControl::hide_label()
{
    has_label_ = false;
    label_->hide();
    grid_->setContentsMargins(0, 0, 0, 0);
    arrange();
}

void FieldControl::set_flush()
{
    is_flush_ = true;
    grid_->setContentsMargins(0, 2, 0, 2);
    arrange();
}

void FieldControl::arrange()
{
    if (!has_label_) return grid_->addWidget(editor(), 0, 0, 1, 3);
    const int room = width() - (is_flush_ ? 0 : margin);
    const int gap = (is_wide_ ? label_gap : 0) + (is_flush_ ? margin : 0);
    const int beside = room - reset_->width() - editor_width() - gap;
    const QFontMetrics metrics(label_->font());
    const auto fits = [&](const QString& text, int space) { return metrics.horizontalAdvance(text) + 2 <= space; };
    const QString brief = short_label();
    const bool is_beside = fits(brief, beside);
    const int space = is_beside ? beside : room - reset_->width();
    label_->setText(fits(whole_label_, space) ? whole_label_ : brief);
    label_->setWordWrap(!is_beside && !fits(brief, space));
    label_->setMinimumHeight(is_beside ? row_field_height : metrics.height() + 2);
    label_->setMinimumWidth(is_beside && is_wide_ ? least_label_beside_wide : 0);
    label_->setContentsMargins(0, 0, is_beside ? gap : 0, 0);
    for (QWidget* part : {static_cast<QWidget*>(label_), static_cast<QWidget*>(reset_), editor()})
        grid_->removeWidget(part);
    const Qt::Alignment right = is_wide_ ? Qt::Alignment() : Qt::AlignRight;
    if (is_beside) {
        grid_->addWidget(label_, 0, 0, Qt::AlignVCenter);
        grid_->addWidget(reset_, 0, 1, Qt::AlignVCenter);
        grid_->addWidget(editor(), 0, 2, right | Qt::AlignVCenter);
    } else {
        grid_->addWidget(label_, 0, 0, 1, 2);
        grid_->addWidget(reset_, 0, 2, Qt::AlignRight | Qt::AlignVCenter);
        grid_->addWidget(editor(), 1, 0, 1, 3, right);
    }
    const bool label_stretches = !is_beside || !is_wide_;
    grid_->setColumnStretch(0, label_stretches ? 1 : 0);
    grid_->setColumnStretch(2, is_beside && is_wide_ ? 1 : 0);
}

void FieldControl::set_texts(const ControlTexts& texts)
{
    whole_label_ = texts.label;
    // The tooltip has the full label if the column is too narrow.
    const QString hint = whole_label_.toHtmlEscaped() + QLatin1String("<br>") +
                         texts.help.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>"));
    label_->setToolTip(hint);
    setToolTip(hint);
    setWhatsThis(texts.help);
    editor()->setAccessibleName(plain_label());
    reset_->setToolTip(tr("Reset to the default (Ctrl+Delete)"));
    reset_->setAccessibleName(tr("Reset %1").arg(plain_label()));
    if (is_marked()) show_message();
    arrange();
}

void FieldControl::show_value(const FieldValue& value, bool is_default)
{
    reset_->setVisible(!is_default);
    if (shows_default_ != is_default) update();
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
    message_text_->parentWidget()->show();
    display_mark(true);
    QAccessibleEvent alert(message_text_, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
    emit mark_changed();
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
    message_text_->parentWidget()->hide();
    editor()->setAccessibleDescription(QString());
    display_mark(false);
    emit mark_changed();
}

void FieldControl::show_in_force()
{
    clear_mark();
    display(shown_);
}

void FieldControl::ask(const FieldValue& value)
{
    // The shown value needs no request, but a rejected text may have left a mark.
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

void FieldControl::paintEvent(QPaintEvent*)
{
    if (!is_changed()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_of(palette()).accent);
    const int behind = label_->fontMetrics().horizontalAdvance(label_->text()) + margin - static_cast<int>(dot_size);
    const QRectF dot(is_flush_ ? behind : 0, label_->geometry().center().y() - dot_size / 2.0, dot_size, dot_size);
    painter.drawEllipse(dot);
}

QSize FieldControl::minimumSizeHint() const
{
    // Narrower than the current arrangement, so that it can change.
    constexpr int narrowest = 160;
    return {narrowest, QWidget::minimumSizeHint().height()};
}

void FieldControl::resizeEvent(QResizeEvent* event)
{
    if (event->size().width() != event->oldSize().width()) arrange();
}

bool FieldControl::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == label_ && event->type() == QEvent::MouseButtonDblClick) {
        reset();
        return true;
    }
    if (watched == editor() && event->type() == QEvent::KeyPress && is_changed()) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Delete && key->modifiers() == Qt::ControlModifier) {
            reset();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

FlagControl::FlagControl(QString path, QWidget* parent)
    : FieldControl(std::move(path), parent),
      box_(new QCheckBox(this))
{
    place_editor(false);
    connect(box_, &QCheckBox::toggled, this, [this](bool on) { ask(FieldValue(on)); });
}

void FlagControl::display(const FieldValue& value)
{
    const QSignalBlocker silent(box_);
    const bool* on = std::get_if<bool>(&value);
    box_->setChecked(on && *on);
}

} // namespace rigwright

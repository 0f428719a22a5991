// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/exact_field.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QWidget>

namespace rigwright {

ExactField::ExactField(QWidget* parent) : QLineEdit(parent)
{
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setMaxLength(64);
    WheelGuard::guard(this);
}

void ExactField::set_bad(bool bad)
{
    if (bad_ == bad) return;
    bad_ = bad;
    update();
}

bool ExactField::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool nothing_to_undo = key->matches(QKeySequence::Undo) && !isUndoAvailable();
        const bool nothing_to_redo = key->matches(QKeySequence::Redo) && !isRedoAvailable();
        if (nothing_to_undo || nothing_to_redo) {
            event->ignore();
            return true;
        }
    }
    return QLineEdit::event(event);
}

void ExactField::keyPressEvent(QKeyEvent* event)
{
    if (event->modifiers() == Qt::NoModifier && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)) {
        emit step_requested(event->key() == Qt::Key_Up ? 1 : -1);
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void ExactField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    emit left();
}

void ExactField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (!bad_) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_of(palette()).bad, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 2.5, 2.5);
}

void WheelGuard::guard(QWidget* control)
{
    if (control->focusPolicy() == Qt::WheelFocus) control->setFocusPolicy(Qt::StrongFocus);
    control->installEventFilter(new WheelGuard(control));
}

bool WheelGuard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::Wheel || static_cast<QWidget*>(watched)->hasFocus()) return false;
    event->ignore();
    return true;
}

} // namespace rigwright

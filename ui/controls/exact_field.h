// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QLineEdit>
#include <QObject>
#include <QWidget>

class QWidget;

namespace rigwright {

/// A text field for an exact value that can be marked as invalid; Up and Down request the neighbouring value. Undo and
/// redo act on the window if the text has nothing to undo.
class ExactField : public QLineEdit {
    Q_OBJECT

public:
    explicit ExactField(QWidget* parent = nullptr);

    void set_bad(bool bad);
    bool is_bad() const { return bad_; }
    bool event(QEvent* event) override;

signals:
    void step_requested(int direction);
    void left();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool bad_ = false;
};

/// Passes wheel events to the page behind a control, so that scrolling never edits a value by accident.
class WheelGuard : public QObject {
    Q_OBJECT

public:
    /// Guards `control` for its lifetime; it also no longer takes the focus by the wheel.
    static void guard(QWidget* control);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    using QObject::QObject;
};

/// Removes the focus from any editor in `window` and its child windows, so that it commits its text. Call it at the
/// start of a destructor: an editor that loses the focus later signals a partly destroyed window.
inline void finish_typing(const QWidget& window)
{
    QWidget* typed = QApplication::focusWidget();
    for (const QObject* above = typed; above != nullptr; above = above->parent())
        if (above == &window) return typed->clearFocus();
}

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QLineEdit>
#include <QObject>
#include <QWidget>

class QWidget;

namespace rigwright {

/// A text field for an exact value that can be marked as bad; Up and Down ask for the neighbouring value. Undo and redo
/// are those of the window where the text itself has nothing to undo.
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

/// Leaves the wheel to the page behind a control: turning it never edits a value by accident.
class WheelGuard : public QObject {
    Q_OBJECT

public:
    /// Guards `control` for its lifetime; it no longer takes the focus by the wheel either.
    static void guard(QWidget* control);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    using QObject::QObject;
};

/// Takes the focus from whatever is being typed into below `window`, its own windows included, so that an open editor
/// hands its text over. For the start of a destructor: an editor that loses the focus later tells a half-gone window.
inline void finish_typing(const QWidget& window)
{
    QWidget* typed = QApplication::focusWidget();
    for (const QObject* above = typed; above != nullptr; above = above->parent())
        if (above == &window) return typed->clearFocus();
}

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

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
    void step_asked(int direction);
    void left();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool bad_ = false;
};

} // namespace rigwright

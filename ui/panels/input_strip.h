// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;
class QVBoxLayout;

namespace rigwright {

class ChoicesColumn;
class InputGroup;

/// The inputs where there is no room for their column: a picture for each group. A click unfolds the column over the
/// page, at that group; it folds again when the keyboard goes elsewhere, by Esc, or by a second click.
class InputStrip : public QWidget {
    Q_OBJECT

public:
    static constexpr int strip_width = 44;

    explicit InputStrip(ChoicesColumn& inputs, QWidget* parent = nullptr);

    /// The inputs are over the page.
    bool is_unfolded() const { return unfolded_; }
    /// Puts the column over the page; it belongs to the window's middle until it is folded.
    void unfold();
    void fold();

signals:
    /// The column is free for its place beside the page.
    void folded();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void fill();
    void toggle(InputGroup* group);
    void follow_focus(const QWidget* now);

    ChoicesColumn& inputs_;
    QVBoxLayout* column_;
    InputGroup* group_ = nullptr;
    bool unfolded_ = false;
};

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace rigwright {

/// A button that becomes narrower than its text, whose end then makes way for dots; the whole text is its tool tip.
class ElidingButton : public QPushButton {
    Q_OBJECT

public:
    explicit ElidingButton(QWidget* parent = nullptr);

    /// Shown where the text has room; below the text where it has none.
    void set_hint(const QString& hint);

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString hint_;
};

} // namespace rigwright

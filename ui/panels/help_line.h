// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/advice_rows.h"

namespace rigwright {

/// The first remedy of a plan that does not fit with its margin, in one line: what it is, what it leaves, and the way
/// to all the others. Hidden for a plan that fits.
class HelpLine : public QWidget {
    Q_OBJECT

public:
    HelpLine(Document& document, const Words& words, QWidget* parent);

    QPushButton* apply_button() const { return apply_; }
    QPushButton* more_button() const { return more_; }

signals:
    void more_asked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void follow();
    void show_first(const Advice& advice);

    Document& document_;
    AdviceSource& source_;
    const Words& words_;
    QLabel* text_;
    QPushButton* apply_;
    QPushButton* more_;
    AdviceText first_;
};

} // namespace rigwright

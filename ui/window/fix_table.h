// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/format/words.h"
#include "ui/panels/advice_panel.h"

#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace rigwright {

/// What would help a plan that does not fit with its margin: the first four fixes with their memory and time, each
/// taken over by one click that one undo takes back, and the way to all the others. A plan that fits but is late has
/// the way to the advisor. Hidden for a plan that meets both.
class FixTable : public QWidget {
    Q_OBJECT

public:
    FixTable(Document& document, const Localization& words, QWidget* parent);

signals:
    void more_requested();
    void advisor_requested();
    void shown_or_hidden();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();
    void show_fixes(const Advice& advice);

    Document& document_;
    Live<Advice>& advice_;
    const Localization& words_;
    QLabel* title_;
    QLabel* state_;
    AdviceRows* rows_;
    QPushButton* more_;
    /// Whether the button leads to the advisor.
    bool to_advisor_ = false;
};

} // namespace rigwright

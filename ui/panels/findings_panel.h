// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/card.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <vector>

namespace rigwright {

/// One finding: its sign, its sentence, and the way to the setting it is about.
class FindingRow : public QWidget {
    Q_OBJECT

public:
    explicit FindingRow(QWidget* parent = nullptr);

    void show_finding(const Finding& finding, const Words& words);

signals:
    void field_asked(const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    void paint_sign();

    QLabel* sign_;
    QLabel* text_;
    QToolButton* to_field_;
    Finding::Severity severity_ = Finding::Severity::unchecked;
    QString field_;
};

/// What the plan runs into, worst first; then what was not checked.
class FindingsPanel : public Card {
    Q_OBJECT

public:
    FindingsPanel(Document& document, const Words& words, QWidget* parent = nullptr);

signals:
    void field_asked(const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    void follow();

    Document& document_;
    const Words& words_;
    QLabel* title_;
    QLabel* empty_;
    QScrollArea* scroll_;
    QVBoxLayout* list_;
    std::vector<FindingRow*> rows_;
};

} // namespace rigwright

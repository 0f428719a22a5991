// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/card.h"

#include <QAbstractButton>
#include <QVBoxLayout>
#include <QWidget>

namespace rigwright {

/// The title of a section: a triangle and a word, the whole line can be clicked.
class SectionHead : public QAbstractButton {
    Q_OBJECT

public:
    explicit SectionHead(QWidget* parent);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// A titled part of a column that can be folded away. Its state is kept under its object name.
class Section : public Card {
    Q_OBJECT

public:
    enum class Rank { main, nested };

    /// A nested section is drawn without a card of its own.
    explicit Section(const QString& id, Rank rank = Rank::main, QWidget* parent = nullptr);

    void set_title(const QString& title);
    void add(QWidget* content) { content_->addWidget(content); }
    QWidget* head() const { return head_; }
    bool is_open() const { return head_->isChecked(); }
    void set_open(bool open) { head_->setChecked(open); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Rank rank_;
    SectionHead* head_;
    QWidget* body_;
    QVBoxLayout* content_;
};

} // namespace rigwright

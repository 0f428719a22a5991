// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWidget>

namespace rigwright {

/// A panel set off from the window's background.
class Card : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// A button that can be narrower than its text, which is then elided; its tooltip shows the whole text.
class ElidingButton : public QPushButton {
    Q_OBJECT

public:
    explicit ElidingButton(QWidget* parent = nullptr);

    /// The tooltip if the text fits; below the text if it is elided.
    void set_hint(const QString& hint);

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString hint_;
};

/// Muted text next to a number: a caption or a remark. Plain text, slightly smaller than the rest.
inline QLabel* small_label(QWidget* parent)
{
    constexpr double scale = 0.92;
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    label->setFont(font);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

/// The title of a section: a triangle and a word; the whole line is clickable.
class SectionHead : public QAbstractButton {
    Q_OBJECT

public:
    explicit SectionHead(QWidget* parent);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// A titled, collapsible part of a column. Its state is stored under its object name.
class Section : public Card {
    Q_OBJECT

public:
    enum class Rank { main, nested };

    /// A nested section is drawn without a card.
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

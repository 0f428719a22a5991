// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/field_control.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QUndoStack>
#include <QWidget>

namespace rigwright {

/// A line across the window that says something without stopping the work, and can be put away.
class NoticeStrip : public QWidget {
    Q_OBJECT

public:
    enum class Kind { note, error };

    explicit NoticeStrip(Kind kind, QWidget* parent = nullptr);

    void show_text(TextMaker text);
    /// As `show_text`, of what was just done, until that is undone.
    void show_until_undone(TextMaker text, const QUndoStack& steps);
    QString text() const { return text_->text(); }
    /// A button before the closing cross.
    void add_button(QAbstractButton* button);

signals:
    void dismissed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    TextMaker make_text_;
    QMetaObject::Connection until_undone_;
    Kind kind_;
    QHBoxLayout* row_;
    QLabel* text_;
    QToolButton* close_;
};

/// The lines above everything else: what went wrong, what was done, and where a new person may begin.
class Notices : public QWidget {
    Q_OBJECT

public:
    explicit Notices(QWidget* parent = nullptr);

    NoticeStrip& trouble() { return *trouble_; }
    NoticeStrip& news() { return *news_; }
    /// Each takes the place of the other.
    void say(const TextMaker& message);
    void fail(const TextMaker& message);
    /// How to go on from an example, unless the person has put that away.
    void show_welcome(bool shown);
    bool is_welcome_dismissed() const { return dismissed_; }
    void dismiss_welcome(bool dismissed) { dismissed_ = dismissed; }
    /// Says that the kept layout and, where there is one, this file were left out after crashes, with a button that
    /// brings both back.
    void tell_safe_start(const QString& file);

signals:
    void field_requested(const QString& path);
    /// What a safe start left out is wanted after all; without a file the layout alone.
    void restore_requested(const QString& file);

private:
    NoticeStrip* trouble_;
    NoticeStrip* safe_start_;
    NoticeStrip* news_;
    NoticeStrip* welcome_;
    QString left_out_;
    bool dismissed_ = false;
};

} // namespace rigwright

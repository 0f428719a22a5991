// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/field_control.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QUndoStack>
#include <QWidget>

namespace rigwright {

/// A line across the window with a non-blocking, dismissible message.
class NoticeStrip : public QWidget {
    Q_OBJECT

public:
    enum class Kind { note, error };

    explicit NoticeStrip(Kind kind, QWidget* parent = nullptr);

    void show_text(TextMaker text);
    /// Like `show_text`, about the last change, until it is undone.
    void show_until_undone(TextMaker text, const QUndoStack& steps);
    QString text() const { return text_->text(); }
    /// A button before the close button.
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

/// Lines at the top of the window: errors, reports, and a welcome for new users.
class Notices : public QWidget {
    Q_OBJECT

public:
    explicit Notices(QWidget* parent = nullptr);

    NoticeStrip& trouble() { return *trouble_; }
    NoticeStrip& news() { return *news_; }
    /// Each replaces the other.
    void say(const TextMaker& message);
    void fail(const TextMaker& message);
    /// Next steps from an example, unless the user has dismissed them.
    void show_welcome(bool shown);
    bool is_welcome_dismissed() const { return dismissed_; }
    void dismiss_welcome(bool dismissed) { dismissed_ = dismissed; }
    /// Reports that the saved layout and this file, if any, were not restored after crashes, with a button that
    /// restores both.
    void tell_safe_start(const QString& file);

signals:
    void field_requested(const QString& path);
    /// Restore what a safe start omitted; without a file, only the layout.
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

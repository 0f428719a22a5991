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
    void paint_sign();
    void retranslate();

    TextMaker make_text_;
    QMetaObject::Connection until_undone_;
    Kind kind_;
    QHBoxLayout* row_;
    QLabel* sign_;
    QLabel* text_;
    QToolButton* close_;
};

} // namespace rigwright

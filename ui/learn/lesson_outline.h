// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/lesson.h"
#include "ui/format/words.h"
#include "ui/learn/lesson_desk.h"

#include <QLabel>
#include <QScrollArea>

class QFormLayout;

namespace rigwright {

/// The chosen lesson before it runs, as its file has it: what is moved and watched, the plan that it starts from, its
/// goals, and what must stay.
class LessonOutline : public QScrollArea {
    Q_OBJECT

public:
    LessonOutline(Document& document, const Localization& words, QWidget* parent);

    /// Shows the lesson that is chosen now, in the language of now.
    void follow();

private:
    void add_section(const QString& title);
    void add_row(const QString& name, const QStringList& lines);
    QStringList moved() const;
    QStringList watched() const;
    QStringList goals() const;
    QStringList kept() const;
    void add_start();

    Document& document_;
    const Localization& words_;
    LessonDesk& desk_;
    QFormLayout* rows_;
};

} // namespace rigwright

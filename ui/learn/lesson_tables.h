// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/words.h"
#include "ui/learn/lesson_desk.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTableView>
#include <QWidget>

namespace rigwright {

/// All lessons, those that are done with a mark. Opening one chooses it.
class LessonListPage : public QWidget {
    Q_OBJECT

public:
    LessonListPage(Document& document, const Localization& words, QWidget* parent);

signals:
    /// The chosen lesson is to be shown.
    void lesson_requested();

private:
    void open();
    void show_list();

    const Localization& words_;
    LessonDesk& desk_;
    QListWidget* list_;
    QPushButton* open_;
    QLabel* summary_;
};

class LessonProgressModel;

/// What was done in each lesson, and the export for a teacher.
class ProgressPage : public QWidget {
    Q_OBJECT

public:
    ProgressPage(Document& document, const Localization& words, QWidget* parent);

private:
    void ask_and_export();
    void retranslate();

    LessonDesk& desk_;
    LessonProgressModel* model_;
    QTableView* table_;
    QLabel* summary_;
    QPushButton* export_;
};

} // namespace rigwright

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/lesson.h"
#include "ui/controls/field_control.h"
#include "ui/document/document.h"
#include "ui/format/words.h"
#include "ui/learn/lesson_desk.h"

#include <QButtonGroup>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QString>

#include <vector>

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

class QVBoxLayout;

namespace rigwright {

/// The chosen lesson: its steps on the left (the task, a guess before the answer, the goals with their present state,
/// hints that open calculations, a question at the end), and on the right memory, step and the memory curve before and
/// after.
class LessonPage : public QWidget {
    Q_OBJECT

public:
    LessonPage(Document& document, const Localization& words, QWidget* parent);

signals:
    void working_requested(const QString& quantity);

protected:
    void showEvent(QShowEvent* event) override;

private:
    class StepTitle;

    void build_steps();
    void build_results();
    QLabel* add_text(QVBoxLayout* column, const char* name = nullptr);
    StepTitle* add_step(QVBoxLayout* column, QWidget* content);
    void build_guess(QVBoxLayout* column);
    void build_goals(QVBoxLayout* column);
    void build_question(QVBoxLayout* column);
    void show_lesson();
    void retranslate();
    void take_guess();
    void take_answer();
    void take_hint(const QString& quantity);
    void follow();
    void show_goals();
    void show_guess();
    void show_hints();
    void show_question();
    void show_why();
    void number_steps();
    QString text(const char* part) const;
    QString goal_line(const LessonGoal& goal, const GoalState& state) const;
    const Lesson& lesson() const { return *desk_.chosen(); }

    Document& document_;
    const Localization& words_;
    LessonDesk& desk_;
    QScrollArea* steps_ = nullptr;
    QWidget* results_ = nullptr;
    LessonOutline* outline_ = nullptr;
    QLabel* place_ = nullptr;
    QLabel* title_ = nullptr;
    QLabel* task_ = nullptr;
    QPushButton* start_ = nullptr;
    QPushButton* leave_ = nullptr;
    StepTitle* guess_title_ = nullptr;
    StepTitle* goals_title_ = nullptr;
    StepTitle* question_title_ = nullptr;
    QWidget* prediction_ = nullptr;
    QLabel* predict_ = nullptr;
    QDoubleSpinBox* guess_ = nullptr;
    QPushButton* guess_button_ = nullptr;
    QLabel* guess_result_ = nullptr;
    QWidget* goal_box_ = nullptr;
    QLabel* goals_ = nullptr;
    QWidget* hint_row_ = nullptr;
    QWidget* question_box_ = nullptr;
    QLabel* question_ = nullptr;
    QButtonGroup answers_;
    QWidget* answer_list_ = nullptr;
    QPushButton* answer_button_ = nullptr;
    QLabel* verdict_ = nullptr;
    QLabel* why_ = nullptr;
    /// Verdicts on the last guess and answer; empty before.
    TextMaker judged_guess_;
    TextMaker judged_answer_;
};

} // namespace rigwright

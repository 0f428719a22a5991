// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/learn/lesson.h"
#include "ui/document/document.h"
#include "ui/format/words.h"
#include "ui/learn/lesson_progress.h"

#include <QButtonGroup>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

class QVBoxLayout;

namespace rigwright {

/// One lesson: the task, a guess before the answer is seen, the goals as the plan stands, hints that open workings, and
/// a question at the end. It follows the document.
class LessonPage : public QScrollArea {
    Q_OBJECT

public:
    LessonPage(Document& document, const Words& words, QWidget* parent);

    /// Shows a lesson, which must live as long as it is shown, with what was done in it before.
    void show_lesson(const Lesson* lesson, const LessonRecord& record);
    void retranslate();

    QPushButton& start_button() const { return *start_; }
    QDoubleSpinBox& guess() const { return *guess_; }
    QPushButton& guess_button() const { return *guess_button_; }
    QString guess_result() const { return guess_result_->text(); }
    QString goals_text() const { return goals_->text(); }
    const std::vector<QPushButton*>& hint_buttons() const { return hints_; }
    QAbstractButton* answer(int number) const { return answers_.button(number); }
    QPushButton& answer_button() const { return *answer_button_; }
    QString verdict_text() const { return verdict_->text(); }
    QString why_text() const { return why_->isVisibleTo(this) ? why_->text() : QString(); }

signals:
    void recorded(const rigwright::LessonRecord& record);
    void working_asked(const QString& quantity);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void build();
    QLabel* add_text(QVBoxLayout* column, bool bold = false);
    void build_guess(QVBoxLayout* column);
    void build_question(QVBoxLayout* column);
    void start();
    void take_guess();
    void take_answer();
    void take_hint(const QString& quantity);
    void follow();
    void show_goals(const LessonState& state);
    void show_guess();
    void show_hints();
    void show_question();
    void show_why();
    QString text(const char* part) const;
    QString goal_line(const LessonGoal& goal, const GoalState& state) const;
    /// The evaluation of the lesson's own scenario, made when it is first needed.
    const Evaluation& start_evaluation();
    std::optional<Value> value_in(const Evaluation& evaluation, const std::string& quantity) const;

    Document& document_;
    const Words& words_;
    const Lesson* lesson_ = nullptr;
    LessonRecord record_;
    std::optional<Evaluation> start_evaluation_;
    QLabel* title_ = nullptr;
    QLabel* task_ = nullptr;
    QPushButton* start_ = nullptr;
    QWidget* prediction_ = nullptr;
    QLabel* predict_ = nullptr;
    QDoubleSpinBox* guess_ = nullptr;
    QPushButton* guess_button_ = nullptr;
    QLabel* guess_result_ = nullptr;
    QLabel* goals_title_ = nullptr;
    QLabel* goals_ = nullptr;
    QWidget* hint_row_ = nullptr;
    std::vector<QPushButton*> hints_;
    QWidget* question_box_ = nullptr;
    QLabel* question_ = nullptr;
    QButtonGroup answers_;
    QWidget* answer_list_ = nullptr;
    QPushButton* answer_button_ = nullptr;
    QLabel* verdict_ = nullptr;
    QLabel* why_ = nullptr;
};

} // namespace rigwright

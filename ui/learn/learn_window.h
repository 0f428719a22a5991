// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/lesson.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QButtonGroup>
#include <QByteArray>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QListWidget>
#include <QMap>
#include <QPushButton>
#include <QScrollArea>
#include <QString>

#include <optional>

class QVBoxLayout;

namespace rigwright {

/// The user's progress in one lesson.
struct LessonRecord {
    /// Relative distance of the first guess from the answer.
    std::optional<double> guess_distance;
    /// Dates as "2026-11-22"; empty if not reached.
    QString goal_reached;
    QString answered_rightly;
    int wrong_answers = 0;
    int hints = 0;

    bool operator==(const LessonRecord&) const = default;
};

/// Progress by lesson id. It stays on this computer until the user exports it.
using LessonProgress = QMap<QString, LessonRecord>;

/// JSON of format "rigwright.lesson-progress"; any other file reads as no progress.
QByteArray progress_to_json(const LessonProgress& progress);
LessonProgress progress_from_json(const QByteArray& json);

/// One line per lesson, for a teacher's spreadsheet.
QByteArray progress_to_csv(const LessonProgress& progress);

/// One lesson: the task, a guess before the answer, the goals with their current state, hints that open calculations,
/// and a question at the end. It follows the document.
class LessonPage : public QScrollArea {
    Q_OBJECT

public:
    LessonPage(Document& document, const Localization& words, QWidget* parent);

    /// Shows a lesson, which must outlive its display, with the earlier progress.
    void show_lesson(const Lesson* lesson, const LessonRecord& record);
    void retranslate();

signals:
    void recorded(const rigwright::LessonRecord& record);
    void working_requested(const QString& quantity);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void build();
    QLabel* add_text(QVBoxLayout* column, bool bold = false, const char* name = nullptr);
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
    /// The evaluation of the lesson's own scenario, computed on first use.
    const Evaluation& start_evaluation();

    Document& document_;
    const Localization& words_;
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
    QWidget* question_box_ = nullptr;
    QLabel* question_ = nullptr;
    QButtonGroup answers_;
    QWidget* answer_list_ = nullptr;
    QPushButton* answer_button_ = nullptr;
    QLabel* verdict_ = nullptr;
    QLabel* why_ = nullptr;
};

/// Exercises and worked examples next to the plan: a list on the left, the lesson on the right. Progress is stored in a
/// file on this computer and can be exported for a teacher.
class LearnWindow : public QWidget {
    Q_OBJECT

public:
    /// `progress_file` may be empty: progress then lasts as long as the window.
    LearnWindow(Document& document, const Localization& words, std::vector<Lesson> lessons, QString progress_file,
                QWidget* parent);

    const LessonProgress& progress() const { return progress_; }
    /// Writes the progress, as a table for ".csv" and as JSON otherwise; on failure it shows the reason and returns
    /// false.
    bool write_progress(const QString& path);
    /// Shows the first lesson and gives its list the keyboard.
    void open_first();

signals:
    void working_requested(const QString& quantity);

private:
    void show_chosen();
    void record(const LessonRecord& record);
    void ask_and_export();
    void show_list();
    void retranslate();
    bool is_done(const Lesson& lesson) const;

    const Localization& words_;
    std::vector<Lesson> lessons_;
    QString progress_file_;
    LessonProgress progress_;
    QListWidget* list_;
    LessonPage* page_;
    QLabel* summary_;
    QPushButton* export_;
};

} // namespace rigwright

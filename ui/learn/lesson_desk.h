// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/lesson.h"
#include "ui/document/document.h"

#include <QByteArray>
#include <QMap>
#include <QObject>
#include <QString>

#include <array>
#include <memory>
#include <optional>
#include <vector>

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

/// State shared by the pages of Learn: the lessons, the selected one, the progress, and the trial of a lesson or the
/// playground. The trial's first machine is the working copy; its second one, pinned, is "before".
class LessonDesk : public QObject {
    Q_OBJECT

public:
    /// Becomes a child of the document. Without a `progress_file`, progress lasts as long as the document.
    LessonDesk(Document& document, std::vector<Lesson> lessons, QString progress_file);
    /// The document's desk; the first call creates it with shipped lessons and the user's file.
    static LessonDesk& of(Document& document);

    const std::vector<Lesson>& lessons() const { return lessons_; }
    /// Null if there are no lessons.
    const Lesson* chosen() const { return chosen_ < lessons_.size() ? &lessons_[chosen_] : nullptr; }
    std::size_t chosen_index() const { return chosen_; }
    /// Selects another lesson and ends the running one.
    void choose(std::size_t lesson);

    const LessonProgress& progress() const { return progress_; }
    LessonRecord record() const;
    void keep_record(const LessonRecord& record);
    bool is_done(const Lesson& lesson) const;
    std::size_t done_count() const;
    /// Writes the progress, as a table for ".csv", else as JSON; returns the reason on failure, or nothing.
    QString write_progress(const QString& path) const;

    /// The selected lesson is running.
    bool runs_lesson() const { return trial_ == Trial::lesson; }
    bool runs_playground() const { return trial_ == Trial::playground; }
    void start_lesson();
    void start_playground();
    /// Resumes the lesson that ran before the playground, or ends the playground.
    void resume_lesson();
    void leave();
    /// The evaluation of the selected lesson's scenario, computed on first use.
    const Evaluation& start_evaluation();
    /// That of the prediction's scenario. Precondition: there is one.
    const Evaluation& predicted_evaluation();
    LessonState state();

    /// The evaluation to compare the current one with; null while no lesson runs.
    std::shared_ptr<const Evaluation> before() const;
    /// Makes the current scenario "before".
    void keep_as_before();
    /// Swaps the current scenario and the one before.
    void swap();

signals:
    void lesson_chosen();
    void progress_changed();
    /// Progress could not be saved.
    void failed(const QString& reason);

private:
    enum class Trial { none, lesson, playground };

    void begin(Trial trial, const Project& project);
    void follow();
    void forget_answers();

    Document& document_;
    std::vector<Lesson> lessons_;
    QString progress_file_;
    LessonProgress progress_;
    std::size_t chosen_ = 0;
    std::optional<Evaluation> start_evaluation_;
    std::optional<Evaluation> predicted_evaluation_;
    Trial trial_ = Trial::none;
    /// The lesson during the playground.
    std::optional<Project> waiting_;
    /// Goals were reached since the start.
    bool reached_ = false;
};

/// The network of variable width and depth for the playground, on an ordinary GPU.
Scenario playground_scenario();
/// Effects of width and depth: parameters, multiply-accumulates, memory, time.
inline constexpr std::array<const char*, 4> playground_quantities{"model.parameters", "model.forward_macs_per_sample",
                                                                  "memory.total_bytes", "time.step_seconds"};

} // namespace rigwright

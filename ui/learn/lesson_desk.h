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

/// What the pages of Learn share: the lessons, the one that is chosen, the progress, and the trial in which a lesson or
/// the playground runs. The trial's first machine is the copy to work on, its second one, pinned, is "before".
class LessonDesk : public QObject {
    Q_OBJECT

public:
    /// Becomes a child of the document. `progress_file` may be empty: progress then lasts as long as the document.
    LessonDesk(Document& document, std::vector<Lesson> lessons, QString progress_file);
    /// The document's own; the first call makes it, with the shipped lessons and the user's file.
    static LessonDesk& of(Document& document);

    const std::vector<Lesson>& lessons() const { return lessons_; }
    /// Null if there are no lessons.
    const Lesson* chosen() const { return chosen_ < lessons_.size() ? &lessons_[chosen_] : nullptr; }
    std::size_t chosen_index() const { return chosen_; }
    /// Another lesson is chosen; the one that runs ends.
    void choose(std::size_t lesson);

    const LessonProgress& progress() const { return progress_; }
    LessonRecord record() const;
    void keep_record(const LessonRecord& record);
    bool is_done(const Lesson& lesson) const;
    std::size_t done_count() const;
    /// Writes the progress, as a table for ".csv" and as JSON otherwise; returns why it failed, or nothing.
    QString write_progress(const QString& path) const;

    /// The chosen lesson runs, in front.
    bool runs_lesson() const { return trial_ == Trial::lesson; }
    bool runs_playground() const { return trial_ == Trial::playground; }
    void start_lesson();
    void start_playground();
    /// Brings the lesson back that ran before the playground, or ends the playground.
    void resume_lesson();
    void leave();
    /// The evaluation of the chosen lesson's own scenario, computed on first use.
    const Evaluation& start_evaluation();
    /// That of the scenario of the prediction. Precondition: there is one.
    const Evaluation& predicted_evaluation();
    LessonState state();

    /// The scenario and answer that the present ones are compared with; null while no lesson runs.
    std::shared_ptr<const Evaluation> before() const;
    /// The present scenario becomes "before".
    void keep_as_before();
    /// The present scenario and the one before change places.
    void swap();

signals:
    void lesson_chosen();
    void progress_changed();
    /// The progress could not be kept.
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
    /// The lesson while the playground is in front.
    std::optional<Project> waiting_;
    /// The goals were reached since the start.
    bool reached_ = false;
};

/// The network whose width and depth the playground changes, on an ordinary card.
Scenario playground_scenario();
/// What width and depth change: parameters, multiply-accumulates, memory, time.
inline constexpr std::array<const char*, 4> playground_quantities{"model.parameters", "model.forward_macs_per_sample",
                                                                  "memory.total_bytes", "time.step_seconds"};

} // namespace rigwright

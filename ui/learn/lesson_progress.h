// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>

#include <optional>

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

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/hardware/catalog.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// A target for a quantity of the plan. Exactly one of the bounds is set.
struct LessonGoal {
    /// A number of the estimate ("memory.total_bytes").
    std::string quantity;
    /// Another number of the same plan ("memory.usable_bytes").
    std::string at_most_quantity{};
    /// As a multiple of the value in the lesson's scenario.
    std::optional<double> at_most_times_start{};
    std::optional<double> at_least_times_start{};
};

/// A guess before the answer is shown: how a quantity changes with one field.
struct LessonPrediction {
    std::string quantity;
    std::string field;
    /// New value of the field.
    std::int64_t value = 0;
    /// Maximum relative distance of a good guess.
    double tolerance = 0.0;
};

/// One exercise or guided example. Its messages: "lesson.<id>.title", ".task", ".why", with a prediction ".predict",
/// and with a question ".question", ".answer.1" and so forth. With a prediction they may name parts of memory that are
/// equal after it ("{same}"), larger ("{more}") or either ("{no_less}").
struct Lesson {
    std::string id;
    Scenario start;
    /// Path prefixes of fields that must keep their start values ("model", "training.epochs"). "model" covers the whole
    /// choice of the model.
    std::vector<std::string> keep;
    /// Paths of fields that the lesson changes, most important first: the window shows them above all others.
    std::vector<std::string> moves;
    /// Empty for a guided example, which ends with the answer to its question.
    std::vector<LessonGoal> goals;
    std::optional<LessonPrediction> prediction;
    /// Quantities whose calculation helps.
    std::vector<std::string> hints;
    /// Number of answers, and the right one, counted from 1.
    std::int64_t answers = 0;
    std::int64_t right_answer = 0;

    /// Whether the field must keep its start value.
    bool keeps(std::string_view path) const;
};

/// Defects of the files; codes in addition to those of `JsonIssue`: `id-is-not-file-name`, `bad-scenario` (with the
/// first error of the scenario), `one-bound` (a goal has none or more than one).
struct LoadedLessons {
    /// Sorted by `order` in the files.
    std::vector<Lesson> lessons;
    std::vector<JsonIssue> issues;
};

/// Reads every `*.json` of a directory ("rigwright.lesson", version 1). A file with issues is left out.
LoadedLessons load_lessons(const std::filesystem::path& directory);

/// Progress of a plan toward one goal.
struct GoalState {
    /// The current value, and the bound in its unit; empty if plan or start does not have it.
    std::optional<Value> present{};
    std::optional<Value> bound{};
    bool at_most = true;
    bool met = false;
};

/// Progress of a plan in a lesson.
struct LessonState {
    std::vector<GoalState> goals;
    /// Paths of fields that changed but must not.
    std::vector<std::string> changed;

    bool done() const;
};

/// `start` is the evaluation of the lesson's own scenario.
LessonState lesson_state(const Lesson& lesson, const Evaluation& start, const Evaluation& plan);

/// The scenario of the prediction: the start with the changed field. Precondition: there is a prediction.
Scenario predicted_scenario(const Lesson& lesson);

/// Parts of memory ("memory.parts.weights") by their change from one plan to another, without those that are zero in
/// both.
struct MemoryPartChanges {
    std::vector<std::string> same;
    std::vector<std::string> more;
    std::vector<std::string> less;
};

MemoryPartChanges memory_part_changes(const Evaluation& before, const Evaluation& after);

/// Relative distance between guess and answer; nothing if the guess is not a positive number.
std::optional<double> distance_of_guess(double guess, double answer);

} // namespace rigwright

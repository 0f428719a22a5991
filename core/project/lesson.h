// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/hardware/catalog.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// Something that a quantity of the plan has to reach. Exactly one of the bounds is set.
struct LessonGoal {
    /// A number of the estimate ("memory.total_bytes").
    std::string quantity;
    /// In the quantity's base unit.
    std::optional<double> at_most{};
    std::optional<double> at_least{};
    /// As a multiple of what the lesson's scenario has.
    std::optional<double> at_most_times_start{};
    std::optional<double> at_least_times_start{};
};

/// A guess before the answer is seen: what becomes of a quantity when one field changes.
struct LessonPrediction {
    std::string quantity;
    std::string field;
    /// What the field is set to.
    std::int64_t value = 0;
    /// Relative distance within which a guess counts as good.
    double tolerance = 0.0;
};

/// One exercise or guided example. Its words are messages: "lesson.<id>.title", ".task", ".why", with a prediction
/// ".predict", and with a question ".question", ".answer.1" and so on.
struct Lesson {
    std::string id;
    Scenario start;
    /// Beginnings of paths of fields that must stay as they are at the start ("model", "training.epochs"). "model"
    /// stands for the whole choice of the model.
    std::vector<std::string> keep;
    /// Empty for a guided example, which is done when its question is answered.
    std::vector<LessonGoal> goals;
    std::optional<LessonPrediction> prediction;
    /// Quantities whose working helps.
    std::vector<std::string> hints;
    /// Answers to choose from, and which is right, counted from 1.
    std::int64_t answers = 0;
    std::int64_t right_answer = 0;
};

/// What is wrong in the files; codes beyond those of `JsonIssue`: `id-is-not-file-name`, `bad-scenario` (with the first
/// error of the scenario), `one-bound` (a goal has none or several).
struct LoadedLessons {
    /// In the order of `order` in the files.
    std::vector<Lesson> lessons;
    std::vector<LoadIssue> issues;
};

/// Reads every `*.json` of a directory ("rigwright.lesson", version 1). A file with issues is left out.
LoadedLessons load_lessons(const std::filesystem::path& directory);

/// How far a plan is from one goal.
struct GoalState {
    /// The quantity as it is, and the bound in its unit; empty where plan or start do not have it.
    std::optional<Value> present{};
    std::optional<Value> bound{};
    bool at_most = true;
    bool met = false;
};

/// How far a plan is in a lesson.
struct LessonState {
    std::vector<GoalState> goals;
    /// Paths of fields that had to stay and did not.
    std::vector<std::string> changed;

    bool done() const;
};

/// `start` is the evaluation of the lesson's own scenario.
LessonState lesson_state(const Lesson& lesson, const Evaluation& start, const Evaluation& plan);

/// The scenario of the prediction: the start with the field changed. Precondition: there is a prediction.
Scenario predicted_scenario(const Lesson& lesson);

/// Relative distance between guess and answer; nothing for a guess that is no positive number.
std::optional<double> distance_of_guess(double guess, double answer);

} // namespace rigwright

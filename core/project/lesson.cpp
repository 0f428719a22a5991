// SPDX-License-Identifier: Apache-2.0
#include "core/project/lesson.h"

#include "core/estimate/quantities.h"
#include "core/json/object_reader.h"
#include "core/json/read_file.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rigwright {

namespace {

/// Tolerance for rounding in the last digits.
constexpr double slack = 1e-9;

/// The bound of a goal in the unit of its quantity.
std::optional<Value> bound_of(const LessonGoal& goal, const Evaluation& start, const Evaluation& plan)
{
    if (!goal.at_most_quantity.empty()) return quantity_value(plan, goal.at_most_quantity);
    std::optional<Value> bound = quantity_value(start, goal.quantity);
    if (!bound) return std::nullopt;
    if (goal.at_most_times_start) bound->number *= *goal.at_most_times_start;
    if (goal.at_least_times_start) bound->number *= *goal.at_least_times_start;
    return bound;
}

GoalState state_of(const LessonGoal& goal, const Evaluation& start, const Evaluation& plan)
{
    GoalState state;
    state.at_most = !goal.at_least_times_start;
    state.present = quantity_value(plan, goal.quantity);
    state.bound = bound_of(goal, start, plan);
    if (!state.present || !state.bound) return state;
    const double room = std::abs(state.bound->number) * slack;
    state.met = state.at_most ? state.present->number <= state.bound->number + room
                              : state.present->number >= state.bound->number - room;
    return state;
}

bool belongs_to(std::string_view path, const std::string& kept)
{
    return path == kept || (path.starts_with(kept) && path.size() > kept.size() && path[kept.size()] == '.');
}

std::vector<std::string> changed_fields(const Lesson& lesson, const Scenario& plan)
{
    std::vector<std::string> changed;
    if (lesson.keeps("model") && !(lesson.start.model == plan.model)) changed.emplace_back("model.preset");
    for (const Field& field : scenario_fields())
        if (!field.path.starts_with("model.") && lesson.keeps(field.path) &&
            field.read(plan) != field.read(lesson.start))
            changed.emplace_back(field.path);
    return changed;
}

} // namespace

bool Lesson::keeps(std::string_view path) const
{
    return std::ranges::any_of(keep, [&](const std::string& beginning) { return belongs_to(path, beginning); });
}

bool LessonState::done() const { return changed.empty() && std::ranges::all_of(goals, &GoalState::met); }

LessonState lesson_state(const Lesson& lesson, const Evaluation& start, const Evaluation& plan)
{
    LessonState state;
    for (const LessonGoal& goal : lesson.goals) state.goals.push_back(state_of(goal, start, plan));
    state.changed = changed_fields(lesson, plan.scenario);
    return state;
}

Scenario predicted_scenario(const Lesson& lesson)
{
    Scenario scenario = lesson.start;
    field_of(lesson.prediction->field)->write(scenario, lesson.prediction->value);
    return scenario;
}

MemoryPartChanges memory_part_changes(const Evaluation& before, const Evaluation& after)
{
    MemoryPartChanges changes;
    for (std::size_t part = 0; part < words<MemoryPart>.size(); ++part) {
        const std::string quantity = "memory.parts." + std::string(key_of(static_cast<MemoryPart>(part)));
        const auto bytes = [&](const Evaluation& plan) {
            const std::optional<Value> value = quantity_value(plan, quantity);
            return value ? value->number : 0.0;
        };
        if (bytes(before) == 0.0 && bytes(after) == 0.0) continue;
        auto& list = bytes(after) > bytes(before)   ? changes.more
                     : bytes(after) < bytes(before) ? changes.less
                                                    : changes.same;
        list.push_back(quantity);
    }
    return changes;
}

std::optional<double> distance_of_guess(double guess, double answer)
{
    if (!std::isfinite(guess) || guess <= 0.0 || !std::isfinite(answer) || answer <= 0.0) return std::nullopt;
    return std::abs(guess - answer) / answer;
}

namespace {

constexpr std::int64_t most_lessons = 10000;
constexpr std::int64_t most_answers = 9;
constexpr std::int64_t most_of_a_field = std::numeric_limits<std::int64_t>::max();

LessonGoal read_goal(ObjectReader& reader)
{
    LessonGoal goal;
    goal.quantity = reader.required_text("quantity").value_or("");
    goal.at_most_quantity = reader.optional_text("at_most_quantity").value_or("");
    goal.at_most_times_start = reader.optional_number("at_most_times_start", FieldRule::positive(1e6));
    goal.at_least_times_start = reader.optional_number("at_least_times_start", FieldRule::positive(1e6));
    const auto bounds = int(!goal.at_most_quantity.empty()) + int(goal.at_most_times_start.has_value()) +
                        int(goal.at_least_times_start.has_value());
    if (bounds != 1) reader.report("quantity", "one-bound", std::to_string(bounds), "1");
    reader.finish();
    return goal;
}

std::vector<LessonGoal> read_goals(ObjectReader& reader)
{
    std::vector<LessonGoal> goals;
    reader.optional_objects("goals", [&](ObjectReader& goal) { goals.push_back(read_goal(goal)); });
    return goals;
}

/// Fields of the scenario, and numbers of the model's shape, whose family knows them.
std::vector<std::string> read_moves(ObjectReader& reader)
{
    std::vector<std::string> moves = reader.optional_texts("moves");
    for (const std::string& path : moves)
        if (field_of(path) == nullptr && !path.starts_with("model.shape."))
            reader.report("moves", "unknown-value", path, "field of a scenario");
    return moves;
}

std::optional<LessonPrediction> read_prediction(ObjectReader& reader)
{
    std::optional<ObjectReader> object = reader.optional_object("predict");
    if (!object) return std::nullopt;
    LessonPrediction prediction;
    prediction.quantity = object->required_text("quantity").value_or("");
    prediction.field = object->required_text("field").value_or("");
    const std::optional<std::int64_t> value = object->required_integer("value", -most_of_a_field, most_of_a_field);
    prediction.value = value.value_or(0);
    prediction.tolerance = object->required_number("tolerance", FieldRule::positive(1.0)).value_or(0.0);
    const Field* field = field_of(prediction.field);
    if (field == nullptr || field->type != FieldType::integer || (value && !accepts(*field, *value)))
        object->report("field", "unknown-value", prediction.field, "whole-number field that takes the value");
    object->finish();
    return prediction;
}

void read_scenario_of(ObjectReader& reader, Lesson& lesson)
{
    const nlohmann::json* value = reader.any("scenario");
    if (value == nullptr) return reader.report("scenario", "missing-key", "", "object");
    ScenarioReading reading = read_scenario(*value, reader.path_of("scenario"));
    if (!reading.errors.empty()) return reader.report("scenario", "bad-scenario", reading.errors.front().code, "");
    lesson.start = std::move(reading.scenario);
}

Lesson read_lesson(ObjectReader& reader, std::int64_t& order)
{
    Lesson lesson;
    constexpr std::array<std::string_view, 1> formats{"rigwright.lesson"};
    reader.required_choice("format", formats);
    reader.required_integer("version", 1, 1);
    lesson.id = reader.required_text("id").value_or("");
    order = reader.required_integer("order", 1, most_lessons).value_or(0);
    read_scenario_of(reader, lesson);
    lesson.keep = reader.optional_texts("keep");
    lesson.moves = read_moves(reader);
    lesson.goals = read_goals(reader);
    lesson.prediction = read_prediction(reader);
    lesson.hints = reader.optional_texts("hints");
    lesson.answers = reader.optional_integer("answers", 2, most_answers).value_or(0);
    lesson.right_answer =
        reader.optional_integer("right_answer", 1, std::max<std::int64_t>(1, lesson.answers)).value_or(0);
    return lesson;
}

} // namespace

LoadedLessons load_lessons(const std::filesystem::path& directory)
{
    LoadedLessons loaded;
    std::vector<std::pair<std::int64_t, Lesson>> ordered;
    for (const std::filesystem::path& file : json_files_of(directory).files) {
        const std::string name = file.filename().generic_string();
        JsonDocument document = parse_json_file(file);
        std::int64_t order = 0;
        Lesson lesson;
        if (document.issues.empty()) {
            ObjectReader reader(document.value, "$", document.issues);
            lesson = read_lesson(reader, order);
            if (lesson.id != file.stem().generic_string())
                reader.report("id", "id-is-not-file-name", lesson.id, file.stem().generic_string());
            reader.finish();
        }
        for (const JsonIssue& issue : document.issues) loaded.issues.push_back(in_file(issue, name));
        if (document.issues.empty()) ordered.emplace_back(order, std::move(lesson));
    }
    std::ranges::stable_sort(ordered, [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [order, lesson] : ordered) loaded.lessons.push_back(std::move(lesson));
    return loaded;
}

} // namespace rigwright

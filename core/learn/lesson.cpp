// SPDX-License-Identifier: Apache-2.0
#include "core/learn/lesson.h"

#include "core/explain/explain.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// Rounding in the last digits decides no goal.
constexpr double slack = 1e-9;

std::optional<Value> value_in(const Evaluation& evaluation, const EngineData& data, const std::string& quantity)
{
    if (!evaluation.estimate) return std::nullopt;
    const std::optional<Working> working = explain(evaluation, data, quantity);
    if (!working) return std::nullopt;
    return working->value;
}

/// The bound of a goal in the unit of its quantity.
std::optional<Value> bound_of(const LessonGoal& goal, const Evaluation& start, const EngineData& data)
{
    std::optional<Value> bound = value_in(start, data, goal.quantity);
    if (!bound) return std::nullopt;
    if (goal.at_most) bound->number = *goal.at_most;
    if (goal.at_least) bound->number = *goal.at_least;
    if (goal.at_most_times_start) bound->number *= *goal.at_most_times_start;
    if (goal.at_least_times_start) bound->number *= *goal.at_least_times_start;
    return bound;
}

GoalState state_of(const LessonGoal& goal, const Evaluation& start, const Evaluation& plan, const EngineData& data)
{
    GoalState state;
    state.at_most = goal.at_most.has_value() || goal.at_most_times_start.has_value();
    state.present = value_in(plan, data, goal.quantity);
    state.bound = bound_of(goal, start, data);
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
    const auto kept = [&](std::string_view path) {
        return std::any_of(lesson.keep.begin(), lesson.keep.end(),
                           [&](const std::string& beginning) { return belongs_to(path, beginning); });
    };
    if (kept("model") && !(lesson.start.model == plan.model)) changed.emplace_back("model.preset");
    for (const Field& field : scenario_fields())
        if (!field.path.starts_with("model.") && kept(field.path) && field.read(plan) != field.read(lesson.start))
            changed.emplace_back(field.path);
    return changed;
}

} // namespace

bool LessonState::done() const
{
    return changed.empty() && std::all_of(goals.begin(), goals.end(), [](const GoalState& goal) { return goal.met; });
}

LessonState lesson_state(const Lesson& lesson, const Evaluation& start, const Evaluation& plan, const EngineData& data)
{
    LessonState state;
    for (const LessonGoal& goal : lesson.goals) state.goals.push_back(state_of(goal, start, plan, data));
    state.changed = changed_fields(lesson, plan.scenario);
    return state;
}

Scenario predicted_scenario(const Lesson& lesson)
{
    Scenario scenario = lesson.start;
    field_of(lesson.prediction->field)->write(scenario, lesson.prediction->value);
    return scenario;
}

std::optional<double> distance_of_guess(double guess, double answer)
{
    if (!std::isfinite(guess) || guess <= 0.0 || !std::isfinite(answer) || answer <= 0.0) return std::nullopt;
    return std::abs(guess - answer) / answer;
}

} // namespace rigwright

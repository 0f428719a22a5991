// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "core/project/pinned_prices.h"

namespace rigwright::cli {

EvaluatedFile evaluated_file(const std::string& name, Session& session)
{
    const ProjectReading reading = read_project_file(name, session);
    if (!reading.errors.empty()) return {std::nullopt, report_errors(session, name, reading.errors)};
    const std::size_t at = chosen_build(reading.project, session);
    Evaluation evaluation = evaluate(priced_scenario(reading.project.builds[at], session.data.hardware), session.data);
    session.messages.speak_of_processors(trains_on_processor(evaluation.scenario.build));
    for (Finding& error : evaluation.errors) error.field = field_in_file(reading, at, error.field);
    if (!evaluation.estimate) return {std::nullopt, report_errors(session, name, evaluation.errors)};
    return {std::move(evaluation), done};
}

EvaluatedFile evaluated_operand(const Invocation& invocation, Session& session)
{
    const OneFile file = one_file(invocation);
    if (file.error) return {std::nullopt, refuse(session, *file.error)};
    return evaluated_file(file.name, session);
}

} // namespace rigwright::cli

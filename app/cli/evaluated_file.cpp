// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/input.h"

namespace rigwright::cli {

EvaluatedFile evaluated_file(const std::string& name, Session& session)
{
    const ScenarioReading reading = read_scenario_file(name, session);
    if (!reading.errors.empty()) return {std::nullopt, report_errors(session, name, reading.errors)};
    Evaluation evaluation = evaluate(reading.scenario, session.data);
    session.messages.speak_of_processors(trains_on_processor(reading.scenario.build));
    if (session.build)
        for (Finding& error : evaluation.errors) error.field = field_in_build(*session.build, error.field);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/json/data_directory.h"
#include "core/measure/measuring_script.h"

#include <ostream>

namespace rigwright::cli {

namespace {

/// What the option says, or what the scenario trains with.
std::optional<ScriptFramework> framework_of(const Invocation& invocation, const Scenario& scenario)
{
    if (invocation.has("--framework")) return script_framework_from(invocation.value("--framework"));
    const Framework framework = scenario.training.framework;
    const bool tensorflow = framework == Framework::tensorflow || framework == Framework::keras;
    return tensorflow ? ScriptFramework::tensorflow : ScriptFramework::pytorch;
}

} // namespace

ExitCode run_measure_script(const Invocation& invocation, Session& session)
{
    const OneFile file = one_file(invocation);
    if (file.error) return refuse(session, *file.error);
    if (!framework_of(invocation, {}))
        return refuse(session,
                      {"unknown-framework",
                       {{"found", invocation.value("--framework")}, {"accepted", std::string("pytorch, tensorflow")}}});
    const ScenarioReading reading = read_scenario_file(file.name, session);
    if (!reading.errors.empty()) return report_errors(session, file.name, reading.errors);
    const DataDirectory directory = find_data_directory().value_or(DataDirectory({}));
    const MeasuringScript script = measuring_script(reading.scenario, session.data,
                                                    *framework_of(invocation, reading.scenario), directory.measuring());
    if (!script.errors.empty()) return report_errors(session, file.name, script.errors);
    return put_out(session, invocation.value("-o"), script.text);
}

} // namespace rigwright::cli

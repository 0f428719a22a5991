// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/estimate/evaluation.h"
#include "core/json/read_file.h"
#include "core/measure/measurement_log.h"
#include "core/measure/measurement_result.h"
#include "core/scenario/scenario_json.h"

#include <nlohmann/json.hpp>

#include <iterator>
#include <ostream>

namespace rigwright::cli {

namespace {

/// Each reading beside what the model says of it.
void print_lines(const std::vector<LoggedMeasurement>& lines, Session& session)
{
    const auto show = [&](const LoggedMeasurement& line, const char* code, Value measured, Value predicted) {
        session.err << session.messages.text(code, {{"device", line.device},
                                                    {"batch", value_of(Count(line.micro_batch))},
                                                    {"measured", measured},
                                                    {"predicted", predicted}})
                    << '\n';
    };
    for (const LoggedMeasurement& line : lines) {
        if (line.step_seconds && line.predicted_step_seconds)
            show(line, "cli.measured-step", Value{*line.step_seconds, Unit::seconds},
                 Value{*line.predicted_step_seconds, Unit::seconds});
        if (line.peak_bytes && line.predicted_peak_bytes)
            show(line, "cli.measured-peak", value_of(Bytes::of(*line.peak_bytes)),
                 value_of(Bytes::of(*line.predicted_peak_bytes)));
    }
}

ExitCode add_to_list(const std::string& name, const std::vector<LoggedMeasurement>& lines, Session& session)
{
    MeasurementLog log = read_measurement_log(read_file(name).value_or(std::string()));
    if (!log.errors.empty()) return report_errors(session, name, log.errors);
    log.lines.insert(log.lines.end(), lines.begin(), lines.end());
    return put_out(session, name, write_measurement_log(log.lines));
}

} // namespace

ExitCode run_import_measurement(const Invocation& invocation, Session& session)
{
    if (invocation.operands.size() > 2)
        return refuse(session, {"unexpected-operand", {{"found", invocation.operands[2]}}});
    if (invocation.operands.size() < 2) return refuse(session, {"import-measurement-what", {}});
    const std::string& scenario_file = invocation.operands[0];
    const std::string& result_file = invocation.operands[1];
    const ScenarioReading reading = read_scenario_file(scenario_file, session);
    if (!reading.errors.empty()) return report_errors(session, scenario_file, reading.errors);
    const std::optional<std::string> text = read_file(result_file);
    if (!text) return report_errors(session, result_file, {unreadable_file()});
    const MeasurementResult result = read_measurement_result(*text, reading.scenario, session.data);
    if (!result.errors.empty()) return report_errors(session, result_file, result.errors);
    const Scenario corrected = with_result(reading.scenario, result);
    const Evaluation evaluation = evaluate(corrected, session.data);
    if (!evaluation.estimate) return report_errors(session, scenario_file, evaluation.errors);
    const auto lines = logged(corrected, *evaluation.estimate, result.measurements.size());
    print_lines(lines, session);
    if (invocation.has("--list")) {
        const ExitCode added = add_to_list(invocation.value("--list"), lines, session);
        if (added != done) return added;
    }
    return put_out(session, invocation.value("-o"), write_scenario(corrected).dump(2) + "\n");
}

} // namespace rigwright::cli

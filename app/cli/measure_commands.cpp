// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/estimate/evaluation.h"
#include "core/json/data_directory.h"
#include "core/json/read_file.h"
#include "core/measure/measurement_result.h"
#include "core/measure/measuring_script.h"
#include "core/measure/proposal.h"
#include "core/network/operator.h"
#include "core/scenario/scenario_json.h"
#include "core/scenario/scenario_parts_json.h"
#include "core/text/messages.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <iterator>
#include <ostream>

namespace rigwright::cli {

namespace {

using nlohmann::ordered_json;

void print_text(const std::vector<FoundPart>& parts, const DriverAnswer& driver, Session& session)
{
    const Messages& words = session.messages;
    Table table(words, {"part", "found", "proposed", "remark"});
    for (const FoundPart& part : parts) {
        const FoundPartText text = text_of(part, words);
        table.add({text.what, text.found, text.proposed, text.remark});
    }
    table.print(session.out);
    session.say(key_of(driver.state));
}

void print_json(const std::vector<FoundPart>& parts, const DriverAnswer& driver, Session& session)
{
    const Messages& words = session.messages;
    ordered_json list = ordered_json::array();
    ordered_json build = ordered_json::object();
    for (const FoundPart& part : parts) {
        const FoundPartText text = text_of(part, words);
        constexpr std::string_view group = "build.";
        if (!std::holds_alternative<std::monostate>(part.value))
            build[part.field.substr(group.size())] = value_json(part.value);
        list.push_back({{"part", part.code},
                        {"found", text.found},
                        {"field", part.field},
                        {"value", value_json(part.value)},
                        {"name", part.name},
                        {"match", key_of(part.match)},
                        {"remark", text.remark}});
    }
    session.out << ordered_json{{"parts", std::move(list)},
                                {"driver", words.text(key_of(driver.state))},
                                {"build", std::move(build)}}
                       .dump(2)
                << '\n';
}

} // namespace

ExitCode run_detect(const Invocation& invocation, Session& session)
{
    if (!invocation.operands.empty()) throw UsageError{"unexpected-operand", {{"found", invocation.operands.front()}}};
    const bool elsewhere = invocation.has("--root");
    const std::string root = elsewhere ? invocation.value("--root") : "/";
    std::error_code failure;
    if (!std::filesystem::is_directory(root, failure)) {
        session.complain("cli.no-folder", {{"folder", root}});
        return input_has_errors;
    }
    Machine machine = read_machine(root);
    // Files of another machine contain nothing about this one's driver.
    const DriverAnswer driver = elsewhere ? DriverAnswer{} : ask_nvidia_driver();
    add_driver_answer(driver, machine);
    std::vector<FoundPart> parts = propose_build(machine, session.data.hardware);
    // The country of another machine is unknown.
    if (!elsewhere)
        if (auto circuit = propose_circuit(session.data.hardware, territory_of_environment()))
            parts.push_back(std::move(*circuit));
    if (invocation.has("--json"))
        print_json(parts, driver, session);
    else
        print_text(parts, driver, session);
    return done;
}

namespace {

/// The framework from the option, or of the scenario's training.
std::optional<ScriptFramework> framework_of(const Invocation& invocation, const Scenario& scenario)
{
    if (invocation.has("--framework")) return script_framework_from(invocation.value("--framework"));
    return script_framework_of(scenario);
}

} // namespace

ExitCode run_measure_script(const Invocation& invocation, Session& session)
{
    const std::string file = one_file(invocation);
    if (!framework_of(invocation, {}))
        throw UsageError{
            "unknown-framework",
            {{"found", invocation.value("--framework")}, {"accepted", std::string("pytorch, tensorflow")}}};
    const Scenario scenario = scenario_in(file, session);
    const DataDirectory directory = find_data_directory().value_or(DataDirectory({}));
    const MeasuringScript script =
        measuring_script(scenario, session.data, *framework_of(invocation, scenario), directory.measuring());
    if (!script.errors.empty()) return report_errors(session, file, script.errors);
    return put_out(session, invocation.value("-o"), script.text);
}

namespace {

/// Each measurement beside the model's prediction.
void print_lines(const std::vector<LoggedMeasurement>& lines, Session& session)
{
    const auto show = [&](const LoggedMeasurement& line, const char* code, Value measured, Value predicted) {
        session.complain(code, {{"device", line.device},
                                {"batch", value_of(Count(line.micro_batch))},
                                {"measured", measured},
                                {"predicted", predicted}});
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
    if (invocation.operands.size() > 2) throw UsageError{"unexpected-operand", {{"found", invocation.operands[2]}}};
    if (invocation.operands.size() < 2) throw UsageError{"import-measurement-what", {}};
    const std::string& scenario_file = invocation.operands[0];
    const std::string& result_file = invocation.operands[1];
    const Scenario scenario = scenario_in(scenario_file, session);
    const std::optional<std::string> text = read_file(result_file);
    if (!text) return report_errors(session, result_file, {unreadable_file()});
    const MeasurementResult result = read_measurement_result(*text, scenario, session.data);
    if (!result.errors.empty()) return report_errors(session, result_file, result.errors);
    const Scenario corrected = with_result(scenario, result);
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

// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/input.h"

#include "app/cli/commands.h"
#include "core/hardware/catalog.h"
#include "core/json/characters.h"
#include "core/json/read_file.h"
#include "core/json/strict_json.h"
#include "core/project/pinned_prices.h"
#include "core/scenario/import_model.h"
#include "core/scenario/json_findings.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <istream>
#include <ostream>
#include <sstream>

namespace rigwright::cli {

namespace {

/// One byte more than accepted, so that the reader detects an oversized text.
constexpr std::size_t most_bytes = JsonLimits{}.most_bytes + 1;

/// Lists each defect of a project under its build.
ProjectReading parse_project_with_imports(std::string_view text, const std::filesystem::path& directory)
{
    ProjectReading reading = parse_project(text);
    if (!reading.errors.empty()) return reading;
    for (std::size_t i = 0; i < reading.project.builds.size(); ++i) {
        for (Finding& error : resolve_imports(reading.project.builds[i].scenario, directory)) {
            error.field = field_in_file(reading, i, error.field);
            reading.errors.push_back(std::move(error));
        }
    }
    return reading;
}

} // namespace

ProjectReading read_project_file(const std::string& name, Session& session)
{
    if (name == "-") {
        if (!session.input_text) session.input_text = read_bytes(session.in, most_bytes);
        return parse_project_with_imports(*session.input_text, {});
    }
    const std::optional<std::string> text = read_file(name, most_bytes);
    if (!text) {
        ProjectReading unreadable;
        unreadable.errors.push_back(unreadable_file());
        return unreadable;
    }
    return parse_project_with_imports(*text, std::filesystem::path(name).parent_path());
}

Scenario scenario_in(const std::string& name, Session& session)
{
    const ProjectReading reading = read_project_file(name, session);
    if (!reading.errors.empty()) throw InputError{name, reading.errors};
    return priced_scenario(reading.project.builds[chosen_build(reading.project, session)], session.data.hardware);
}

std::size_t chosen_build(const Project& project, const Session& session)
{
    return std::min(session.build.value_or(project.current), project.builds.size() - 1);
}

std::size_t build_named(const Project& project, const std::string& name)
{
    std::vector<std::string> names;
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < project.builds.size(); ++i) {
        names.push_back(project.builds[i].name());
        if (project.builds[i].name() == name) found.push_back(i);
    }
    if (found.size() == 1) return found.front();
    if (found.size() > 1) throw UsageError{"ambiguous-build", {{"found", name}}};
    const std::optional<std::int64_t> number = whole_number(name);
    if (number && *number >= 1 && *number <= static_cast<std::int64_t>(project.builds.size()))
        return static_cast<std::size_t>(*number) - 1;
    throw UsageError{"unknown-build", {{"found", name}, {"accepted", joined(names)}}};
}

std::string shown_name(const Project& project, std::size_t at, const Messages& words)
{
    const std::string& name = project.builds[at].name();
    return name.empty()
               ? words.text("compare.unnamed", {{"number", value_of(Count(static_cast<std::int64_t>(at) + 1))}})
               : name;
}

ScenarioReading parse_with_imports(std::string_view text, const std::filesystem::path& directory)
{
    ScenarioReading reading = parse_scenario(text);
    if (reading.errors.empty()) reading.errors = resolve_imports(reading.scenario, directory);
    return reading;
}

Finding unreadable_file() { return Finding{Finding::Severity::error, "json-cannot-read", "", {}}; }

std::optional<std::string> read_line(std::istream& input)
{
    std::string line;
    int next = input.get();
    if (next == std::istream::traits_type::eof()) return std::nullopt;
    for (; next != std::istream::traits_type::eof() && next != '\n'; next = input.get()) {
        if (line.size() < most_bytes) line += static_cast<char>(next);
    }
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return line;
}

namespace {

void add_file(ComparedBuilds& builds, const std::string& name, Session& session)
{
    const ProjectReading reading = read_project_file(name, session);
    if (!reading.errors.empty()) {
        builds.exit = report_errors(session, name, reading.errors);
        return;
    }
    const bool is_first = builds.evaluations.empty();
    for (const std::size_t at : builds_to_compare(reading.project)) {
        if (is_first && reading.project.baseline == at) builds.project.baseline = builds.evaluations.size();
        Evaluation evaluation =
            evaluate(priced_scenario(reading.project.builds[at], session.data.hardware), session.data);
        for (Finding& error : evaluation.errors) error.field = field_in_file(reading, at, error.field);
        if (!evaluation.estimate) builds.exit = report_errors(session, name, evaluation.errors);
        // An unnamed machine of a single-machine file is named after the file.
        const bool like_file =
            reading.project.builds.size() == 1 && reading.project.builds[at].name().empty() && name != "-";
        builds.names.push_back(like_file ? std::filesystem::path(name).stem().string()
                                         : shown_name(reading.project, at, session.messages));
        builds.evaluations.push_back(std::move(evaluation));
    }
}

} // namespace

ComparedBuilds compared_builds(const std::vector<std::string>& files, Session& session)
{
    ComparedBuilds builds;
    for (const std::string& file : files) add_file(builds, file, session);
    for (std::size_t i = 0; i < builds.names.size(); ++i) {
        builds.project.builds.emplace_back();
        builds.project.builds.back().scenario.name = builds.names[i];
    }
    return builds;
}

namespace {

/// Redirects a stream to a text during its lifetime.
class Captured {
public:
    explicit Captured(std::ostream& out) : out_(out), before_(out.rdbuf(text_.rdbuf())) {}
    Captured(const Captured&) = delete;
    Captured& operator=(const Captured&) = delete;
    ~Captured() { out_.rdbuf(before_); }

    std::string text() const { return text_.str(); }

private:
    std::ostream& out_;
    std::ostringstream text_;
    std::streambuf* before_;
};

struct Output {
    ExitCode exit = done;
    std::string text;
};

Output output_of(const Command& command, const Invocation& invocation, Session& session)
{
    const Captured captured(session.out);
    try {
        const ExitCode exit = command.run(invocation, session);
        return {exit, captured.text()};
    } catch (const InputError& error) {
        return {report_errors(session, error.file, error.errors), captured.text()};
    }
}

/// The outputs of all builds as one list; a build with errors has reported them and has no output.
ExitCode list_of_builds(const Command& command, const Invocation& invocation, const Project& project, Session& session)
{
    ExitCode exit = done;
    std::string list;
    for (std::size_t i = 0; i < project.builds.size(); ++i) {
        session.build = i;
        Output output = output_of(command, invocation, session);
        exit = std::max(exit, output.exit);
        while (!output.text.empty() && output.text.back() == '\n') output.text.pop_back();
        list += (i > 0 ? ",\n" : "\n") + (output.text.empty() ? std::string("null") : output.text);
    }
    session.out << '[' << list << "\n]\n";
    return exit;
}

ExitCode text_of_builds(const Command& command, const Invocation& invocation, const Project& project, Session& session)
{
    ExitCode exit = done;
    for (std::size_t i = 0; i < project.builds.size(); ++i) {
        session.build = i;
        const Output output = output_of(command, invocation, session);
        exit = std::max(exit, output.exit);
        session.out << (i > 0 ? "\n" : "") << "== " << shown_name(project, i, session.messages) << " ==\n"
                    << output.text;
    }
    return exit;
}

bool writes_json(const Command& command, const Invocation& invocation)
{
    return invocation.has("--json") || command.name == "sweep";
}

} // namespace

ExitCode run_on_builds(const Command& command, const Invocation& invocation, Session& session)
{
    if (command.plans == Plans::none) return command.run(invocation, session);
    const std::string name = invocation.operands.empty() ? "-" : invocation.operands.front();
    const ProjectReading reading = read_project_file(name, session);
    // The command itself reports the defects of the file.
    if (!reading.errors.empty()) return command.run(invocation, session);
    if (invocation.has("--build")) {
        const std::size_t build = build_named(reading.project, invocation.value("--build"));
        if (!reading.was_scenario()) session.build = build;
        return command.run(invocation, session);
    }
    if (reading.was_scenario()) return command.run(invocation, session);
    // A table or lines of one plan have no place for a build name.
    const bool each = command.plans == Plans::each && !invocation.has("--csv");
    if (!each || reading.project.builds.size() == 1) {
        session.build = reading.project.current;
        return command.run(invocation, session);
    }
    return writes_json(command, invocation) ? list_of_builds(command, invocation, reading.project, session)
                                            : text_of_builds(command, invocation, reading.project, session);
}

Evaluation evaluated_file(const std::string& name, Session& session)
{
    const ProjectReading reading = read_project_file(name, session);
    if (!reading.errors.empty()) throw InputError{name, reading.errors};
    const std::size_t at = chosen_build(reading.project, session);
    Evaluation evaluation = evaluate(priced_scenario(reading.project.builds[at], session.data.hardware), session.data);
    session.messages.speak_of_processors(trains_on_processor(evaluation.scenario.build));
    for (Finding& error : evaluation.errors) error.field = field_in_file(reading, at, error.field);
    if (!evaluation.estimate) throw InputError{name, evaluation.errors};
    return evaluation;
}

Evaluation evaluated_operand(const Invocation& invocation, Session& session)
{
    return evaluated_file(one_file(invocation), session);
}

std::string territory_of_environment()
{
    // LC_ALL overrides all others; addresses, sizes and money indicate a country more reliably than the language.
    constexpr std::array names{"LC_ALL", "LC_ADDRESS", "LC_MEASUREMENT", "LC_MONETARY", "LANG"};
    for (const char* name : names) {
        const char* value = std::getenv(name);
        if (value == nullptr || *value == '\0') continue;
        std::string territory = territory_of_locale(value);
        if (!territory.empty() || name == names.front()) return territory;
    }
    return {};
}

} // namespace rigwright::cli

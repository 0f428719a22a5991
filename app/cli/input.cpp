// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input.h"

#include "app/cli/commands.h"
#include "core/json/read_file.h"
#include "core/json/strict_json.h"
#include "core/project/pinned_prices.h"
#include "core/scenario/import_model.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/nearest.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <istream>

namespace rigwright::cli {

namespace {

/// One byte more than is accepted, so that the reader sees that there is too much.
constexpr std::size_t most_bytes = JsonLimits{}.most_bytes + 1;

/// Of a project each defect stands under its build.
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

ScenarioReading read_scenario_file(const std::string& name, Session& session)
{
    ProjectReading reading = read_project_file(name, session);
    if (!reading.errors.empty()) return {Scenario{}, std::move(reading.errors)};
    return {priced_scenario(reading.project.builds[chosen_build(reading.project, session)], session.data.hardware), {}};
}

std::size_t chosen_build(const Project& project, const Session& session)
{
    return std::min(session.build.value_or(project.current), project.builds.size() - 1);
}

ChosenBuild build_named(const Project& project, const std::string& name)
{
    std::vector<std::string> names;
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < project.builds.size(); ++i) {
        names.push_back(project.builds[i].name());
        if (project.builds[i].name() == name) found.push_back(i);
    }
    if (found.size() == 1) return {found.front(), std::nullopt};
    if (found.size() > 1) return {std::nullopt, UsageError{"ambiguous-build", {{"found", name}}}};
    const std::optional<std::int64_t> number = whole_number(name);
    if (number && *number >= 1 && *number <= static_cast<std::int64_t>(project.builds.size()))
        return {static_cast<std::size_t>(*number) - 1, std::nullopt};
    return {std::nullopt, UsageError{"unknown-build", {{"found", name}, {"accepted", joined(names)}}}};
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
        // A file of one machine without a name is called like the file.
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

} // namespace rigwright::cli

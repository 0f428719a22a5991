// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compared_builds.h"

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "core/project/pinned_prices.h"

namespace rigwright::cli {

namespace {

/// The pinned builds of a project where it has some, else all.
std::vector<std::size_t> chosen(const Project& project)
{
    std::vector<std::size_t> all = pinned_builds(project);
    if (all.size() < 2) {
        all.clear();
        for (std::size_t i = 0; i < project.builds.size(); ++i) all.push_back(i);
    }
    return all;
}

void add_file(ComparedBuilds& builds, const std::string& name, Session& session)
{
    const ProjectReading reading = read_project_file(name, session);
    if (!reading.errors.empty()) {
        builds.exit = report_errors(session, name, reading.errors);
        return;
    }
    const bool is_first = builds.evaluations.empty();
    for (const std::size_t at : chosen(reading.project)) {
        if (is_first && reading.project.baseline == at) builds.project.baseline = builds.evaluations.size();
        Evaluation evaluation =
            evaluate(priced_scenario(reading.project.builds[at], session.data.hardware), session.data);
        if (!reading.was_scenario)
            for (Finding& error : evaluation.errors) error.field = field_in_build(at, error.field);
        if (!evaluation.estimate) builds.exit = report_errors(session, name, evaluation.errors);
        builds.names.push_back(shown_name(reading.project, at, session.messages));
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

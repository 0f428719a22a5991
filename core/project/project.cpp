// SPDX-License-Identifier: Apache-2.0
#include "core/project/project.h"

#include "core/json/strict_json.h"
#include "core/scenario/measurement_settings.h"
#include "core/scenario/task.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace rigwright {

namespace {

auto place(std::vector<Build>& builds, std::size_t at) { return builds.begin() + static_cast<std::ptrdiff_t>(at); }

/// New index of a position after the build at `from` moves to `to`.
std::size_t after_move(std::size_t position, std::size_t from, std::size_t to)
{
    if (position == from) return to;
    if (from < position && position <= to) return position - 1;
    if (to <= position && position < from) return position + 1;
    return position;
}

std::size_t after_removal(std::size_t position, std::size_t removed, std::size_t left)
{
    const std::size_t next = position > removed ? position - 1 : position;
    return std::min(next, left - 1);
}

std::size_t task_holder_index(const Project& project)
{
    const auto found = std::ranges::find(project.builds, false, &Build::exception);
    return found == project.builds.end() ? 0 : static_cast<std::size_t>(found - project.builds.begin());
}

/// Removes the unknown members of a machine's own task and returns them as members of a task.
UnknownMembers take_unknown_of_exception(Build& build)
{
    constexpr std::string_view exception = "/exception";
    UnknownMembers taken;
    for (const auto& [place, text] : build.unknown)
        if (place.starts_with("/exception/")) taken[place.substr(exception.size())] = text;
    std::erase_if(build.unknown, [](const auto& member) { return member.first.starts_with("/exception/"); });
    return taken;
}

std::optional<Project> with_build_inserted(const Project& project, std::size_t at, Build build)
{
    if (project.builds.size() >= most_builds) return std::nullopt;
    Project next = project;
    next.builds.insert(place(next.builds, at + 1), std::move(build));
    next.current = at + 1;
    if (next.baseline > at) ++next.baseline;
    return next;
}

} // namespace

Project project_of(Scenario scenario)
{
    Project project;
    project.builds.emplace_back();
    project.builds.back().scenario = std::move(scenario);
    return project;
}

const Scenario& task_holder(const Project& project) { return project.builds[task_holder_index(project)].scenario; }

Project with_exceptions_marked(Project project)
{
    const std::size_t holder = task_holder_index(project);
    if (std::exchange(project.builds[holder].exception, false))
        project.unknown_in_task = take_unknown_of_exception(project.builds[holder]);
    for (Build& build : project.builds)
        if (!same_task(build.scenario, project.builds[holder].scenario)) build.exception = true;
    return project;
}

Project anchored(Project project)
{
    for (Build& build : project.builds) anchor_measurements(build.scenario);
    return project;
}

std::vector<std::size_t> pinned_builds(const Project& project)
{
    std::vector<std::size_t> pinned;
    for (std::size_t i = 0; i < project.builds.size(); ++i)
        if (project.builds[i].is_pinned()) pinned.push_back(i);
    return pinned;
}

std::vector<std::size_t> builds_to_compare(const Project& project)
{
    std::vector<std::size_t> compared = pinned_builds(project);
    if (compared.size() > 1) return compared;
    compared.resize(project.builds.size());
    std::iota(compared.begin(), compared.end(), std::size_t{0});
    return compared;
}

std::size_t baseline_of(const Project& project)
{
    const std::vector<std::size_t> compared = builds_to_compare(project);
    return std::ranges::find(compared, project.baseline) != compared.end() ? project.baseline : compared.front();
}

std::string free_name(const Project& project, const std::string& name)
{
    const auto taken = [&project](const std::string& wanted) {
        return std::ranges::any_of(project.builds, [&](const Build& build) { return build.name() == wanted; });
    };
    if (!taken(name)) return name;
    // "RTX 4090 2" becomes "RTX 4090 3"; a number that is not a counter ("RTX 4090") stays part of the name.
    std::string stem = name;
    if (const std::size_t space = name.rfind(' '); space != std::string::npos && space + 2 >= name.size() &&
                                                   name.find_first_not_of("0123456789", space + 1) == std::string::npos)
        stem.resize(space);
    for (std::size_t number = 2;; ++number) {
        std::string wanted = stem.empty() ? std::to_string(number) : stem + ' ' + std::to_string(number);
        if (!taken(wanted)) return wanted;
    }
}

std::optional<Project> with_build_added(const Project& project, Scenario scenario)
{
    Build build;
    build.scenario = std::move(scenario);
    build.scenario.name = free_name(project, build.scenario.name);
    build.exception = !same_task(build.scenario, task_holder(project));
    return with_build_inserted(project, project.builds.size() - 1, std::move(build));
}

std::optional<Project> with_build_duplicated(const Project& project, std::size_t at)
{
    const Build& original = project.builds[at];
    Build copy = original;
    copy.pin.reset();
    copy.scenario.name = free_name(project, original.name());
    return with_build_inserted(project, at, std::move(copy));
}

Project with_build_moved(const Project& project, std::size_t from, std::size_t to)
{
    Project next = project;
    Build moved = std::move(next.builds[from]);
    next.builds.erase(place(next.builds, from));
    next.builds.insert(place(next.builds, to), std::move(moved));
    next.current = after_move(project.current, from, to);
    next.baseline = after_move(project.baseline, from, to);
    return next;
}

std::optional<Project> without_build(const Project& project, std::size_t at)
{
    if (project.builds.size() < 2) return std::nullopt;
    Project next = project;
    next.builds.erase(place(next.builds, at));
    next.current = after_removal(project.current, at, next.builds.size());
    next.baseline = after_removal(project.baseline, at, next.builds.size());
    return with_exceptions_marked(std::move(next));
}

std::optional<Project> with_pin(const Project& project, std::size_t at, Pin pin)
{
    if (!project.builds[at].is_pinned() && pinned_builds(project).size() >= most_pinned) return std::nullopt;
    Project next = project;
    next.builds[at].pin = std::move(pin);
    return next;
}

Project without_pin(const Project& project, std::size_t at)
{
    Project next = project;
    next.builds[at].pin.reset();
    return next;
}

std::optional<Project> with_exception(const Project& project, std::size_t at)
{
    Project next = project;
    next.builds[at].exception = true;
    if (std::ranges::find(next.builds, false, &Build::exception) == next.builds.end()) return std::nullopt;
    return next;
}

Project without_exception(const Project& project, std::size_t at)
{
    Project next = project;
    Build& build = next.builds[at];
    build.scenario = holding_batch(with_task(build.scenario, task_holder(project)));
    build.exception = false;
    take_unknown_of_exception(build);
    return next;
}

Project with_baseline(const Project& project, std::size_t at)
{
    Project next = project;
    next.baseline = at;
    return next;
}

} // namespace rigwright

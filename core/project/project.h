// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/scenario.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// Members written by a newer program and unknown to this one, as JSON text; they are written back. Those of a pin and
/// of the file by key, the others by JSON pointer ("/training/warp").
using UnknownMembers = std::map<std::string, std::string>;

/// The effective prices when a build was pinned, so that the comparison shows the same costs later.
struct Pin {
    /// "2026-11-22"
    std::string date;
    /// `database_version` of that day.
    std::string database;
    /// Database price by part id. The user's own prices are in the scenario.
    std::map<std::string, PriceOverride> prices;
    /// The exchange rates used for the sum.
    std::vector<OwnExchangeRate> exchange_rates;
    /// In the currency of the scenario; empty if unknown.
    std::optional<double> electricity_price_per_kwh;
    UnknownMembers unknown;

    bool operator==(const Pin&) const = default;
};

/// One machine and its task, together a scenario; the machine's name is the scenario's.
struct Build {
    Scenario scenario;
    /// The task is this machine's own. The tasks of all machines without an exception are the same.
    bool exception = false;
    /// Only for a build in the comparison.
    std::optional<Pin> pin;
    /// The quote for the machine: the text of a JSON object, or empty. The engine does not read it.
    std::string offer;
    UnknownMembers unknown;

    const std::string& name() const { return scenario.name; }
    bool is_pinned() const { return pin.has_value(); }
    bool operator==(const Build&) const = default;
};

/// The project format version that this program writes, and the oldest reader that supports it.
inline constexpr std::int64_t project_version = 2;
inline constexpr std::int64_t project_minimum_reader = 2;
inline constexpr std::string_view project_format = "rigwright.project";

/// Content of a project file: the task on multiple machines, the current machine, and the baseline.
struct Project {
    std::string name;
    /// At least one, and at least one without an exception.
    std::vector<Build> builds;
    /// Indices in `builds`.
    std::size_t current = 0;
    std::size_t baseline = 0;
    /// State of the window: the text of a JSON object, or empty. The engine does not read it.
    std::string view;
    /// Versions of the written file. A file of a newer version keeps both, since it still contains that version's
    /// members.
    std::int64_t version = project_version;
    std::int64_t minimum_reader = project_minimum_reader;
    UnknownMembers unknown;
    UnknownMembers unknown_in_task;

    const Build& current_build() const { return builds[current]; }
    bool operator==(const Project&) const = default;
};

/// A project of one build.
Project project_of(Scenario scenario);

/// A scenario with the project's task: of the first machine without an exception.
const Scenario& task_holder(const Project& project);
/// The project in which every machine has the project's task or an exception: machines whose task differs from that of
/// the first one become exceptions, the others are unchanged.
Project with_exceptions_marked(Project project);

/// The project with settings at every measurement: a measurement without settings gets those of its build.
Project anchored(Project project);

/// Indices of the pinned builds, in order.
std::vector<std::size_t> pinned_builds(const Project& project);
/// Indices of the builds in a comparison or a report: the pinned ones, or all if fewer than two are pinned.
std::vector<std::size_t> builds_to_compare(const Project& project);
/// The build that deltas refer to: the baseline if it is compared, else the first build that is.
std::size_t baseline_of(const Project& project);

// Edits. Each returns the whole new project; indices must exist.

/// `name`, or "name 2", "name 3", ... if a build already has that name.
std::string free_name(const Project& project, const std::string& name);
/// Adds the scenario as the last build, so that the others keep their letters, and makes it current; with another task
/// than the project's it is an exception. Empty if the project already has `most_builds`.
std::optional<Project> with_build_added(const Project& project, Scenario scenario);
/// Inserts a copy after the original, unpinned, with its own name and the same task, an exception or not.
std::optional<Project> with_build_duplicated(const Project& project, std::size_t at);
Project with_build_moved(const Project& project, std::size_t from, std::size_t to);
/// Empty if it is the only build. After the last one without an exception, the first one left gives the project's task.
std::optional<Project> without_build(const Project& project, std::size_t at);
/// Empty if `most_pinned` builds are already pinned. Replaces an earlier pin.
std::optional<Project> with_pin(const Project& project, std::size_t at, Pin pin);
Project without_pin(const Project& project, std::size_t at);
/// The machine's task becomes its own, at first the same. Empty if no other machine has the project's task.
std::optional<Project> with_exception(const Project& project, std::size_t at);
/// The machine's own task is replaced by the project's.
Project without_exception(const Project& project, std::size_t at);
Project with_baseline(const Project& project, std::size_t at);

} // namespace rigwright

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

/// Members that a newer program wrote and this one does not know, by key, as JSON text; they are written back.
using UnknownMembers = std::map<std::string, std::string>;

/// What a build was pinned with, so that the comparison shows the same money later: the prices in force on that day.
struct Pin {
    /// "2026-11-22"
    std::string date;
    /// `database_version` of that day.
    std::string database;
    /// By part id: the price that the database named. The person's own prices stand in the scenario.
    std::map<std::string, PriceOverride> prices;
    /// The rates over which they were added up.
    std::vector<OwnExchangeRate> exchange_rates;
    /// In the currency of the scenario; empty where none was known.
    std::optional<double> electricity_price_per_kwh;
    UnknownMembers unknown;

    bool operator==(const Pin&) const = default;
};

/// One machine with its question; its name is the scenario's.
struct Build {
    Scenario scenario;
    /// Of a build that stands in the comparison.
    std::optional<Pin> pin;
    UnknownMembers unknown;
    /// Those inside the scenario, by JSON pointer ("/training/warp").
    UnknownMembers unknown_in_scenario;

    const std::string& name() const { return scenario.name; }
    bool is_pinned() const { return pin.has_value(); }
    bool operator==(const Build&) const = default;
};

/// The version of the project format that this program writes, and the oldest reader that still understands it.
inline constexpr std::int64_t project_version = 1;
inline constexpr std::int64_t project_minimum_reader = 1;
inline constexpr std::string_view project_format = "rigwright.project";

/// What one file holds: builds in their order, which one is worked on, which one the others are compared with.
struct Project {
    std::string name;
    /// At least one.
    std::vector<Build> builds;
    /// Positions in `builds`.
    std::size_t current = 0;
    std::size_t baseline = 0;
    /// How the window showed it: the text of a JSON object, or nothing. The engine does not look inside.
    std::string view;
    /// As read. A file of a newer version keeps both, since it still holds what that version wrote.
    std::int64_t version = project_version;
    std::int64_t minimum_reader = project_minimum_reader;
    UnknownMembers unknown;

    const Build& current_build() const { return builds[current]; }
    bool operator==(const Project&) const = default;
};

/// A project of one build.
Project project_of(Scenario scenario);

/// The project with settings at every measurement: one that has none was taken with those of its build.
Project anchored(Project project);

/// Positions of the pinned builds, in order.
std::vector<std::size_t> pinned_builds(const Project& project);
/// The build that deltas refer to: the baseline where it is pinned, else the first that is.
std::optional<std::size_t> baseline_of(const Project& project);

// Edits. Each gives the whole new project; positions must exist.

/// `name`, or "name 2", "name 3", ... where a build has that name already.
std::string free_name(const Project& project, const std::string& name);
/// Behind position `at`, and worked on from then on. Empty where the project holds `most_builds` already.
std::optional<Project> with_build_added(const Project& project, std::size_t at, Scenario scenario);
/// A copy, unpinned, with a name of its own, behind the original.
std::optional<Project> with_build_duplicated(const Project& project, std::size_t at);
Project with_build_renamed(const Project& project, std::size_t at, const std::string& name);
Project with_build_moved(const Project& project, std::size_t from, std::size_t to);
/// Empty where it is the only one.
std::optional<Project> without_build(const Project& project, std::size_t at);
/// Empty where `most_pinned` are pinned already. An earlier pin is replaced.
std::optional<Project> with_pin(const Project& project, std::size_t at, Pin pin);
Project without_pin(const Project& project, std::size_t at);
Project with_baseline(const Project& project, std::size_t at);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/project/project.h"
#include "core/scenario/finding.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// The layout of a project in a file.
enum class ProjectLayout {
    /// A scenario: a project of one build.
    scenario,
    /// Version 1: a list of builds, each with a whole scenario.
    builds,
    /// From version 2 on: a task and a list of machines.
    machines,
};

/// A project as read; only valid if there are no errors.
struct ProjectReading {
    Project project;
    ProjectLayout layout = ProjectLayout::machines;
    /// Builds of a version 1 file whose task differs from that of the first one; they have become exceptions.
    std::vector<std::size_t> new_exceptions;
    /// JSON paths of the members written by a newer program; they are kept.
    std::vector<std::string> unknown;
    std::vector<Finding> errors;

    bool was_scenario() const { return layout == ProjectLayout::scenario; }
};

/// Reads a project, or a scenario as a project of one build, strictly and reports all defects; input beyond the limits
/// of core/json/strict_json.h is rejected. A file of a newer version is read if its `minimum_reader` allows this
/// program; it may then contain unknown members.
ProjectReading read_project(const nlohmann::json& value);
/// The same from JSON text in UTF-8.
ProjectReading parse_project(std::string_view text);

/// Path in the file of a field of a build's scenario: "task.training.epochs", "machines[1].training.micro_batch".
std::string field_in_file(const ProjectReading& reading, std::size_t build, const std::string& field);

/// The project in the order of the format; reading it back gives the same project.
nlohmann::ordered_json write_project(const Project& project);
/// `write_project` as the text of a file.
std::string project_text(const Project& project);

} // namespace rigwright

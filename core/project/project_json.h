// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/project/project.h"
#include "core/scenario/finding.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// A project as read; only valid if there are no errors.
struct ProjectReading {
    Project project;
    /// The file was a scenario: a project of one build.
    bool was_scenario = false;
    /// JSON paths of the members written by a newer program; they are kept.
    std::vector<std::string> unknown;
    std::vector<Finding> errors;
};

/// Reads a project, or a scenario as a project of one build, strictly and reports all defects; input beyond the limits
/// of core/json/strict_json.h is rejected. A file of a newer version is read if its `minimum_reader` allows this
/// program; it may then contain unknown members.
ProjectReading read_project(const nlohmann::json& value);
/// The same from JSON text in UTF-8.
ProjectReading parse_project(std::string_view text);

/// Path of a build's scenario field in the file: "builds[1].scenario.training.epochs".
std::string field_in_build(std::size_t build, std::string_view field);

/// The project in the order of the format; reading it back gives the same project.
nlohmann::ordered_json write_project(const Project& project);
/// `write_project` as the text of a file.
std::string project_text(const Project& project);

} // namespace rigwright

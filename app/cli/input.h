// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/invocation.h"
#include "core/project/project.h"
#include "core/project/project_json.h"
#include "core/scenario/scenario_json.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright::cli {

/// The project or scenario of a file, "-" being standard input, with the model files that its builds name read in.
/// Reading stops just beyond the size that is accepted.
ProjectReading read_project_file(const std::string& name, Session& session);

/// The scenario of a file, or that of one build of a project, at the prices it was pinned with. Throws an `InputError`.
Scenario scenario_in(const std::string& name, Session& session);

/// The position of the build that the session works on.
std::size_t chosen_build(const Project& project, const Session& session);

/// The position of the build of that name, or of that number from 1 where none has the name. Throws a `UsageError`
/// where there is none or several.
std::size_t build_named(const Project& project, const std::string& name);
/// The name that a build is shown by.
std::string shown_name(const Project& project, std::size_t at, const Messages& words);

/// A scenario with the model files that it names read in; relative paths start at `directory`, an empty one being the
/// folder that the program runs in.
ScenarioReading parse_with_imports(std::string_view text, const std::filesystem::path& directory);

/// The error for a file that `open_file` does not open.
Finding unreadable_file();

/// The next line without its end, cut off just beyond the size that is accepted; empty at the end of the input.
std::optional<std::string> read_line(std::istream& input);

/// The builds of several files, named and answered.
struct ComparedBuilds {
    Project project;
    std::vector<std::string> names;
    std::vector<Evaluation> evaluations;
    /// Not `done` when a file has errors, which are then said on the error stream.
    ExitCode exit = done;
};

/// Of each file its scenario, or of a project the pinned builds at the prices of their pins; all builds where fewer
/// than two are pinned.
ComparedBuilds compared_builds(const std::vector<std::string>& files, Session& session);

/// The territory in which the person lives, as the environment says: LC_ALL, else the first of LC_ADDRESS,
/// LC_MEASUREMENT, LC_MONETARY and LANG that names one. Empty where none does. Decides what a new scenario is plugged
/// into, and nothing else.
std::string territory_of_environment();

} // namespace rigwright::cli

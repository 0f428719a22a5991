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

/// The project or scenario of a file ("-" is standard input), with the imported model files of its builds. Stops
/// reading just beyond the accepted size.
ProjectReading read_project_file(const std::string& name, Session& session);

/// The scenario of a file, or of one build of a project at its pinned prices. Throws an `InputError`.
Scenario scenario_in(const std::string& name, Session& session);

/// The index of the session's build.
std::size_t chosen_build(const Project& project, const Session& session);

/// The index of the build with that name, or with that number from 1 if none has the name. Throws a `UsageError` if
/// there is none or more than one.
std::size_t build_named(const Project& project, const std::string& name);
/// The display name of a build.
std::string shown_name(const Project& project, std::size_t at, const Messages& words);

/// A scenario with its imported model files; relative paths start at `directory`, or at the current folder if that is
/// empty.
ScenarioReading parse_with_imports(std::string_view text, const std::filesystem::path& directory);

/// The error for a file that `open_file` cannot open.
Finding unreadable_file();

/// The next line without its line end, truncated just beyond the accepted size; empty at the end of the input.
std::optional<std::string> read_line(std::istream& input);

/// The named and evaluated builds of multiple files.
struct ComparedBuilds {
    Project project;
    std::vector<std::string> names;
    std::vector<Evaluation> evaluations;
    /// Not `done` if a file has errors, which are then reported on the error stream.
    ExitCode exit = done;
};

/// The scenario of each file, or the pinned builds of a project at their pinned prices; all builds if fewer than two
/// are pinned.
ComparedBuilds compared_builds(const std::vector<std::string>& files, Session& session);

/// The user's territory from the environment: LC_ALL, else the first of LC_ADDRESS, LC_MEASUREMENT, LC_MONETARY and
/// LANG that names one. Empty if none does. Only determines the power circuit of a new scenario.
std::string territory_of_environment();

} // namespace rigwright::cli

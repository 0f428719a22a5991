// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/session.h"
#include "core/project/project.h"

#include <string>
#include <vector>

namespace rigwright::cli {

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

} // namespace rigwright::cli

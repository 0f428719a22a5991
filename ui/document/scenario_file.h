// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/finding.h"
#include "core/scenario/scenario.h"

#include <QString>

#include <optional>
#include <vector>

namespace rigwright {

/// A scenario file as read. Without a scenario, `errors` says what is wrong inside the file, or `trouble` why it could
/// not be read at all (in the window's language).
struct OpenedScenario {
    std::optional<Scenario> scenario;
    std::vector<Finding> errors;
    QString trouble;
};

OpenedScenario open_scenario_file(const QString& path);

/// Writes the whole file or leaves the old one as it was. Returns why it failed (in the window's language), or nothing.
QString save_scenario_file(const Scenario& scenario, const QString& path);

} // namespace rigwright

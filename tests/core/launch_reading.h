// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch/launch_file.h"

#include <map>
#include <string>

namespace rigwright::test {

/// The settings of a launch file by key: options of a script without their dashes, keys of JSON and YAML with their
/// groups ("zero_optimization.stage"), names that Python gives values. Switches and groups have an empty value.
using LaunchSettings = std::map<std::string, std::string>;

/// Read from the text alone, as the engine would.
LaunchSettings launch_settings(LaunchTarget target, const std::string& text);

/// A scenario with the values of the settings and defaults elsewhere. `whole` provides what no setting contains: the
/// model, the number of GPUs that share a global batch, and the settings left to their defaults.
Scenario scenario_from_launch(LaunchTarget target, const LaunchSettings& settings, const std::string& text,
                              const Evaluation& whole);

} // namespace rigwright::test

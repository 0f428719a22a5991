// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/finding.h"
#include "core/scenario/scenario.h"

#include <span>
#include <string>
#include <string_view>

namespace rigwright {

/// One setting of a plan that a run has to be given.
struct LaunchField {
    std::string_view path;
    /// Without it memory or time are not those of the estimate; otherwise it is the training program's own matter.
    bool decides_fit = false;
    /// Whether the plan asks for something that a run does not do by itself.
    bool (*asked)(const Scenario& scenario) = nullptr;
};

/// One row a setting, in the order of the scenario file.
std::span<const LaunchField> launch_fields();

/// The scenario's value at a path of that list, as messages show it and as the scenario file spells it.
Argument argument_of(const Scenario& scenario, std::string_view path);
std::string spelling_of(const Scenario& scenario, std::string_view path);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/finding.h"
#include "core/scenario/scenario.h"

#include <nlohmann/json_fwd.hpp>

#include <string_view>
#include <vector>

namespace rigwright {

/// The scenario format version that this program writes, and the newest that it reads.
inline constexpr std::int64_t scenario_version = 1;
inline constexpr std::string_view scenario_format = "rigwright.scenario";

/// A scenario as read; fields named in `errors` have defaults, so it is only valid without errors.
struct ScenarioReading {
    Scenario scenario;
    std::vector<Finding> errors;
};

/// Reads a scenario strictly and reports all defects at once. `validate` checks ids and combinations of values. `at` is
/// the path of the value inside a larger file; the fields of findings start with it.
ScenarioReading read_scenario(const nlohmann::json& value, std::string_view at = {});
/// The same from JSON text in UTF-8.
ScenarioReading parse_scenario(std::string_view text);

/// Keys to write: those that differ from their default, or all that have a value.
enum class Expand { as_given, defaults };

/// The scenario in the order of the format; reading it back gives the same scenario for either value of `expand`.
nlohmann::ordered_json write_scenario(const Scenario& scenario, Expand expand = Expand::as_given);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/engine_data.h"
#include "core/network/network.h"
#include "core/scenario/finding.h"
#include "core/scenario/scenario.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// Frameworks that a measuring script is written for.
enum class ScriptFramework { pytorch, tensorflow };
std::optional<ScriptFramework> script_framework_from(std::string_view word);

/// A Python program that runs the scenario's operators on one device for a while and writes what they took as JSON;
/// or why there can be none.
struct MeasuringScript {
    std::string text;
    std::vector<Finding> errors;
};

/// `templates` is the folder with the fixed text of the scripts. What comes from the scenario stands in the script as
/// one JSON text inside string literals of plain ASCII, never as code.
MeasuringScript measuring_script(const Scenario& scenario, const EngineData& data, ScriptFramework framework,
                                 const std::filesystem::path& templates);

/// What a script measures of a scenario: one device, no loading, nothing shared with other devices.
Scenario scripted_settings(const Scenario& scenario, ScriptFramework framework);

/// A network as measuring scripts read it: "tensors", "parameters", "operators", "blocks" and "outputs", with words for
/// the kinds of operators and plain numbers for everything else.
nlohmann::ordered_json network_job(const Network& network);

} // namespace rigwright

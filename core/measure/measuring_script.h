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

/// Frameworks supported by measuring scripts.
enum class ScriptFramework { pytorch, tensorflow };

/// The framework that the scenario trains with.
ScriptFramework script_framework_of(const Scenario& scenario);
std::optional<ScriptFramework> script_framework_from(std::string_view word);

/// A Python program that runs the scenario's operators on one device for a while and writes the measurements as JSON;
/// or the reason why there is none.
struct MeasuringScript {
    std::string text;
    std::vector<Finding> errors;
};

/// `templates` is the folder with the fixed text of the scripts. Scenario data is embedded as one JSON text in plain
/// ASCII string literals, never as code.
MeasuringScript measuring_script(const Scenario& scenario, const EngineData& data, ScriptFramework framework,
                                 const std::filesystem::path& templates);

/// The part of a scenario that a script measures: one device, no data loading, nothing shared with other devices.
Scenario scripted_settings(const Scenario& scenario, ScriptFramework framework);

/// A network in the form read by measuring scripts: "tensors", "parameters", "operators", "blocks" and "outputs", with
/// words for operator kinds and plain numbers for everything else.
nlohmann::ordered_json network_job(const Network& network);

} // namespace rigwright

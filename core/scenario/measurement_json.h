// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/scenario_parts_json.h"

namespace rigwright {

/// Reads the list "measurements" of a scenario file whose other groups are read already. The "settings" of a
/// measurement hold the groups of the plan that was measured; a group that is absent is the scenario's.
void read_measurements(ObjectInFile& file, Scenario& scenario);
/// Writes each with its settings, those of the scenario where it has none of its own.
void write_measurements(nlohmann::ordered_json& file, const Scenario& scenario);

/// One measurement at `field` of a file.
Measurement read_measurement(const nlohmann::json& value, std::string field, const Scenario& scenario,
                             std::vector<Finding>& errors);

} // namespace rigwright

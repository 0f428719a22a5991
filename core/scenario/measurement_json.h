// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/scenario_parts_json.h"

namespace rigwright {

/// Reads the list "measurements" of a scenario file whose other groups are read already. The "settings" of a
/// measurement hold the groups that differ from the scenario's; a group that is absent is the scenario's.
void read_measurements(ObjectInFile& file, Scenario& scenario);
void write_measurements(nlohmann::ordered_json& file, const Scenario& scenario);

/// One measurement at `field` of a file.
Measurement read_measurement(const nlohmann::json& value, std::string field, const Scenario& scenario,
                             std::vector<Finding>& errors);

} // namespace rigwright

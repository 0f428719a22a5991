// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/engine_data.h"
#include "core/scenario/finding.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// What a measuring script wrote, read strictly and held against the scenario that it is meant for.
struct MeasurementResult {
    /// Ready for the scenario's list, each with the settings it was taken under.
    std::vector<Measurement> measurements;
    /// The idle context, where the script could tell it.
    std::optional<std::int64_t> context_bytes;
    /// The device as its framework calls it, and the catalog's id where one record carries that name ("none": a CPU).
    std::string device;
    std::string gpu;
    /// What the script ran in another way than the scenario says.
    std::vector<std::string> stand_ins;
    std::vector<Finding> errors;
};

/// Reads the result's JSON text. Errors name the place in it; a result of another network, or one that was changed by
/// hand so that its fingerprint no longer fits, is one.
MeasurementResult read_measurement_result(std::string_view text, const Scenario& scenario, const EngineData& data);

/// Whether a JSON text is a measuring script's result, whatever is wrong with it.
bool is_measurement_result(std::string_view text);

/// The scenario with the result's measurements added and its idle context set.
Scenario with_result(const Scenario& scenario, const MeasurementResult& result);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/engine_data.h"
#include "core/estimate/estimate.h"
#include "core/scenario/finding.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// One line of the user's measurement log over all scenarios: the measurement and the uncalibrated estimate.
struct LoggedMeasurement {
    std::string date;
    std::string scenario;
    std::string model;
    std::string device;
    std::int64_t micro_batch = 1;
    std::optional<double> step_seconds;
    std::optional<double> predicted_step_seconds;
    std::optional<std::int64_t> peak_bytes;
    std::optional<std::int64_t> predicted_peak_bytes;
    std::optional<PeakKind> kind;

    bool operator==(const LoggedMeasurement&) const = default;
};

/// Lines for the last `count` measurements of a scenario whose estimate is `estimate`.
std::vector<LoggedMeasurement> logged(const Scenario& scenario, const Estimate& estimate, std::size_t count);

/// The list as a file: `{"format": "rigwright.my-measurements", "version": 1, "measurements": [...]}`.
struct MeasurementLog {
    std::vector<LoggedMeasurement> lines;
    std::vector<Finding> errors;
};
/// An empty text is an empty list.
MeasurementLog read_measurement_log(std::string_view text);
std::string write_measurement_log(const std::vector<LoggedMeasurement>& lines);

/// The output of a measuring script, read strictly and checked against its scenario.
struct MeasurementResult {
    /// Measurements for the scenario's list, each with its settings.
    std::vector<Measurement> measurements;
    /// The idle CUDA context, if the script could measure it.
    std::optional<std::int64_t> context_bytes;
    /// The framework's name for the device, and the catalog id if exactly one record has that name ("none": a CPU).
    std::string device;
    std::string gpu;
    /// Operators or settings that the script replaced.
    std::vector<std::string> stand_ins;
    std::vector<Finding> errors;
};

/// Reads the result's JSON text. Errors name the position in it; a result of another network, or one edited by hand so
/// that its fingerprint no longer matches, is an error.
MeasurementResult read_measurement_result(std::string_view text, const Scenario& scenario, const EngineData& data);

/// Whether a JSON text is a measuring script's result, even with defects.
bool is_measurement_result(std::string_view text);

/// The scenario with the result's measurements added and its idle context set.
Scenario with_result(const Scenario& scenario, const MeasurementResult& result);

} // namespace rigwright

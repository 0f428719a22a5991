// SPDX-License-Identifier: Apache-2.0
#pragma once

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

} // namespace rigwright

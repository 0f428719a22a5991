// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/engine_data.h"
#include "core/json/data_directory.h"
#include "core/validation/reading.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace rigwright {

/// A coefficient that measurements may change: its prior and the prior's confidence.
struct FittedCoefficient {
    std::string name;
    double prior = 1.0;
    /// Standard deviation of the logarithm.
    double deviation = 0.1;
    /// Bounds and current value, from hardware_db/calibration.json.
    double minimum = 0.0;
    double maximum = 0.0;
    double present = 0.0;
};

/// The coefficients of one calibration section, fitted on the measurements of one domain.
struct FitSection {
    Domain domain = Domain::memory;
    std::vector<FittedCoefficient> coefficients;
};

/// The fitted coefficients: hardware_db/calibration_fit.json, stored with the calibration.
struct FitPlan {
    /// Weight of half the squared distance from a prior, in deviations, relative to the mean |ln(predicted /
    /// measured)|.
    double prior_weight = 0.0;
    std::vector<FitSection> sections;
    nlohmann::json calibration;

    /// Null if nothing of the domain is fitted.
    const FitSection* section(Domain domain) const;
};

struct LoadedFitPlan {
    FitPlan plan;
    std::vector<JsonIssue> issues;
};
LoadedFitPlan load_fit_plan(const DataDirectory& directory);

/// Writes values for a section's coefficients, in order, into the calibration and the engine's data.
void apply_values(const FitSection& section, const std::vector<double>& values, nlohmann::json& calibration,
                  EngineData& data);

} // namespace rigwright

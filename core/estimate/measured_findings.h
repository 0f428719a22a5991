// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/measured_coefficients.h"
#include "core/estimate/measured_model.h"

#include <vector>

namespace rigwright {

/// Which measurements may correct memory and time, and why the others may not.
struct JudgedMeasurements {
    std::vector<bool> memory;
    std::vector<bool> time;
    std::vector<Finding> findings;
};

/// Refuses what cannot be true (more memory than the card has, a peak below the idle context, more work than its
/// units can do) and what contradicts another measurement (a larger batch with clearly less memory or a shorter step,
/// more allocated than reserved or than the driver shows). `models` has one entry for each measurement.
JudgedMeasurements judge_measurements(const Scenario& scenario, const std::vector<MeasuredModel>& models,
                                      const MeasuredCoefficients& coefficients);

/// Findings about measurement `index`: its field in the scenario file is "measurements[<index>]".
Finding measurement_finding(std::string code, std::size_t index, Arguments arguments = {});

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rigwright {

class ObjectReader;

/// How far readings and the model are trusted against each other: section "measured" of hardware_db/calibration.json,
/// which says for each what it means and where it comes from.
struct MeasuredCoefficients {
    /// Standard deviation of a process's overhead where no idle context was measured, and of that reading.
    double overhead_sd_mib = 0.0;
    double overhead_reading_sd_mib = 0.0;
    /// Standard deviations of readings of a peak, as shares of it, by who says it.
    double reading_sd_allocated = 0.0;
    double reading_sd_reserved = 0.0;
    double reading_sd_device = 0.0;
    /// What is left of the model's error in the part that grows with the batch when constant and slope are right.
    double scatter_memory = 0.0;
    /// Standard deviations of logarithms of times: host launches, communication, data loading.
    double host_sd = 0.0;
    double communication_sd = 0.0;
    double loading_sd = 0.0;
    /// Of a step's reading, and of the model's error between batches of one run.
    double reading_sd_step = 0.0;
    double scatter_time = 0.0;
    /// Correlation of the model's errors between two set-ups of one network.
    double carry_over_memory = 0.0;
    double carry_over_time = 0.0;
    /// Standard deviations beyond which a reading does not look like this scenario.
    double far_from_model = 0.0;
};

/// Reads the section "measured" of an opened calibration file; what is wrong becomes an issue of `calibration`.
MeasuredCoefficients read_measured_coefficients(ObjectReader& calibration);

} // namespace rigwright

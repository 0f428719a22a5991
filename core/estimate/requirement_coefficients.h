// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rigwright {

class ObjectReader;

/// Conventions of the requirements page: section "requirements" of hardware_db/calibration.json.
struct RequirementCoefficients {
    /// Memory of one machine that its operating system and services take.
    double operating_system_gib = 0.0;
    /// Copies of the data set on the machine's drive: as delivered, and prepared for training.
    double dataset_copies = 0.0;
    /// Checkpoints of a run that stay on the drive.
    double checkpoints_kept = 0.0;
    /// Share of a month that several workloads may fill before jobs wait for each other.
    double most_utilisation = 0.0;
    /// Pixels that the smallest defect keeps at the input of the network.
    double defect_pixels_at_input = 0.0;
};
RequirementCoefficients read_requirement_coefficients(ObjectReader& calibration);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rigwright {

class ObjectReader;

/// Constants of whole runs: section "run" of hardware_db/calibration.json.
struct RunCoefficients {
    /// GPU-hours between two unexpected interruptions of a training.
    double gpu_hours_per_failure = 0.0;
    /// From an interruption until training goes on from the last checkpoint.
    double restart_seconds = 0.0;
    /// Part of a production line's cycle that the computer may take.
    double takt_share = 0.0;
};
RunCoefficients read_run_coefficients(ObjectReader& calibration);

/// Constants of power and energy: section "energy" of hardware_db/calibration.json.
struct EnergyCoefficients {
    /// Share of board power that a GPU draws between kernels.
    double gpu_idle_share = 0.0;
    /// Of what lies between idle and board power, the share drawn while an operator is limited by arithmetic, by memory
    /// traffic or by starting kernels, and while the GPU communicates.
    double gpu_matrix_load = 0.0;
    double gpu_traffic_load = 0.0;
    double gpu_launch_load = 0.0;
    double gpu_communication_load = 0.0;
    /// Share of the processor's base power without load.
    double cpu_idle_share = 0.0;
    /// Share of the processor's highest power that it keeps up with all cores at work.
    double cpu_full_load = 0.0;
    /// Power beside each GPU for the processor where the build names none.
    double assumed_cpu_watts_per_gpu = 0.0;
    double memory_watts_per_gib = 0.0;
    double storage_watts = 0.0;
    /// Board, network and fans: fixed, and as a share of what they supply and cool.
    double board_watts = 0.0;
    double board_share = 0.0;
    double supply_efficiency = 0.0;
    double grid_kg_co2_per_kwh = 0.0;
};
EnergyCoefficients read_energy_coefficients(ObjectReader& calibration);

} // namespace rigwright

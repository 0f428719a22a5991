// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/run_coefficients.h"

#include "core/estimate/coefficient_section.h"

#include <array>

namespace rigwright {

namespace {

using R = RunCoefficients;
using E = EnergyCoefficients;

constexpr std::array run_rows{
    CoefficientRow<R>{"gpu_hours_per_failure", &R::gpu_hours_per_failure},
    CoefficientRow<R>{"restart_seconds", &R::restart_seconds},
    CoefficientRow<R>{"takt_share", &R::takt_share},
};

constexpr std::array energy_rows{
    CoefficientRow<E>{"gpu_idle_share", &E::gpu_idle_share},
    CoefficientRow<E>{"gpu_matrix_load", &E::gpu_matrix_load},
    CoefficientRow<E>{"gpu_traffic_load", &E::gpu_traffic_load},
    CoefficientRow<E>{"gpu_launch_load", &E::gpu_launch_load},
    CoefficientRow<E>{"gpu_communication_load", &E::gpu_communication_load},
    CoefficientRow<E>{"cpu_idle_share", &E::cpu_idle_share},
    CoefficientRow<E>{"cpu_full_load", &E::cpu_full_load},
    CoefficientRow<E>{"assumed_cpu_watts_per_gpu", &E::assumed_cpu_watts_per_gpu},
    CoefficientRow<E>{"memory_watts_per_gib", &E::memory_watts_per_gib},
    CoefficientRow<E>{"storage_watts", &E::storage_watts},
    CoefficientRow<E>{"board_watts", &E::board_watts},
    CoefficientRow<E>{"board_share", &E::board_share},
    CoefficientRow<E>{"supply_efficiency", &E::supply_efficiency},
    CoefficientRow<E>{"grid_kg_co2_per_kwh", &E::grid_kg_co2_per_kwh},
};

} // namespace

RunCoefficients read_run_coefficients(ObjectReader& calibration)
{
    RunCoefficients coefficients;
    if (std::optional<ObjectReader> section = calibration.required_object("run")) {
        read_coefficients<R>(*section, run_rows, coefficients);
        section->finish();
    }
    return coefficients;
}

EnergyCoefficients read_energy_coefficients(ObjectReader& calibration)
{
    EnergyCoefficients coefficients;
    if (std::optional<ObjectReader> section = calibration.required_object("energy")) {
        read_coefficients<E>(*section, energy_rows, coefficients);
        section->finish();
    }
    return coefficients;
}

} // namespace rigwright

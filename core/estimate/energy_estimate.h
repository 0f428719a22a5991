// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/run_coefficients.h"
#include "core/estimate/step_time.h"

#include <optional>

namespace rigwright {

/// Power of one GPU: idle + (board power - idle) x load, the load being the shares of the step with what each draws.
struct GpuPowerTerms {
    Watts board;
    Watts idle;
    double matrix_share = 0.0;
    double traffic_share = 0.0;
    double launch_share = 0.0;
    double communication_share = 0.0;
    double load = 0.0;
    Watts power;
};

/// Power of the processors of one machine.
struct CpuPowerTerms {
    /// No processor is named: an assumed power for each GPU.
    bool assumed = false;
    double sockets = 1.0;
    Watts idle;
    Watts full;
    /// Share of the cores at work: preparing samples and starting kernels, or training.
    double load = 0.0;
    Watts power;
};

struct EnergyTerms {
    double machines = 1.0;
    double gpus_per_machine = 0.0;
    GpuPowerTerms gpu;
    CpuPowerTerms cpu;
    double memory_gib = 0.0;
    /// Of all machines, before their boards, fans and power supplies.
    Watts components;
    double pue = 1.0;
    double kg_co2_per_kwh = 0.0;
    std::array<Watts, power_part_count> parts;
    Watts average;
    /// How long it is drawn; absent where the run's time is not known.
    std::optional<Seconds> run;

    Watts& part(PowerPart which) { return parts[static_cast<std::size_t>(which)]; }
    Watts part(PowerPart which) const { return parts[static_cast<std::size_t>(which)]; }
};

struct EnergyInputs {
    const Scenario& scenario;
    const TimeEstimate& time;
    const TimeTerms& terms;
    /// One device; null for `gpu: none`.
    const Gpu* gpu = nullptr;
    const Cpu* cpu = nullptr;
    const EnergyCoefficients& coefficients;
};

/// Nullopt where the GPU's or the processor's power was not published.
std::optional<EnergyTerms> energy_terms(const EnergyInputs& inputs);
EnergyEstimate energy_estimate(const EnergyTerms& terms, const TimeEstimate& time);

inline constexpr double joules_per_kwh = 3.6e6;

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/term.h"
#include "core/hardware/cpu.h"
#include "core/hardware/gpu.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"
#include "core/scenario/scenario.h"

#include <array>
#include <optional>
#include <string_view>

namespace rigwright {

struct TimeEstimate;
struct TimeTerms;

/// What draws power; the average power is the sum over this list.
enum class PowerPart { gpus, processors, memory, storage, board_and_fans, supply_loss, cooling };
template <>
inline constexpr std::array<std::string_view, 7> words<PowerPart>{"gpus",           "processors",  "memory", "storage",
                                                                  "board_and_fans", "supply_loss", "cooling"};
inline constexpr std::size_t power_part_count = 7;

/// Power and energy of the whole build over a run.
struct EnergyEstimate {
    std::array<Watts, power_part_count> parts;
    Watts average_power;
    /// Of the run; absent where its time is not known, and the figures below are then zero.
    std::optional<double> total_kwh;
    double total_low_kwh = 0.0;
    double total_high_kwh = 0.0;
    double co2_kg = 0.0;

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

/// Nullopt where the GPU's or the processor's power was not published. A GPU draws idle + (board power - idle) x load,
/// the load being the shares of the step with what each draws.
std::optional<EnergyEstimate> energy_estimate(const EnergyInputs& inputs, Trace& trace);

inline constexpr double joules_per_kwh = 3.6e6;

} // namespace rigwright

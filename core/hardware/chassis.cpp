// SPDX-License-Identifier: Apache-2.0

#include "core/hardware/chassis.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// Slots per double-width place.
constexpr double slots_of_a_place = 2.0;

} // namespace

bool takes_segment(const Chassis& chassis, const Cpu& cpu)
{
    const auto& segments = chassis.host.processor_segments;
    return segments.empty() || std::ranges::find(segments, cpu.segment) != segments.end();
}

std::optional<bool> takes_socket(const Chassis& chassis, const Cpu& cpu)
{
    const auto& sockets = chassis.host.processor_sockets;
    if (sockets.empty() || cpu.socket.empty()) return std::nullopt;
    return std::ranges::find(sockets, cpu.socket) != sockets.end();
}

bool cools(const Chassis& chassis, const Cpu& cpu)
{
    return !chassis.host.most_cpu_power || !cpu.power.base_power ||
           *cpu.power.base_power <= *chassis.host.most_cpu_power;
}

bool takes(const Chassis& chassis, const Cpu& cpu)
{
    return takes_segment(chassis, cpu) && takes_socket(chassis, cpu).value_or(true) && cools(chassis, cpu);
}

bool brings_supplies(const Chassis& chassis) { return chassis.power.supplies.has_value(); }

std::optional<Watts> most_power(const Chassis& chassis)
{
    const ChassisPower& power = chassis.power;
    if (power.most || !power.supplies || !power.supply_output) return power.most;
    return *power.supply_output * static_cast<double>(power.supplies_needed.value_or(*power.supplies));
}

std::int64_t double_width_places(const Gpu& gpu, std::int64_t count)
{
    const double slots = gpu.board.slots_taken.value_or(slots_of_a_place);
    return count * static_cast<std::int64_t>(std::max(1.0, std::ceil(slots / slots_of_a_place)));
}

} // namespace rigwright

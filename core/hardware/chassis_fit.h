// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/chassis.h"
#include "core/hardware/cpu.h"
#include "core/hardware/small_records.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace rigwright {

/// Whether machines of this kind take processors of this segment ("server"); true where the record names none.
bool takes_segment(const Chassis& chassis, const Cpu& cpu);

/// Whether a processor goes into one of the sockets that the record names. Nullopt where the record names none, or the
/// processor's own socket is not published.
std::optional<bool> takes_socket(const Chassis& chassis, const Cpu& cpu);

/// Whether a machine cools one such processor; true where the record gives no limit.
bool cools(const Chassis& chassis, const Cpu& cpu);

/// Nothing in the record speaks against the processor.
bool takes(const Chassis& chassis, const Cpu& cpu);

/// Whether the machine comes with power supplies of its own, so that none is chosen for it.
bool brings_supplies(const Chassis& chassis);

/// What the machine can draw: the record's figure, else the output of the supplies that have to work.
std::optional<Watts> most_power(const Chassis& chassis);

/// Double-width places that `count` cards take: a wider card covers the place beside it as well.
std::int64_t double_width_places(const Gpu& gpu, std::int64_t count);

/// Whether modules of a kit go into the slots of a processor, by the generations that its record names ("DDR5-5600 /
/// DDR4-3200"); false where the record names none.
inline bool takes(const Cpu& cpu, const MemoryKit& kit) { return cpu.memory.type.find(kit.type) != std::string::npos; }

/// Kits that hold at least `gib` together and put a module into each of `channels`; at least one.
inline std::int64_t kits_for(const MemoryKit& kit, double gib, std::int64_t channels)
{
    const auto by_size = static_cast<std::int64_t>(std::ceil(gib / capacity(kit).as_gib()));
    const std::int64_t by_channel = (channels + kit.modules - 1) / kit.modules;
    return std::max({std::int64_t{1}, by_size, by_channel});
}

} // namespace rigwright

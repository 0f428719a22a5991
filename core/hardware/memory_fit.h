// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cpu.h"
#include "core/hardware/memory_kit.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

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

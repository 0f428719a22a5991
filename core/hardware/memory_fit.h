// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cpu.h"
#include "core/hardware/memory_kit.h"

namespace rigwright {

/// Whether modules of a kit go into the slots of a processor, by the generations that its record names ("DDR5-5600 /
/// DDR4-3200"); false where the record names none.
inline bool takes(const Cpu& cpu, const MemoryKit& kit) { return cpu.memory.type.find(kit.type) != std::string::npos; }

} // namespace rigwright

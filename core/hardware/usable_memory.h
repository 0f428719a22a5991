// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/gpu.h"
#include "core/quantities/words.h"

namespace rigwright {

/// `gnu_linux` because GNU compilers predefine a macro called linux.
enum class OperatingSystem { gnu_linux, windows, macos };

template <>
inline constexpr std::array<std::string_view, 3> words<OperatingSystem>{"linux", "windows", "macos"};

/// What a driver and a display keep of the memory of a group of cards. Empty conditions match everything.
struct MemoryReserveRule {
    std::string vendor;
    std::vector<std::string> architectures;
    std::optional<OperatingSystem> operating_system;
    /// Cards of at least this size; zero for all.
    Bytes smallest_capacity;
    /// The driver keeps `driver_fixed` plus this share of the label.
    Bytes driver_fixed;
    double driver_share = 0.0;
    /// A desktop on the same card keeps this on top.
    Bytes display;
    Provenance provenance;
};

/// Error correction that stores its bits in the same memory. HBM has cells of its own for them.
struct InBandEccRule {
    std::vector<std::string> memory_types;
    /// Segments whose cards leave the factory with it switched on.
    std::vector<GpuSegment> on_by_default;
    double share = 0.0;
    Provenance provenance;
};

/// Content of hardware_db/usable_memory.json. The first rule that matches a card applies.
struct MemoryReserves {
    std::vector<MemoryReserveRule> rules;
    InBandEccRule in_band_ecc;
};

/// The machine that a card sits in, as far as it takes memory from it.
struct MemoryHost {
    OperatingSystem operating_system = OperatingSystem::gnu_linux;
    /// The card also draws the desktop.
    bool draws_display = false;
    /// Error correction switched by hand; left out, the card's default.
    std::optional<bool> error_correction;
};

/// usable = nominal - driver - error_correction - display, each in whole bytes; `usable` is zero where they exceed the
/// label.
struct UsableMemory {
    Bytes nominal;
    Bytes driver;
    Bytes error_correction;
    Bytes display;
    Bytes usable;
    /// Where the driver's and the display's share come from.
    Provenance provenance;
};

/// What programs can allocate on one device of `gpu`, framework context included. Nullopt when no rule matches.
std::optional<UsableMemory> usable_memory(const Gpu& gpu, const MemoryReserves& reserves, const MemoryHost& host);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cpu.h"
#include "core/hardware/gpu.h"
#include "core/hardware/small_records.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace rigwright {

enum class ChassisForm { tower, rack };
template <>
inline constexpr std::array<std::string_view, 2> words<ChassisForm>{"tower", "rack"};

enum class Cooling { air, liquid };
template <>
inline constexpr std::array<std::string_view, 2> words<Cooling>{"air", "liquid"};

/// Cards that any user can plug in, or modules that come with the baseboard.
enum class GpuMount { card, module };
template <>
inline constexpr std::array<std::string_view, 2> words<GpuMount>{"card", "module"};

struct ChassisBody {
    std::optional<ChassisForm> form;
    std::optional<int> rack_units;
    std::optional<Cooling> cooling;
    Provenance provenance;
};

struct ChassisGpus {
    /// Number of double-width cards, or of modules.
    std::optional<int> most_gpus;
    std::optional<GpuMount> mount;
    /// Ids of the GPUs that it is sold with or made for; empty if any card fits.
    std::vector<std::string> gpus;
    std::optional<PeerLinkKind> peer_kind;
    /// Number of card slots, and of those with 16 lanes.
    std::optional<int> card_slots;
    std::optional<int> x16_slots;
    /// Lanes of each card when all slots are used, if fewer than the slot's own.
    std::optional<int> lanes_with_all_slots;
    std::optional<int> pcie_generation;
    Provenance provenance;
};

struct ChassisHost {
    std::optional<int> sockets;
    std::string processors;
    /// CPU sockets of a named machine, as in CPU records; empty if unknown.
    std::vector<std::string> processor_sockets;
    /// Compatible segments of CPU records; empty for all.
    std::vector<std::string> processor_segments;
    std::optional<Watts> most_cpu_power;
    /// Memory included, and the maximum.
    std::optional<Bytes> memory;
    std::optional<Bytes> most_memory;
    std::optional<int> network_ports;
    std::string network;
    Provenance provenance;
};

struct ChassisPower {
    /// Maximum power of the machine.
    std::optional<Watts> most;
    std::optional<int> supplies;
    std::optional<Watts> supply_output;
    /// Supplies required for operation; the others are redundant.
    std::optional<int> supplies_needed;
    Provenance provenance;
};

/// A server, or a class of machines ("generic-2u-4gpu") used in place of one.
struct Chassis {
    std::string id;
    std::string name;
    std::string vendor;
    /// Other names ("宁畅 X640 G50").
    std::vector<std::string> aliases;
    bool generic = false;
    /// Its price includes GPUs, processors and memory.
    bool sold_complete = false;
    std::string release;
    ChassisBody body;
    ChassisGpus gpus;
    ChassisHost host;
    ChassisPower power;
    std::vector<Price> prices;
    std::vector<std::string> notes;
};

/// Whether machines of this kind take CPUs of this segment ("server"); true if the record names none.
bool takes_segment(const Chassis& chassis, const Cpu& cpu);

/// Whether a CPU fits one of the sockets in the record. Empty if the record names none, or the CPU's socket is not
/// published.
std::optional<bool> takes_socket(const Chassis& chassis, const Cpu& cpu);

/// Whether a machine can cool one such CPU; true if the record gives no limit.
bool cools(const Chassis& chassis, const Cpu& cpu);

/// Whether nothing in the record excludes the CPU.
bool takes(const Chassis& chassis, const Cpu& cpu);

/// Whether the machine includes power supplies, so that none is chosen for it.
bool brings_supplies(const Chassis& chassis);

/// Maximum power of the machine: the record's figure, else the output of the required supplies.
std::optional<Watts> most_power(const Chassis& chassis);

/// Number of double-width places for `count` cards: a wider card also covers the adjacent place.
std::int64_t double_width_places(const Gpu& gpu, std::int64_t count);

/// Whether modules of a kit fit the slots of a CPU, by the generations in its record ("DDR5-5600 / DDR4-3200"); false
/// if the record names none.
inline bool takes(const Cpu& cpu, const MemoryKit& kit) { return cpu.memory.type.find(kit.type) != std::string::npos; }

/// Number of kits that provide at least `gib` together and a module for each of `channels`; at least one.
inline std::int64_t kits_for(const MemoryKit& kit, double gib, std::int64_t channels)
{
    const auto by_size = static_cast<std::int64_t>(std::ceil(gib / capacity(kit).as_gib()));
    const std::int64_t by_channel = (channels + kit.modules - 1) / kit.modules;
    return std::max({std::int64_t{1}, by_size, by_channel});
}

} // namespace rigwright

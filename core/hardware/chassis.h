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

/// Cards that anybody may plug in, or modules that come with the baseboard.
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
    /// Double-width cards, or modules.
    std::optional<int> most_gpus;
    std::optional<GpuMount> mount;
    /// Ids of the GPUs it is sold with or made for; empty where any card fits.
    std::vector<std::string> gpus;
    std::optional<PeerLinkKind> peer_kind;
    /// Slots for cards, and those of them with 16 lanes.
    std::optional<int> card_slots;
    std::optional<int> x16_slots;
    /// Lanes of each card when all slots are used, where that is less than the slot's own.
    std::optional<int> lanes_with_all_slots;
    std::optional<int> pcie_generation;
    Provenance provenance;
};

struct ChassisHost {
    std::optional<int> sockets;
    std::string processors;
    /// Sockets of the processors that a named machine takes, as CPU records call them; empty where that is not known.
    std::vector<std::string> processor_sockets;
    /// Segments of CPU records that it takes; empty where any goes in.
    std::vector<std::string> processor_segments;
    std::optional<Watts> most_cpu_power;
    /// Memory it is sold with, and the most it takes.
    std::optional<Bytes> memory;
    std::optional<Bytes> most_memory;
    std::optional<int> network_ports;
    std::string network;
    Provenance provenance;
};

struct ChassisPower {
    /// Most that the machine draws.
    std::optional<Watts> most;
    std::optional<int> supplies;
    std::optional<Watts> supply_output;
    /// Supplies that have to work; the others are spares.
    std::optional<int> supplies_needed;
    Provenance provenance;
};

/// A server, or a class of machines ("generic-2u-4gpu") used in place of one.
struct Chassis {
    std::string id;
    std::string name;
    std::string vendor;
    /// What it is called elsewhere ("宁畅 X640 G50").
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

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/gpu.h"
#include "core/hardware/small_records.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"

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

/// A server, or a class of machines ("generic-2u-4gpu") that stands for one.
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

} // namespace rigwright

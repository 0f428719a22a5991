// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recommend/gpu_builds.h"
#include "core/recommend/priced_parts.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// A machine around its GPUs; all machines of a build are alike. Null parts are not named: those of a machine that is
/// sold complete, of a rented one.
struct Host {
    const Chassis* chassis = nullptr;
    const Cpu* cpu = nullptr;
    std::int64_t sockets = 1;
    const MemoryKit* kit = nullptr;
    std::optional<double> ram_gib{};
    const Storage* drive = nullptr;
    std::optional<double> terabytes{};
    const PowerSupply* supply = nullptr;
    /// Between several machines.
    const Link* network = nullptr;
    /// The bill of the whole build, GPUs included, as `bill_of_materials` adds it up.
    double purchase = 0.0;
    /// Of all machines, at the wall.
    Watts power{};
};

/// Writes GPUs and machines into a scenario. Its network stays where the host names none.
void set_build(Scenario& scenario, const Gpu& gpu, const GpuBuild& build, const Host& host);

/// What a whole build draws at the wall with every part at its limit; empty where a part's power is not published.
std::optional<Watts> full_load_of_a_build(const Scenario& scenario, const EngineData& data);

/// The hosts of one build.
struct HostsFound {
    /// The cheapest first, before what joins the machines. A part that is dearer, draws no less and is better in
    /// nothing that the engine reads is not among them.
    std::vector<Host> hosts;
    /// With those parts: legal combinations of chassis, processor, memory, drive and supply.
    std::int64_t combinations = 0;
    /// Why there is none ("no-chassis", "no-processor", "no-power-supply", "power-not-published"); else empty.
    std::string rejected_by;
};

/// Processors that machines are put together with.
enum class Processors {
    /// Those that no other one is better than in everything.
    choices,
    all
};

/// Machines for the GPUs of a search.
class HostSpace {
public:
    /// `task` is the training that is searched for, `stored` what the drive of one machine has to hold. Both references
    /// have to outlive the space.
    HostSpace(const Scenario& task, const EngineData& data, Bytes stored);

    /// Legal hosts: a tower or a rack machine that takes the cards (a rack machine where rack units are counted, or
    /// there are several), a processor of its kind with eight lanes for each card, memory in every channel and no
    /// less than the GPUs have, a solid-state drive, a supply with the headroom that the conventions ask for; rack
    /// machines bring their own. A machine that is sold with this GPU is a host by itself.
    HostsFound hosts_of(const Gpu& gpu, const GpuBuild& build, Processors processors = Processors::choices) const;

    /// What the machines of a build may be joined by, the cheapest first; null: as the task has it. One machine needs
    /// no network.
    std::vector<PricedLink> networks_of(const GpuBuild& build) const;
    /// Networks that those were chosen from.
    std::int64_t network_classes(const GpuBuild& build) const;
    /// The same hosts on a network, its ports paid for; the cheapest first.
    std::vector<Host> on_network(std::vector<Host> hosts, const GpuBuild& build, const PricedLink& network) const;

    /// What rented GPUs stand in, as far as the program knows it: a fast drive, and the most memory for each GPU that
    /// an offer of this card names; where none does, the middle of what offers of all cards name.
    Host rented(const Gpu& gpu, const GpuBuild& build) const;

    const PricedParts& parts() const { return parts_; }

private:
    std::vector<const Chassis*> machines_for(const Gpu& gpu, const GpuBuild& build) const;
    bool takes_too_much_room(const Chassis& chassis, const GpuBuild& build) const;
    std::vector<const Chassis*> complete_machines(const Gpu& gpu, const GpuBuild& build) const;

    const Scenario& task_;
    const EngineData& data_;
    PricedParts parts_;
    double terabytes_ = 1.0;
};

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recommend/gpu_builds.h"
#include "core/recommend/priced_parts.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// The parts around the GPUs; all machines of a build are identical. Parts are null for complete and for rented
/// machines.
struct Host {
    const Chassis* chassis = nullptr;
    const Cpu* cpu = nullptr;
    std::int64_t sockets = 1;
    const MemoryKit* kit = nullptr;
    std::optional<double> ram_gib{};
    const Storage* drive = nullptr;
    std::optional<double> terabytes{};
    const PowerSupply* supply = nullptr;
    /// Network between several machines.
    const Link* network = nullptr;
    /// The total of the build's bill of materials, GPUs included, as in `bill_of_materials`.
    double purchase = 0.0;
    /// Lines of that bill without a price.
    std::int64_t unpriced_lines = 0;
    /// Of all machines, at the wall.
    Watts power{};
};

/// Writes GPUs and machines into a scenario. The network stays unchanged if the host has none.
void set_build(Scenario& scenario, const Gpu& gpu, const GpuBuild& build, const Host& host);

/// Power of a whole build at the wall with every part at its limit; empty if a part's power is not published.
std::optional<Watts> full_load_of_a_build(const Scenario& scenario, const EngineData& data);

/// The hosts of one build.
struct HostsFound {
    /// Cheapest first, before the network between machines. Excludes parts that are more expensive, draw no less power
    /// and are better in no property that the engine reads.
    std::vector<Host> hosts;
    /// Including those parts: legal combinations of chassis, processor, memory, drive and supply.
    std::int64_t combinations = 0;
    /// Why there is none ("no-chassis", "no-processor", "no-power-supply", "power-not-published"); otherwise empty.
    std::string rejected_by;
};

/// Processors used in machines.
enum class Processors {
    /// Only those that no other one dominates.
    choices,
    all
};

/// Machines for the GPUs of a search.
class HostSpace {
public:
    /// `task` is the training of the search, `stored` the data on one machine's drive. Both references must outlive the
    /// space.
    HostSpace(const Scenario& task, const EngineData& data, Bytes stored);

    /// Legal hosts: a tower or a rack machine that takes the cards (a rack machine if rack units are counted or there
    /// are several), a matching processor with eight lanes per card, memory in every channel and no less than the GPUs
    /// have, a solid-state drive, a supply with the headroom of the conventions; rack machines include their supply. A
    /// complete machine with this GPU is also a host.
    HostsFound hosts_of(const Gpu& gpu, const GpuBuild& build, Processors processors = Processors::choices) const;

    /// Possible networks between the machines of a build, cheapest first; null: as in the task. One machine needs no
    /// network.
    std::vector<PricedLink> networks_of(const GpuBuild& build) const;
    /// Number of networks to choose from.
    std::int64_t network_classes(const GpuBuild& build) const;
    /// The same hosts with a network, including its ports; cheapest first.
    std::vector<Host> on_network(std::vector<Host> hosts, const GpuBuild& build, const PricedLink& network) const;

    /// The machine of rented GPUs, as far as known: a fast drive, and the most memory per GPU in any offer of this
    /// card; if there is none, the median over offers of all cards.
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

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/engine_data.h"
#include "core/estimate/run/bill_of_materials.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace rigwright {

struct PricedCpu {
    const Cpu* cpu = nullptr;
    PartPrice price;
};

struct PricedDrive {
    const Storage* drive = nullptr;
    PartPrice price;
};

struct PricedSupply {
    const PowerSupply* supply = nullptr;
    PartPrice price;
};

struct PricedLink {
    const Link* link = nullptr;
    PartPrice price;
};

/// Whole kits of one kind.
struct PricedMemory {
    const MemoryKit* kit = nullptr;
    PartPrice price;
    std::int64_t kits = 1;

    double gib() const { return static_cast<double>(kits) * capacity(*kit).as_gib(); }
    double cost() const { return price.of(static_cast<double>(kits)); }
};

/// The parts for machines. Parts without a price are excluded.
class PricedParts {
public:
    /// Points to the records of `data`. A constraint on vendors applies to processors if it names processor makers.
    PricedParts(const Scenario& task, const EngineData& data);

    const std::vector<PricedCpu>& cpus() const { return cpus_; }
    /// Classes of solid-state drives, except those that cost more than a faster one.
    const std::vector<PricedDrive>& drives() const { return drives_; }
    /// Number of drive classes that `drives` was chosen from.
    std::int64_t drive_classes() const { return drive_classes_; }
    /// Networks between machines with priced ports, by rising price, except those that cost more than an equally fast
    /// one. Includes the scenario's own even without a price, since it exists.
    const std::vector<PricedLink>& networks() const { return networks_; }
    /// Number of networks that `networks` was chosen from.
    std::int64_t network_classes() const { return network_classes_; }
    /// By rising price.
    const std::vector<PricedSupply>& supplies() const { return supplies_; }
    /// Memory for this many sockets that fills every channel, in every commercial size: the cheapest kits of each size,
    /// rising in size and price. The reference stays valid.
    const std::vector<PricedMemory>& memory_of(const Cpu& cpu, std::int64_t sockets) const;

    /// Maximum number of sockets per machine.
    static constexpr std::int64_t most_sockets = 2;

private:
    using MemoryKind = std::pair<std::string, std::int64_t>;

    void add_processors(const Scenario& task, const EngineData& data);
    void add_drives(const Scenario& task, const EngineData& data);
    void add_memory(const Scenario& task, const EngineData& data);
    void add_networks(const Scenario& task, const EngineData& data);

    std::vector<PricedCpu> cpus_;
    std::vector<PricedDrive> drives_;
    std::int64_t drive_classes_ = 0;
    std::vector<PricedSupply> supplies_;
    std::vector<PricedLink> networks_;
    std::int64_t network_classes_ = 0;
    /// By type of memory and number of channels.
    std::map<MemoryKind, std::vector<PricedMemory>> memory_;
};

} // namespace rigwright

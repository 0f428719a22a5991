// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/run/bill_of_materials.h"
#include "core/estimate/engine_data.h"
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

/// The parts that machines can be made of. Parts without a price are not among them.
class PricedParts {
public:
    /// The records of `data` are pointed at. A constraint on vendors that names makers of processors holds for those.
    PricedParts(const Scenario& task, const EngineData& data);

    const std::vector<PricedCpu>& cpus() const { return cpus_; }
    /// Classes of solid-state drives, those aside that cost more than a faster one.
    const std::vector<PricedDrive>& drives() const { return drives_; }
    /// Classes of drives that `drives` was chosen from.
    std::int64_t drive_classes() const { return drive_classes_; }
    /// Networks between machines whose ports have a price, by rising price, those aside that cost more than one that
    /// carries no less. The scenario's own is among them, without a price too: it is there.
    const std::vector<PricedLink>& networks() const { return networks_; }
    /// Networks that `networks` was chosen from.
    std::int64_t network_classes() const { return network_classes_; }
    /// By rising price.
    const std::vector<PricedSupply>& supplies() const { return supplies_; }
    /// Memory for so many sockets that fills every channel and every size that is offered: the cheapest kits of each
    /// size, rising in size and price. A list that stays where it is.
    const std::vector<PricedMemory>& memory_of(const Cpu& cpu, std::int64_t sockets) const;

    /// Sockets that machines have.
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

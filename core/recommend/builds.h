// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/engine_data.h"
#include "core/estimate/run/bill_of_materials.h"
#include "core/recommend/recommendation.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rigwright {

/// A record of the catalog, or null, with its price.
template <typename Record>
struct Priced {
    const Record* part = nullptr;
    PartPrice price;
};

/// Whole kits of one kind.
struct PricedMemory {
    const MemoryKit* part = nullptr;
    PartPrice price;
    std::int64_t kits = 1;

    double gib() const { return static_cast<double>(kits) * capacity(*part).as_gib(); }
    double cost() const { return price.of(static_cast<double>(kits)); }
};

/// The parts for machines. Parts without a price are excluded.
class PricedParts {
public:
    /// Points to the records of `data`. A constraint on vendors applies to processors if it names processor makers.
    PricedParts(const Scenario& task, const EngineData& data);

    const std::vector<Priced<Cpu>>& cpus() const { return cpus_; }
    /// Classes of solid-state drives, except those that cost more than a faster one.
    const std::vector<Priced<Storage>>& drives() const { return drives_; }
    /// Number of drive classes that `drives` was chosen from.
    std::int64_t drive_classes() const { return drive_classes_; }
    /// Networks between machines with priced ports, by rising price, except those that cost more than an equally fast
    /// one. Includes the scenario's own even without a price, since it exists.
    const std::vector<Priced<Link>>& networks() const { return networks_; }
    /// Number of networks that `networks` was chosen from.
    std::int64_t network_classes() const { return network_classes_; }
    /// By rising price.
    const std::vector<Priced<PowerSupply>>& supplies() const { return supplies_; }
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

    std::vector<Priced<Cpu>> cpus_;
    std::vector<Priced<Storage>> drives_;
    std::int64_t drive_classes_ = 0;
    std::vector<Priced<PowerSupply>> supplies_;
    std::vector<Priced<Link>> networks_;
    std::int64_t network_classes_ = 0;
    /// By type of memory and number of channels.
    std::map<MemoryKind, std::vector<PricedMemory>> memory_;
};

/// The GPUs of a build.
struct GpuBuild {
    std::int64_t per_machine = 1;
    std::int64_t machines = 1;
    /// Interconnect of the cards in a machine, if there is a choice: cards with a bridge connector.
    LinkChoice link = LinkChoice::automatic;

    std::int64_t gpus() const { return per_machine * machines; }
    bool operator==(const GpuBuild&) const = default;
};

/// A card to search, or the reason why it is excluded.
struct CardToSearch {
    const Gpu* gpu = nullptr;
    /// "recommend.rejected.<code>"; empty for a card that is searched.
    std::string rejected_by;
};

/// Every card of the catalog, by id. Excluded are cards that the scenario's constraints exclude, that are not add-in
/// cards (built into laptops or CPUs), that have multiple devices, that are not sold (or rented out, for rent), that
/// have no price, and that software no longer supports; the scenario's own card may be of any age.
std::vector<CardToSearch> cards_to_search(const Scenario& scenario, const EngineData& data, Outlay outlay);

/// Makers with a price in the scenario's currency, of the catalog or of a quote, in alphabetical order: they sell in
/// its country. Empty if no price is in that currency.
std::vector<std::string> makers_in_currency(const Scenario& scenario, const Catalog& hardware);

/// Whether only cards of `makers_in_currency`, and the scenario's own, are searched.
bool is_limited_to_market(const Scenario& scenario, const Catalog& hardware, Outlay outlay);

/// Numbers of GPUs and machines: powers of two in one machine, then further machines as full as the first, up to the
/// constraint's number of GPUs (without one, `most_gpus_unasked`), and the scenario's own. Purchased modules come in
/// full boards. Cards with a bridge connector come without bridges and with one per two cards.
std::vector<GpuBuild> gpu_builds(const Scenario& scenario, const Gpu& gpu, Outlay outlay);

/// Maximum number of GPUs without a constraint: four machines of eight, which a department can set up without planning
/// a data center.
inline constexpr std::int64_t most_gpus_unasked = 32;

/// Names in the constraints that match no part of the catalog, as errors with the nearest existing ones.
std::vector<Finding> constraint_errors(const Constraints& constraints, const Catalog& hardware);

/// Whether a constraint's list contains the name, ignoring case. An empty list contains everything.
bool is_named(const std::vector<std::string>& list, std::string_view name);

/// For each processor, whether another one is no more expensive, draws no more power, takes the same memory and is no
/// worse in any property that the engine reads: clocks, cores, link to cards, memory bandwidth. The first of equals
/// stays.
std::vector<bool> outdone_processors(const std::vector<Priced<Cpu>>& cpus, const TimeCoefficients& coefficients);

/// The processor with the best value of each property that the engine reads; no plan is faster on a real one.
Cpu best_of_all(const std::vector<Priced<Cpu>>& cpus, const TimeCoefficients& coefficients);

/// Processors with nearly the same clock and the same link to cards.
struct ProcessorClass {
    /// A hypothetical processor, no worse than any of the class; its id is empty.
    Cpu best;
    /// The class with the same link and the next higher clock; a plan that is slow with that one is no faster with this
    /// one.
    std::optional<std::size_t> faster{};
};

/// Classes of all processors, and the class of each.
struct ProcessorClasses {
    std::vector<ProcessorClass> classes;
    std::map<const Cpu*, std::size_t> class_of;
};
ProcessorClasses processor_classes(const std::vector<Priced<Cpu>>& cpus, const TimeCoefficients& coefficients);

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
    /// Network between multiple machines.
    const Link* network = nullptr;
    /// The total of the build's bill of materials, GPUs included, as in `bill_of_materials`.
    double purchase = 0.0;
    /// Lines of that bill without a price.
    std::int64_t unpriced_lines = 0;
    /// Power of all machines, at the wall.
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
    /// The reason why there is none ("no-chassis", "no-processor", "no-power-supply", "power-not-published"); otherwise
    /// empty.
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
    /// are multiple machines), a matching CPU with eight lanes per card, memory in every channel and at least as much
    /// as the GPUs have, a solid-state drive, a supply with the headroom of the conventions; rack machines include
    /// their supply. A complete machine with this GPU is also a host.
    HostsFound hosts_of(const Gpu& gpu, const GpuBuild& build, Processors processors = Processors::choices) const;

    /// Possible networks between the machines of a build, cheapest first; null: as in the task. One machine needs no
    /// network.
    std::vector<Priced<Link>> networks_of(const GpuBuild& build) const;
    /// Number of networks to choose from.
    std::int64_t network_classes(const GpuBuild& build) const;
    /// Adds a network with its ports to the hosts; cheapest first.
    std::vector<Host> on_network(std::vector<Host> hosts, const GpuBuild& build, const Priced<Link>& network) const;

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

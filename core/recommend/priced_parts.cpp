// SPDX-License-Identifier: Apache-2.0
#include "core/advise/part_choice.h"
#include "core/hardware/chassis.h"
#include "core/hardware/host_link.h"
#include "core/recommend/builds.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace rigwright {

namespace {

/// Boards have two slots per channel.
constexpr std::int64_t modules_of_a_channel = 2;
/// The system needs a solid-state drive; replacing it with a hard disk saves almost nothing.
constexpr std::string_view hard_disk = "hdd";

template <typename Record, typename Accepts>
std::vector<Priced<Record>> priced(const Scenario& task, const Catalog& hardware, const std::vector<Record>& records,
                                   Accepts accepts)
{
    std::vector<Priced<Record>> all;
    for (const Record& record : records) {
        if (!accepts(record)) continue;
        if (const auto price = part_price(task, hardware, record)) all.push_back({&record, *price});
    }
    return all;
}

bool is_sold_alone(const Cpu& cpu)
{
    return cpu.segment == "desktop" || cpu.segment == "workstation" || cpu.segment == "server";
}

/// Sequential bytes, bytes of small files and random reads per second; unknown rates do not limit reading.
std::array<double, 3> rates_of(const Storage& drive)
{
    const auto base = [](const std::optional<BytesPerSecond>& rate) { return rate.value_or(BytesPerSecond()).base(); };
    return {base(drive.sequential_read), base(drive.small_file_read),
            drive.random_reads_per_second.value_or(std::numeric_limits<double>::infinity())};
}

bool is_outdone(const Priced<Storage>& drive, const Priced<Storage>& other)
{
    const auto own = rates_of(*drive.part);
    const auto others = rates_of(*other.part);
    bool no_worse = !other.price.drive_tb || other.price.drive_tb == drive.price.drive_tb;
    for (std::size_t i = 0; i < own.size(); ++i) no_worse = no_worse && others[i] >= own[i];
    return other.price.of(1.0) < drive.price.of(1.0) && no_worse;
}

/// Whether another network is no slower (wire, measured or assumed rate) and costs less.
bool is_outdone(const Priced<Link>& link, const Priced<Link>& other, const TimeCoefficients& c)
{
    const auto carried = [&c](const Link& l) { return l.effective.value_or(l.per_direction * c.network_efficiency); };
    return other.price.of(1.0) < link.price.of(1.0) && other.part->per_direction >= link.part->per_direction &&
           carried(*other.part) >= carried(*link.part);
}

/// Kits for a size; empty if they do not fit into the slots.
std::optional<PricedMemory> filled(const Priced<MemoryKit>& kit, double size, std::int64_t channels)
{
    const std::int64_t kits = kits_for(*kit.part, size, channels);
    if (kits * kit.part->modules > channels * modules_of_a_channel) return std::nullopt;
    return PricedMemory{kit.part, kit.price, kits};
}

/// The cheapest kits of each size; a size that costs more than a larger one is dropped.
std::vector<PricedMemory> sizes_of(const std::vector<Priced<MemoryKit>>& kits, std::int64_t channels)
{
    std::vector<PricedMemory> falling;
    for (auto size = sold_memory_sizes.rbegin(); size != sold_memory_sizes.rend(); ++size) {
        std::optional<PricedMemory> best;
        for (const Priced<MemoryKit>& kit : kits)
            if (const auto choice = filled(kit, *size, channels); choice && (!best || choice->cost() < best->cost()))
                best = choice;
        if (best && (falling.empty() || best->cost() < falling.back().cost())) falling.push_back(*best);
    }
    return {falling.rbegin(), falling.rend()};
}

} // namespace

PricedParts::PricedParts(const Scenario& task, const EngineData& data)
{
    add_processors(task, data);
    add_drives(task, data);
    supplies_ = priced(task, data.hardware, data.hardware.power_supplies, [](const auto&) { return true; });
    std::ranges::stable_sort(supplies_, [](const Priced<PowerSupply>& a, const Priced<PowerSupply>& b) {
        return std::pair(a.price.of(1.0), -a.part->output.base()) < std::pair(b.price.of(1.0), -b.part->output.base());
    });
    add_memory(task, data);
    add_networks(task, data);
}

void PricedParts::add_processors(const Scenario& task, const EngineData& data)
{
    const std::vector<std::string>& vendors = task.constraints.vendors;
    const std::vector<Cpu>& all = data.hardware.cpus;
    const bool limits = std::ranges::any_of(all, [&](const Cpu& c) { return is_named(vendors, c.vendor); });
    cpus_ = priced(task, data.hardware, all, [&](const Cpu& cpu) {
        return is_sold_alone(cpu) && cpu.memory.channels && cpu.link.pcie_lanes &&
               (!limits || is_named(vendors, cpu.vendor));
    });
}

void PricedParts::add_drives(const Scenario& task, const EngineData& data)
{
    drives_ = priced(task, data.hardware, data.hardware.storages,
                     [](const Storage& drive) { return drive.generic && drive.id != hard_disk; });
    drive_classes_ = static_cast<std::int64_t>(drives_.size());
    const std::vector<Priced<Storage>> all = drives_;
    std::erase_if(drives_, [&](const Priced<Storage>& drive) {
        return std::ranges::any_of(all, [&](const auto& other) { return is_outdone(drive, other); });
    });
}

void PricedParts::add_memory(const Scenario& task, const EngineData& data)
{
    const auto kits = priced(task, data.hardware, data.hardware.memory_kits, [](const auto&) { return true; });
    for (const Priced<Cpu>& cpu : cpus_) {
        const std::string& type = cpu.part->memory.type;
        std::vector<Priced<MemoryKit>> fitting;
        for (const Priced<MemoryKit>& kit : kits)
            if (takes(*cpu.part, *kit.part)) fitting.push_back(kit);
        for (std::int64_t sockets = 1; sockets <= most_sockets; ++sockets) {
            const MemoryKind kind{type, *cpu.part->memory.channels * sockets};
            if (!memory_.contains(kind)) memory_.emplace(kind, sizes_of(fitting, kind.second));
        }
    }
}

void PricedParts::add_networks(const Scenario& task, const EngineData& data)
{
    networks_ = priced(task, data.hardware, data.hardware.links, joins_machines);
    const Link* own = data.hardware.link(task.build.node_link);
    const auto is_own = [own](const Priced<Link>& each) { return each.part == own; };
    if (own != nullptr && std::ranges::none_of(networks_, is_own)) networks_.push_back({own, {}});
    network_classes_ = static_cast<std::int64_t>(networks_.size());
    const std::vector<Priced<Link>> all = networks_;
    std::erase_if(networks_, [&](const Priced<Link>& link) {
        return !is_own(link) &&
               std::ranges::any_of(all, [&](const Priced<Link>& other) { return is_outdone(link, other, data.time); });
    });
    std::ranges::stable_sort(
        networks_, [](const Priced<Link>& a, const Priced<Link>& b) { return a.price.of(1.0) < b.price.of(1.0); });
}

const std::vector<PricedMemory>& PricedParts::memory_of(const Cpu& cpu, std::int64_t sockets) const
{
    static const std::vector<PricedMemory> none;
    const auto found = memory_.find({cpu.memory.type, cpu.memory.channels.value_or(0) * sockets});
    return found != memory_.end() ? found->second : none;
}

} // namespace rigwright

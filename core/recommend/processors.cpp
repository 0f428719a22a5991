// SPDX-License-Identifier: Apache-2.0
#include "core/recommend/processors.h"

#include "core/estimate/monitor.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rigwright {

namespace {

/// Clocks of one class differ by less than this. Narrower classes bound times more tightly, and there are more of them.
constexpr double ratio_of_clocks = 1.02;
/// A link of no published generation does not limit the card's.
constexpr double unlimited = 1e3;

/// What the engine reads of a processor, more being better; what is not published counts as the engine takes it.
struct Abilities {
    double highest_clock = 0.0;
    double summed_clock = 0.0;
    double cores = 0.0;
    double bandwidth = 0.0;
    double generation = 0.0;
    double lanes = 0.0;
    /// Nothing of a card's memory goes to a monitor.
    bool spares_the_card = true;

    bool is_no_worse_than(const Abilities& other) const
    {
        return highest_clock >= other.highest_clock && summed_clock >= other.summed_clock && cores >= other.cores &&
               bandwidth >= other.bandwidth && generation >= other.generation && lanes >= other.lanes &&
               spares_the_card >= other.spares_the_card;
    }
    double clock() const { return std::max(highest_clock, summed_clock); }
};

double mean_clock(const Cpu& cpu, const TimeCoefficients& c)
{
    double summed = 0.0;
    for (const CpuCoreGroup& group : cpu.compute.core_groups) {
        const auto& clock = group.boost_clock ? group.boost_clock : group.base_clock;
        if (!clock) return c.loading.reference_clock;
        summed += clock->base() * group.cores;
    }
    return cpu.compute.cores > 0 ? summed / cpu.compute.cores : c.loading.reference_clock;
}

Abilities abilities_of(const Cpu& cpu, const TimeCoefficients& c)
{
    Abilities found;
    for (const CpuCoreGroup& group : cpu.compute.core_groups)
        if (group.boost_clock) found.highest_clock = std::max(found.highest_clock, group.boost_clock->base());
    if (found.highest_clock <= 0.0) found.highest_clock = c.host_clock;
    found.summed_clock = mean_clock(cpu, c);
    found.cores = cpu.compute.cores;
    found.bandwidth = cpu.memory.bandwidth ? cpu.memory.bandwidth->base() : c.assumed_host_bandwidth;
    found.generation = cpu.link.pcie_generation ? *cpu.link.pcie_generation : unlimited;
    found.lanes = cpu.link.pcie_lanes ? *cpu.link.pcie_lanes : unlimited;
    found.spares_the_card = !leaves_monitor_to_cards(cpu);
    return found;
}

double highest_power(const Cpu& cpu)
{
    return cpu.power.turbo_power.value_or(cpu.power.base_power.value_or(Watts())).base();
}

/// A processor as it is compared with others.
struct ComparedProcessor {
    const Cpu* cpu;
    Abilities abilities;
    std::pair<double, double> outlay;

    bool is_outdone_by(const ComparedProcessor& other, bool comes_first) const
    {
        if (cpu->memory.channels != other.cpu->memory.channels || cpu->memory.type != other.cpu->memory.type)
            return false;
        const bool no_dearer = other.outlay.first <= outlay.first && other.outlay.second <= outlay.second;
        if (!no_dearer || !other.abilities.is_no_worse_than(abilities)) return false;
        const bool equal = other.outlay == outlay && abilities.is_no_worse_than(other.abilities);
        return !equal || !comes_first;
    }
};

Abilities best_abilities(const std::vector<PricedCpu>& cpus, const TimeCoefficients& coefficients)
{
    Abilities best;
    for (const PricedCpu& each : cpus) {
        const Abilities found = abilities_of(*each.cpu, coefficients);
        best.highest_clock = std::max(best.highest_clock, found.highest_clock);
        best.summed_clock = std::max(best.summed_clock, found.summed_clock);
        best.cores = std::max(best.cores, found.cores);
        best.bandwidth = std::max(best.bandwidth, found.bandwidth);
        best.generation = std::max(best.generation, found.generation);
    }
    return best;
}

/// In every socket of a machine. Lanes are left open: they do not limit then.
Cpu processor_with(const Abilities& abilities)
{
    Cpu cpu;
    cpu.compute.cores = static_cast<int>(abilities.cores) * static_cast<int>(PricedParts::most_sockets);
    const Hertz clock(abilities.clock());
    cpu.compute.core_groups.push_back({CpuCoreKind::uniform, cpu.compute.cores, clock, clock, {}});
    cpu.memory.bandwidth = BytesPerSecond(abilities.bandwidth * static_cast<double>(PricedParts::most_sockets));
    if (abilities.generation < unlimited) cpu.link.pcie_generation = static_cast<int>(abilities.generation);
    return cpu;
}

} // namespace

std::vector<bool> outdone_processors(const std::vector<PricedCpu>& cpus, const TimeCoefficients& coefficients)
{
    std::vector<ComparedProcessor> compared;
    compared.reserve(cpus.size());
    for (const PricedCpu& each : cpus)
        compared.push_back(
            {each.cpu, abilities_of(*each.cpu, coefficients), {each.price.of(1.0), highest_power(*each.cpu)}});
    std::vector<bool> outdone(cpus.size(), false);
    for (std::size_t i = 0; i < cpus.size(); ++i)
        for (std::size_t j = 0; j < cpus.size() && !outdone[i]; ++j)
            outdone[i] = i != j && compared[i].is_outdone_by(compared[j], i < j);
    return outdone;
}

Cpu best_of_all(const std::vector<PricedCpu>& cpus, const TimeCoefficients& coefficients)
{
    return processor_with(best_abilities(cpus, coefficients));
}

ProcessorClasses processor_classes(const std::vector<PricedCpu>& cpus, const TimeCoefficients& coefficients)
{
    const Abilities best = best_abilities(cpus, coefficients);
    // By generation of the link, then by falling clock.
    std::map<std::pair<double, std::int64_t>, std::vector<const PricedCpu*>> members;
    for (const PricedCpu& each : cpus) {
        const Abilities own = abilities_of(*each.cpu, coefficients);
        const auto level = static_cast<std::int64_t>(std::floor(std::log(own.clock()) / std::log(ratio_of_clocks)));
        members[{own.generation, -level}].push_back(&each);
    }
    ProcessorClasses all;
    double generation = -1.0;
    for (const auto& [key, held] : members) {
        Abilities abilities = best;
        abilities.generation = key.first;
        abilities.highest_clock = abilities.summed_clock = 0.0;
        for (const PricedCpu* each : held) {
            abilities.highest_clock = std::max(abilities.highest_clock, abilities_of(*each->cpu, coefficients).clock());
            all.class_of.emplace(each->cpu, all.classes.size());
        }
        ProcessorClass found{processor_with(abilities)};
        if (key.first == generation) found.faster = all.classes.size() - 1;
        generation = key.first;
        all.classes.push_back(std::move(found));
    }
    return all;
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/advise/largest.h"
#include "core/estimate/evaluation.h"
#include "core/estimate/run/bill_of_materials.h"
#include "core/estimate/run/run_cost.h"
#include "core/hardware/dates.h"
#include "core/json/characters.h"
#include "core/recommend/builds.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/nearest.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace rigwright {

namespace {

constexpr std::int64_t full_machine = 8;
/// Step of one year in `first_day`.
constexpr int days_of_a_year = 10'000;
/// Drivers and frameworks drop a generation about this many years after its release: builds for CUDA 13 (2025) dropped
/// Maxwell, Pascal and Volta (2014 to 2017).
constexpr int years_of_support = 8;
/// The vendor's list price at release is meaningless once the card is discontinued; the generation after next appears
/// after about this many years.
constexpr int years_of_list_price = 5;

bool same_letter(char a, char b) { return lower(a) == lower(b); }

bool starts_with(std::string_view text, std::string_view start)
{
    return text.size() >= start.size() && std::equal(start.begin(), start.end(), text.begin(), same_letter);
}

/// Architectures contain their chips in brackets: "Ampere (GA10x)" also matches "Ampere".
bool names_generation(const std::vector<std::string>& list, std::string_view architecture)
{
    return list.empty() || std::ranges::any_of(list, [&](const auto& name) { return starts_with(architecture, name); });
}

/// The date of the catalog's newest price, used as today so that the same data gives the same answer.
int today_of(const Scenario& scenario, const Catalog& hardware)
{
    if (!scenario.economics.prices_as_of.empty()) return last_day(scenario.economics.prices_as_of);
    int today = 0;
    for (const Gpu& gpu : hardware.gpus)
        for (const Price& price : gpu.prices) today = std::max(today, first_day(price.date));
    return today;
}

bool is_older(std::string_view date, int years, int today)
{
    return !date.empty() && first_day(date) + years * days_of_a_year < today;
}

/// Whether a card has a current price; for discontinued cards, release prices by the vendor or an analyst do not count.
bool has_current_price(const Scenario& scenario, const Gpu& gpu, int today)
{
    if (scenario.build.price_overrides.contains(gpu.id)) return true;
    const Price* price = newest_price(gpu.prices, scenario.economics.prices_as_of);
    if (price == nullptr || price->own) return price != nullptr;
    return price->kind != PriceKind::list && !is_older(price->date, years_of_list_price, today);
}

class Sorting {
public:
    Sorting(const Scenario& scenario, const EngineData& data, Outlay outlay)
        : scenario_(scenario),
          hardware_(data.hardware),
          outlay_(outlay),
          today_(today_of(scenario, data.hardware))
    {
        if (is_limited_to_market(scenario, hardware_, outlay)) makers_ = makers_in_currency(scenario, hardware_);
    }

    /// Empty for a card that is searched.
    std::string reason_against(const Gpu& gpu) const
    {
        const Constraints& limits = scenario_.constraints;
        if (!is_named(limits.vendors, gpu.vendor)) return "vendor";
        if (gpu.id != scenario_.build.gpu && !is_named(makers_, gpu.vendor)) return "market";
        if (!names_generation(limits.generations, gpu.architecture)) return "generation";
        if (!is_available(gpu)) return "availability";
        if (is_built_in(gpu)) return "built-in";
        if (gpu.devices_per_board > 1) return "several-devices";
        if (outlay_ == Outlay::rent) {
            Scenario asked;
            asked.economics = scenario_.economics;
            asked.build.gpu = gpu.id;
            return rent_price(asked, hardware_) ? "" : "no-offer";
        }
        return reason_against_buying(gpu);
    }

private:
    bool is_available(const Gpu& gpu) const
    {
        const std::vector<std::string>& named = scenario_.constraints.availability;
        const std::string_view own = word_of(gpu.availability);
        if (!named.empty()) return is_named(named, own);
        return outlay_ == Outlay::rent || gpu.availability == GpuAvailability::sold;
    }

    std::string reason_against_buying(const Gpu& gpu) const
    {
        if (gpu.availability == GpuAvailability::rent_only) return "availability";
        if (!is_priced(gpu)) return "no-price";
        const bool own = gpu.id == scenario_.build.gpu || !scenario_.constraints.generations.empty();
        if (own) return "";
        if (is_older(gpu.release, years_of_support, today_)) return "too-old";
        const bool out_of_list = is_older(gpu.release, years_of_list_price, today_);
        return out_of_list && !has_current_price(scenario_, gpu, today_) ? "no-current-price" : "";
    }

    /// Whether it has its own price, or is part of a complete machine with one.
    bool is_priced(const Gpu& gpu) const
    {
        if (part_price(scenario_, hardware_, gpu)) return true;
        return std::ranges::any_of(hardware_.chassis_list, [&](const Chassis& machine) {
            return machine.sold_complete && std::ranges::count(machine.gpus.gpus, gpu.id) > 0 &&
                   part_price(scenario_, hardware_, machine);
        });
    }

    const Scenario& scenario_;
    const Catalog& hardware_;
    Outlay outlay_;
    /// Empty for all makers.
    std::vector<std::string> makers_{};
    int today_ = 0;
};

Finding unknown_name(const char* field, const std::string& found, const std::set<std::string>& known)
{
    return input_error("constraint-names-nothing", field,
                       {{"found", json_excerpt(found)}, {"nearest", closest_of(found, known)}});
}

} // namespace

bool is_named(const std::vector<std::string>& list, std::string_view name)
{
    return list.empty() || std::ranges::any_of(list, [name](const std::string& each) {
               return each.size() == name.size() && starts_with(name, each);
           });
}

std::vector<std::string> makers_in_currency(const Scenario& scenario, const Catalog& hardware)
{
    const std::string& currency = scenario.economics.currency;
    std::set<std::string> makers;
    for (const Gpu& gpu : hardware.gpus) {
        const auto quote = scenario.build.price_overrides.find(gpu.id);
        const bool quoted = quote != scenario.build.price_overrides.end() && quote->second.currency == currency;
        if (quoted || std::ranges::find(gpu.prices, currency, &Price::currency) != gpu.prices.end())
            makers.insert(gpu.vendor);
    }
    return {makers.begin(), makers.end()};
}

bool is_limited_to_market(const Scenario& scenario, const Catalog& hardware, Outlay outlay)
{
    const Constraints& limits = scenario.constraints;
    return outlay == Outlay::purchase && limits.market == Market::currency && limits.vendors.empty() &&
           limits.generations.empty() && !makers_in_currency(scenario, hardware).empty();
}

std::vector<CardToSearch> cards_to_search(const Scenario& scenario, const EngineData& data, Outlay outlay)
{
    const Sorting sorting(scenario, data, outlay);
    std::vector<CardToSearch> cards;
    cards.reserve(data.hardware.gpus.size());
    for (const Gpu& gpu : data.hardware.gpus) cards.push_back({&gpu, sorting.reason_against(gpu)});
    return cards;
}

std::vector<GpuBuild> gpu_builds(const Scenario& scenario, const Gpu& gpu, Outlay outlay)
{
    const bool whole_board = !is_card(gpu) && outlay == Outlay::purchase;
    const bool takes_bridge = outlay == Outlay::purchase && gpu.link.peer_kind == PeerLinkKind::nvlink_bridge;
    const GpuBuild own{scenario.build.gpus_per_node, scenario.build.nodes};
    const std::int64_t most =
        scenario.constraints.maximum_gpus.value_or(std::max(most_gpus_unasked, gpu_count(scenario.build)));
    std::vector<GpuBuild> builds;
    const auto add = [&](GpuBuild build) {
        if (takes_bridge && build.per_machine > 1) build.link = LinkChoice::pcie;
        const bool known = std::ranges::find(builds, build) != builds.end();
        if (build.gpus() > most || known) return;
        builds.push_back(build);
        if (build.link == LinkChoice::pcie) builds.push_back({build.per_machine, build.machines, LinkChoice::nvlink});
    };
    for (std::int64_t count = whole_board ? full_machine : 1; count <= full_machine; count *= 2) add({count, 1});
    for (std::int64_t machines = 2; full_machine * machines <= most; machines *= 2) add({full_machine, machines});
    if (!whole_board) add(own);
    return builds;
}

std::vector<Finding> constraint_errors(const Constraints& constraints, const Catalog& hardware)
{
    std::set<std::string> vendors;
    std::set<std::string> generations;
    for (const Gpu& gpu : hardware.gpus) {
        vendors.insert(gpu.vendor);
        generations.insert(gpu.architecture);
    }
    for (const Cpu& cpu : hardware.cpus) vendors.insert(cpu.vendor);
    const std::set<std::string> availability(words<GpuAvailability>.begin(), words<GpuAvailability>.end());
    std::vector<Finding> errors;
    const auto check = [&errors](const std::vector<std::string>& list, const std::set<std::string>& known,
                                 const char* field, auto names) {
        for (const std::string& each : list)
            if (std::ranges::none_of(known, [&](const auto& name) { return names({each}, name); }))
                errors.push_back(unknown_name(field, each, known));
    };
    check(constraints.vendors, vendors, "constraints.vendors", is_named);
    check(constraints.generations, generations, "constraints.generations", names_generation);
    check(constraints.availability, availability, "constraints.availability", is_named);
    return errors;
}

namespace {

/// Relative width of a clock class. Narrower classes give tighter bounds, but there are more of them.
constexpr double ratio_of_clocks = 1.02;
/// A link without a published generation does not limit the card's.
constexpr double unlimited = 1e3;

/// Properties of a processor that the engine reads, more being better; unpublished ones get the engine's defaults.
struct Abilities {
    double highest_clock = 0.0;
    double summed_clock = 0.0;
    double cores = 0.0;
    double bandwidth = 0.0;
    double generation = 0.0;
    double lanes = 0.0;
    /// Whether the card's memory is free of a monitor.
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

/// A processor with its figures for comparison.
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

Abilities best_abilities(const std::vector<Priced<Cpu>>& cpus, const TimeCoefficients& coefficients)
{
    Abilities best;
    for (const Priced<Cpu>& each : cpus) {
        const Abilities found = abilities_of(*each.part, coefficients);
        best.highest_clock = std::max(best.highest_clock, found.highest_clock);
        best.summed_clock = std::max(best.summed_clock, found.summed_clock);
        best.cores = std::max(best.cores, found.cores);
        best.bandwidth = std::max(best.bandwidth, found.bandwidth);
        best.generation = std::max(best.generation, found.generation);
    }
    return best;
}

/// For every socket of a machine. Lanes are unset and therefore do not limit.
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

std::vector<bool> outdone_processors(const std::vector<Priced<Cpu>>& cpus, const TimeCoefficients& coefficients)
{
    std::vector<ComparedProcessor> compared;
    compared.reserve(cpus.size());
    for (const Priced<Cpu>& each : cpus)
        compared.push_back(
            {each.part, abilities_of(*each.part, coefficients), {each.price.of(1.0), highest_power(*each.part)}});
    std::vector<bool> outdone(cpus.size(), false);
    for (std::size_t i = 0; i < cpus.size(); ++i)
        for (std::size_t j = 0; j < cpus.size() && !outdone[i]; ++j)
            outdone[i] = i != j && compared[i].is_outdone_by(compared[j], i < j);
    return outdone;
}

Cpu best_of_all(const std::vector<Priced<Cpu>>& cpus, const TimeCoefficients& coefficients)
{
    return processor_with(best_abilities(cpus, coefficients));
}

ProcessorClasses processor_classes(const std::vector<Priced<Cpu>>& cpus, const TimeCoefficients& coefficients)
{
    const Abilities best = best_abilities(cpus, coefficients);
    // By link generation, then by descending clock.
    std::map<std::pair<double, std::int64_t>, std::vector<const Priced<Cpu>*>> members;
    for (const Priced<Cpu>& each : cpus) {
        const Abilities own = abilities_of(*each.part, coefficients);
        const auto level = static_cast<std::int64_t>(std::floor(std::log(own.clock()) / std::log(ratio_of_clocks)));
        members[{own.generation, -level}].push_back(&each);
    }
    ProcessorClasses all;
    double generation = -1.0;
    for (const auto& [key, held] : members) {
        Abilities abilities = best;
        abilities.generation = key.first;
        abilities.highest_clock = abilities.summed_clock = 0.0;
        for (const Priced<Cpu>* each : held) {
            abilities.highest_clock =
                std::max(abilities.highest_clock, abilities_of(*each->part, coefficients).clock());
            all.class_of.emplace(each->part, all.classes.size());
        }
        ProcessorClass found{processor_with(abilities)};
        if (key.first == generation) found.faster = all.classes.size() - 1;
        generation = key.first;
        all.classes.push_back(std::move(found));
    }
    return all;
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0

#include "core/advise/part_choice.h"

#include "core/advise/largest.h"
#include "core/estimate/checks/checks.h"
#include "core/estimate/run/bill_of_materials.h"
#include "core/hardware/chassis.h"
#include "core/hardware/host_link.h"
#include "core/scenario/scenario.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace rigwright {

namespace {

/// Commercial sizes of drives, in TB.
constexpr std::array drive_sizes{1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0};

template <typename Record, typename Accepts, typename Key>
const Record* smallest(const std::vector<Record>& records, Accepts accepts, Key key)
{
    const Record* best = nullptr;
    for (const Record& record : records)
        if (accepts(record) && (best == nullptr || key(record) < key(*best))) best = &record;
    return best;
}

/// A record under the field that chooses it; empty if there is none or the plan already has it.
template <typename Record>
PartFound chosen(const char* field, const Record* record, const std::string& present)
{
    if (record == nullptr || record->id == present) return std::nullopt;
    return PartChoice{{{field, record->id}}, record->name, {}};
}

bool holds_gpus(const Chassis& chassis, const BuildChoice& build, const Gpu& gpu)
{
    const ChassisGpus& gpus = chassis.gpus;
    if (!gpus.most_gpus || *gpus.most_gpus < build.gpus_per_node) return false;
    if (!gpus.gpus.empty()) return std::ranges::find(gpus.gpus, gpu.id) != gpus.gpus.end();
    if (gpus.mount && (*gpus.mount == GpuMount::card) != is_card(gpu)) return false;
    const bool tower = chassis.body.form == ChassisForm::tower;
    return !(tower && gpu.board.form_factor.ends_with("passive"));
}

bool holds_the_rest(const Chassis& chassis, const BuildChoice& build, std::optional<Watts> load)
{
    if (chassis.host.sockets && *chassis.host.sockets < build.cpu_sockets) return false;
    if (chassis.host.most_memory && build.ram_gib && *chassis.host.most_memory < Bytes::gib(*build.ram_gib))
        return false;
    const std::optional<Watts> most = most_power(chassis);
    return !most || !load || *load <= *most;
}

/// The CPU that replaces the build's in a chassis: of the same vendor if possible, and with the fewest cores and lanes
/// among those with at least as many; otherwise with the most.
const Cpu* processor_for(const Chassis& chassis, const BuildChoice& build, const Catalog& hardware)
{
    const Cpu* own = hardware.cpu(build.cpu);
    if (own == nullptr) return nullptr;
    const MemoryKit* kit = hardware.memory_kit(build.memory_kit);
    const auto fits = [&](const Cpu& c) {
        return takes(chassis, c) && c.segment != "cloud" && c.most_sockets.value_or(1) >= build.cpu_sockets &&
               (kit == nullptr || takes(c, *kit));
    };
    const int lanes = own->link.pcie_lanes.value_or(0);
    return smallest(hardware.cpus, fits, [&](const Cpu& c) {
        return std::tuple(c.vendor != own->vendor, std::max(own->compute.cores - c.compute.cores, 0),
                          std::max(lanes - c.link.pcie_lanes.value_or(0), 0), c.compute.cores, std::string_view(c.id));
    });
}

PartChoice moved_into(const Chassis& chassis, const BuildChoice& build)
{
    PartChoice choice{{{"build.chassis", chassis.id}}, chassis.name, {}};
    if (brings_supplies(chassis) && !build.power_supply.empty())
        choice.changes.push_back({"build.power_supply", std::monostate{}});
    return choice;
}

/// Other machines for the build's GPUs, memory and load: generic ones first, then by size.
std::vector<const Chassis*> chassis_by_size(const Scenario& scenario, const EngineData& data,
                                            std::optional<ChassisForm> form)
{
    std::vector<const Chassis*> found;
    const Gpu* gpu = data.hardware.gpu(scenario.build.gpu);
    if (gpu == nullptr) return found;
    const std::optional<Watts> load = full_load_of_a_machine(scenario, data);
    for (const Chassis& c : data.hardware.chassis_list)
        if ((!form || c.body.form == form) && c.id != scenario.build.chassis && holds_gpus(c, scenario.build, *gpu) &&
            holds_the_rest(c, scenario.build, load))
            found.push_back(&c);
    std::ranges::sort(found, [](const Chassis* a, const Chassis* b) {
        const auto key = [](const Chassis& c) {
            return std::tuple(!c.generic, c.gpus.most_gpus.value_or(0), c.body.rack_units.value_or(0),
                              std::string_view(c.id));
        };
        return key(*a) < key(*b);
    });
    return found;
}

} // namespace

PartFound memory_for(const Scenario& scenario, const Catalog& hardware, Bytes needed)
{
    double size = 0.0;
    if (const MemoryKit* kit = hardware.memory_kit(scenario.build.memory_kit)) {
        const double each = capacity(*kit).as_gib();
        size = std::ceil(needed.as_gib() / each) * each;
    } else {
        const auto found =
            std::ranges::find_if(sold_memory_sizes, [needed](double gib) { return Bytes::gib(gib) >= needed; });
        if (found == sold_memory_sizes.end()) return std::nullopt;
        size = *found;
    }
    if (scenario.build.ram_gib && *scenario.build.ram_gib >= size) return std::nullopt;
    return PartChoice{{{"build.ram_GiB", size}}, {}, value_of(Bytes::gib(size))};
}

PartFound drive_space_for(const Scenario& scenario, double bytes)
{
    const auto found =
        std::ranges::find_if(drive_sizes, [bytes](double size) { return terabytes(size).number >= bytes; });
    if (found == drive_sizes.end() || scenario.build.storage_tb.value_or(0.0) >= *found) return std::nullopt;
    return PartChoice{{{"build.storage_TB", *found}}, {}, terabytes(*found)};
}

PartFound drive_for(const Scenario& scenario, const Catalog& hardware, BytesPerSecond rate, const SampleFiles& files)
{
    const double wanted = rate.base() / files.bytes;
    const auto reads = [&files](const Storage& drive) { return drive_reading(drive, files).samples_per_second(); };
    const Storage* drive = smallest(
        hardware.storages, [&](const Storage& s) { return s.generic && reads(s).value_or(0.0) >= wanted; },
        [&](const Storage& s) { return *reads(s); });
    return chosen("build.storage", drive, scenario.build.storage);
}

PartFound supply_for(const Scenario& scenario, const Catalog& hardware, Watts load, double share)
{
    const PowerSupply* supply = smallest(
        hardware.power_supplies, [&](const PowerSupply& s) { return s.output * share >= load; },
        [](const PowerSupply& s) { return std::tuple(s.output.base(), s.efficiency_class, s.id); });
    return chosen("build.power_supply", supply, scenario.build.power_supply);
}

PartFound cheapest_supply_for(const Scenario& scenario, const Catalog& hardware, Watts load, double share)
{
    const auto price = [&](const PowerSupply& s) -> std::optional<double> {
        const std::optional<PartPrice> found = part_price(scenario, hardware, s);
        return found ? std::optional(found->of(1.0)) : std::nullopt;
    };
    const PowerSupply* supply = smallest(
        hardware.power_supplies, [&](const PowerSupply& s) { return s.output * share >= load && price(s).has_value(); },
        [&](const PowerSupply& s) { return std::tuple(*price(s), -s.output.base(), std::string_view(s.id)); });
    return chosen("build.power_supply", supply, scenario.build.power_supply);
}

PartFound circuit_for(const Scenario& scenario, const Catalog& hardware, Watts drawn)
{
    const Circuit* own = hardware.operating_costs.circuit(scenario.build.circuit);
    const auto same_place = [own](const Circuit& c) {
        return own == nullptr || std::ranges::find_first_of(c.regions, own->regions) != c.regions.end();
    };
    const Circuit* circuit = smallest(
        hardware.operating_costs.circuits, [&](const Circuit& c) { return c.continuous() >= drawn; },
        [&](const Circuit& c) { return std::pair(!same_place(c), c.continuous()); });
    if (circuit == nullptr || circuit->id == scenario.build.circuit) return std::nullopt;
    return PartChoice{{{"build.circuit", circuit->id}}, circuit->id, value_of(circuit->continuous())};
}

PartFound processor_with_cores(const Scenario& scenario, const Catalog& hardware, double cores)
{
    const Cpu* own = hardware.cpu(scenario.build.cpu);
    const auto sockets = static_cast<double>(scenario.build.cpu_sockets);
    const auto enough = [&](const Cpu& c) {
        return c.compute.cores * sockets >= cores && (!c.most_sockets || *c.most_sockets >= scenario.build.cpu_sockets);
    };
    const auto same_socket = [own](const Cpu& c) { return own != nullptr && c.socket == own->socket; };
    const Cpu* cpu = smallest(
        hardware.cpus, [&](const Cpu& c) { return enough(c) && (same_socket(c) || c.segment != "laptop"); },
        [&](const Cpu& c) {
            const int distance = same_socket(c) ? 0 : own != nullptr && c.vendor == own->vendor ? 1 : 2;
            return std::tuple(distance, c.compute.cores, std::string_view(c.id));
        });
    return chosen("build.cpu", cpu, scenario.build.cpu);
}

PartFound processor_with_lanes(const Scenario& scenario, const Catalog& hardware, int lanes)
{
    const Cpu* own = hardware.cpu(scenario.build.cpu);
    const auto enough = [&](const Cpu& c) {
        CardHost host = card_host(scenario.build, hardware);
        host.cpu = &c;
        return c.link.pcie_lanes && lanes_offered(host).value_or(0) >= lanes &&
               (own == nullptr || c.compute.cores >= own->compute.cores) &&
               (!c.most_sockets || *c.most_sockets >= scenario.build.cpu_sockets);
    };
    const Cpu* cpu = smallest(hardware.cpus, enough, [own](const Cpu& c) {
        return std::tuple(own != nullptr && c.vendor != own->vendor, c.compute.cores, std::string_view(c.id));
    });
    return chosen("build.cpu", cpu, scenario.build.cpu);
}

std::vector<PartChoice> chassis_for(const Scenario& scenario, const EngineData& data, std::optional<ChassisForm> form)
{
    const BuildChoice& build = scenario.build;
    const Cpu* cpu = data.hardware.cpu(build.cpu);
    std::vector<PartChoice> choices;
    for (const Chassis* c : chassis_by_size(scenario, data, form))
        if (cpu == nullptr || takes(*c, *cpu)) choices.push_back(moved_into(*c, build));
    return choices;
}

std::vector<ChassisWithProcessor> chassis_with_processor_for(const Scenario& scenario, const EngineData& data,
                                                             std::optional<ChassisForm> form)
{
    const BuildChoice& build = scenario.build;
    std::vector<ChassisWithProcessor> choices;
    for (const Chassis* c : chassis_by_size(scenario, data, form)) {
        const Cpu* cpu = processor_for(*c, build, data.hardware);
        if (cpu == nullptr || cpu->id == build.cpu) continue;
        ChassisWithProcessor choice{moved_into(*c, build), cpu->name};
        choice.chassis.changes.push_back({"build.cpu", cpu->id});
        choices.push_back(std::move(choice));
    }
    return choices;
}

PartFound processor_for_the_chassis(const Scenario& scenario, const Catalog& hardware)
{
    const Chassis* chassis = hardware.chassis(scenario.build.chassis);
    const Cpu* cpu = chassis != nullptr ? processor_for(*chassis, scenario.build, hardware) : nullptr;
    return chosen("build.cpu", cpu, scenario.build.cpu);
}

PartFound network_for(const Scenario& scenario, const Catalog& hardware, BytesPerSecond rate)
{
    const Link* link = smallest(
        hardware.links, [&](const Link& l) { return joins_machines(l) && l.per_direction >= rate; },
        [](const Link& l) { return std::tuple(l.per_direction.base(), std::string_view(l.id)); });
    return chosen("build.node_link", link, scenario.build.node_link);
}

PartFound kit_for_all_channels(const Scenario& scenario, const Catalog& hardware)
{
    const Cpu* cpu = hardware.cpu(scenario.build.cpu);
    if (cpu == nullptr || !cpu->memory.channels) return std::nullopt;
    const MemoryKit* own = hardware.memory_kit(scenario.build.memory_kit);
    const bool keeps = own != nullptr && takes(*cpu, *own);
    const std::int64_t slots_to_fill = *cpu->memory.channels * scenario.build.cpu_sockets;
    const double least = scenario.build.ram_gib.value_or(0.0);
    const auto kits = [&](const MemoryKit& kit) { return kits_for(kit, least, slots_to_fill); };
    const auto size = [&](const MemoryKit& kit) { return (capacity(kit) * Count(kits(kit))).as_gib(); };
    const MemoryKit* kit = smallest(
        hardware.memory_kits,
        [&](const MemoryKit& k) {
            return (!keeps || (k.type == own->type && k.transfer_rate == own->transfer_rate)) && takes(*cpu, k);
        },
        [&](const MemoryKit& k) { return std::tuple(size(k), kits(k) * k.modules, std::string_view(k.id)); });
    if (kit == nullptr) return std::nullopt;
    return PartChoice{
        {{"build.memory_kit", kit->id}, {"build.ram_GiB", size(*kit)}, {"build.memory_channels", std::monostate{}}},
        kit->name,
        value_of(Bytes::gib(size(*kit)))};
}

PartFound sold_card_for(const Scenario& scenario, const Catalog& hardware)
{
    const Gpu* own = hardware.gpu(scenario.build.gpu);
    if (own == nullptr) return std::nullopt;
    const Gpu* gpu = smallest(
        hardware.gpus,
        [&](const Gpu& g) {
            return g.availability == GpuAvailability::sold && g.vendor == own->vendor && !is_built_in(g) &&
                   g.devices_per_board == own->devices_per_board && g.memory.capacity >= own->memory.capacity &&
                   g.compute.fp32.value_or(FlopsPerSecond()) >= own->compute.fp32.value_or(FlopsPerSecond());
        },
        [](const Gpu& g) {
            return std::tuple(g.memory.capacity, g.compute.fp32.value_or(FlopsPerSecond()), std::string_view(g.id));
        });
    return chosen("build.gpu", gpu, scenario.build.gpu);
}

namespace {

/// Divisors of `number` that pass; always includes 1.
template <typename Passes>
std::vector<std::int64_t> degrees(std::int64_t number, Passes passes)
{
    std::vector<std::int64_t> all = divisors_of(number);
    std::erase_if(all, [&](std::int64_t degree) { return degree > 1 && !passes(degree); });
    return all;
}

} // namespace

std::vector<std::int64_t> divisors_of(std::int64_t number)
{
    std::vector<std::int64_t> small{1};
    std::vector<std::int64_t> large;
    for (std::int64_t divisor = 1; divisor <= number / divisor; ++divisor) {
        if (number % divisor != 0) continue;
        if (divisor > 1) small.push_back(divisor);
        if (number / divisor > divisor) large.push_back(number / divisor);
    }
    small.insert(small.end(), large.rbegin(), large.rend());
    return small;
}

LegalDegrees legal_degrees(const Evaluation& evaluation)
{
    const Parallel& p = evaluation.scenario.parallel;
    const std::int64_t gpus = gpu_count(evaluation.scenario.build);
    const Divisible model = divisible_of(*evaluation.network, p.tensor);
    const auto divides_heads = [&](std::int64_t degree) {
        return model.common_heads > 0 && model.common_heads % degree == 0;
    };
    const bool exchanges_heads = p.context_method == ContextMethod::all_to_all;
    LegalDegrees legal;
    legal.tensor = degrees(gpus / (p.pipeline * p.context), divides_heads);
    legal.pipeline = degrees(gpus / (p.tensor * p.context), [&](std::int64_t degree) {
        return model.layers == 0 || degree * p.pipeline_interleave <= model.layers;
    });
    legal.context = degrees(gpus / (p.tensor * p.pipeline), [&](std::int64_t degree) {
        return model.common_heads > 0 && model.tokens % degree == 0 &&
               (!exchanges_heads || divides_heads(degree * p.tensor));
    });
    legal.expert = degrees(gpus / p.pipeline,
                           [&](std::int64_t degree) { return model.experts > 1 && model.experts % degree == 0; });
    legal.interleave = degrees(model.layers / p.pipeline,
                               [&](std::int64_t) { return p.pipeline > 1 && model.layers % p.pipeline == 0; });
    return legal;
}

} // namespace rigwright

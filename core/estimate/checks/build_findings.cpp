// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/checks/build_findings.h"

#include "core/estimate/evaluation.h"
#include "core/hardware/chassis_fit.h"
#include "core/hardware/host_link.h"
#include "core/scenario/nearest.h"
#include "core/scenario/scenario.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace rigwright {

namespace {

/// The parts of a build as its checks see them. Pointers are null for parts that are not named.
struct CheckedBuild {
    const Evaluation& evaluation;
    const EngineData& data;
    const Scenario& scenario;
    const BuildChoice& choice;
    const Gpu* gpu = nullptr;
    const Cpu* cpu = nullptr;
    const Chassis* chassis = nullptr;
    const PowerSupply* supply = nullptr;
    const Circuit* circuit = nullptr;
    std::optional<Watts> load;

    std::int64_t gpus() const { return gpu != nullptr ? choice.gpus_per_node : 0; }
    bool holds_cards() const { return gpu != nullptr && is_card(*gpu); }
};

using BuildCheck = std::optional<Finding> (*)(const CheckedBuild&);

using Severity = Finding::Severity;
using Found = std::optional<Finding>;
using Build = CheckedBuild;

Found chassis_power(const Build& build)
{
    const auto most = build.chassis != nullptr ? most_power(*build.chassis) : std::nullopt;
    if (!most || !build.load || *build.load <= *most) return {};
    return Finding{Severity::blocks,
                   "chassis-power-exceeded",
                   "build.chassis",
                   {{"load", value_of(*build.load)}, {"most", value_of(*most)}}};
}

/// A model whose maker says nothing of a number that a check needs; classes of machines leave it out on purpose.
Found chassis_says_nothing_of_gpus(const Build& build)
{
    if (build.chassis == nullptr || build.chassis->generic || build.gpu == nullptr) return {};
    if (build.chassis->gpus.most_gpus) return {};
    return Finding{
        Severity::unchecked, "chassis-gpus-not-published", "build.chassis", {{"chassis", build.chassis->name}}};
}

Found chassis_says_nothing_of_power(const Build& build)
{
    if (build.chassis == nullptr || build.chassis->generic || most_power(*build.chassis) || !build.load) return {};
    return Finding{Severity::unchecked,
                   "chassis-power-not-published",
                   "build.chassis",
                   {{"chassis", build.chassis->name}, {"load", value_of(*build.load)}}};
}

/// What the densest machine that its maker cools with air supplies, watts a rack unit.
double densest_air_cooling(const Catalog& hardware)
{
    double densest = 0.0;
    for (const Chassis& chassis : hardware.chassis_list) {
        const bool known = !chassis.generic && chassis.body.cooling == Cooling::air && chassis.body.rack_units;
        if (known && chassis.power.most)
            densest = std::max(densest, chassis.power.most->base() / *chassis.body.rack_units);
    }
    return densest;
}

Found denser_than_air_cools(const Build& build)
{
    if (build.chassis == nullptr || !build.load || build.chassis->body.cooling != Cooling::air) return {};
    if (!build.chassis->body.rack_units) return {};
    const double density = build.load->base() / *build.chassis->body.rack_units;
    const double most = densest_air_cooling(build.data.hardware);
    if (density <= most) return {};
    return Finding{Severity::unchecked,
                   "denser-than-air-cools",
                   "build.chassis",
                   {{"density", value_of(Watts(density))}, {"most", value_of(Watts(most))}}};
}

/// The published rate of failures is one of machines cooled with air.
Found failures_under_liquid(const Build& build)
{
    if (build.chassis == nullptr || build.chassis->body.cooling != Cooling::liquid || !build.evaluation.run) return {};
    return Finding{Severity::unchecked, "failures-of-liquid-cooling-not-known", "run.gpu_hours_per_failure", {}};
}

Found too_many_gpus(const Build& build)
{
    if (build.chassis == nullptr || !build.chassis->gpus.most_gpus) return {};
    if (build.gpus() <= *build.chassis->gpus.most_gpus) return {};
    return Finding{Severity::blocks,
                   "chassis-takes-fewer-gpus",
                   "build.gpus_per_node",
                   {{"chassis", build.chassis->name},
                    {"most", whole_value(*build.chassis->gpus.most_gpus)},
                    {"found", whole_value(build.gpus())}}};
}

Found other_gpus(const Build& build)
{
    if (build.chassis == nullptr || build.gpu == nullptr || build.chassis->gpus.gpus.empty()) return {};
    const auto& made_for = build.chassis->gpus.gpus;
    if (std::find(made_for.begin(), made_for.end(), build.gpu->id) != made_for.end()) return {};
    return Finding{Severity::blocks,
                   "chassis-made-for-other-gpus",
                   "build.gpu",
                   {{"chassis", build.chassis->name}, {"gpu", build.gpu->name}, {"accepted", joined(made_for)}}};
}

Found wrong_mount(const Build& build)
{
    if (build.chassis == nullptr || build.gpu == nullptr || !build.chassis->gpus.gpus.empty()) return {};
    if (!build.chassis->gpus.mount || build.gpu->board.form_factor.empty()) return {};
    const bool takes_cards = *build.chassis->gpus.mount == GpuMount::card;
    if (takes_cards == build.holds_cards()) return {};
    return Finding{Severity::blocks,
                   takes_cards ? "gpu-is-no-card" : "gpu-is-no-module",
                   "build.gpu",
                   {{"chassis", build.chassis->name}, {"gpu", build.gpu->name}}};
}

Found passive_card_in_tower(const Build& build)
{
    if (build.chassis == nullptr || build.gpu == nullptr || build.chassis->body.form != ChassisForm::tower) return {};
    if (!build.gpu->board.form_factor.ends_with("passive")) return {};
    return Finding{
        Severity::blocks, "passive-card-needs-airflow", "build.chassis", {{"gpu", std::string(build.gpu->name)}}};
}

Found too_many_sockets(const Build& build)
{
    std::optional<int> most;
    if (build.chassis != nullptr) most = build.chassis->host.sockets;
    if (build.cpu != nullptr && build.cpu->most_sockets)
        most = std::min(most.value_or(*build.cpu->most_sockets), *build.cpu->most_sockets);
    if (!most || build.choice.cpu_sockets <= *most) return {};
    return Finding{Severity::blocks,
                   "too-many-processors",
                   "build.cpu_sockets",
                   {{"found", whole_value(build.choice.cpu_sockets)}, {"most", whole_value(*most)}}};
}

Found processor_of_another_socket(const Build& build)
{
    if (build.chassis == nullptr || build.cpu == nullptr || !takes_segment(*build.chassis, *build.cpu)) return {};
    if (takes_socket(*build.chassis, *build.cpu).value_or(true)) return {};
    return Finding{Severity::blocks,
                   "processor-of-another-socket",
                   "build.cpu",
                   {{"chassis", build.chassis->name},
                    {"processor", build.cpu->name},
                    {"socket", build.cpu->socket},
                    {"accepted", joined(build.chassis->host.processor_sockets)}}};
}

Found processor_of_another_class(const Build& build)
{
    if (build.chassis == nullptr || build.cpu == nullptr || takes_segment(*build.chassis, *build.cpu)) return {};
    return Finding{Severity::blocks,
                   "processor-of-another-class",
                   "build.cpu",
                   {{"chassis", build.chassis->name},
                    {"processor", build.cpu->name},
                    {"class", MessageCode{"processor-class." + build.cpu->segment}}}};
}

Found processor_without_known_socket(const Build& build)
{
    if (build.chassis == nullptr || build.cpu == nullptr || build.chassis->host.processor_sockets.empty()) return {};
    if (!build.cpu->socket.empty() || !takes_segment(*build.chassis, *build.cpu)) return {};
    return Finding{Severity::unchecked,
                   "processor-socket-not-published",
                   "build.cpu",
                   {{"chassis", build.chassis->name},
                    {"processor", build.cpu->name},
                    {"accepted", joined(build.chassis->host.processor_sockets)}}};
}

Found processor_too_hot(const Build& build)
{
    if (build.chassis == nullptr || build.cpu == nullptr || cools(*build.chassis, *build.cpu)) return {};
    return Finding{Severity::blocks,
                   "processor-beyond-chassis-cooling",
                   "build.cpu",
                   {{"chassis", build.chassis->name},
                    {"processor", build.cpu->name},
                    {"power", value_of(*build.cpu->power.base_power)},
                    {"most", value_of(*build.chassis->host.most_cpu_power)}}};
}

Found supply_beside_those_of_the_chassis(const Build& build)
{
    if (build.chassis == nullptr || build.supply == nullptr || !brings_supplies(*build.chassis)) return {};
    return Finding{Severity::blocks,
                   "chassis-brings-its-supplies",
                   "build.power_supply",
                   {{"chassis", build.chassis->name},
                    {"supply", build.supply->name},
                    {"count", whole_value(*build.chassis->power.supplies)}}};
}

Found memory_beyond_chassis(const Build& build)
{
    if (build.chassis == nullptr || !build.chassis->host.most_memory || !build.choice.ram_gib) return {};
    const Bytes ram = Bytes::gib(*build.choice.ram_gib);
    if (ram <= *build.chassis->host.most_memory) return {};
    return Finding{Severity::blocks,
                   "chassis-takes-less-memory",
                   "build.ram_GiB",
                   {{"found", value_of(ram)}, {"most", value_of(*build.chassis->host.most_memory)}}};
}

constexpr std::array<BuildCheck, 16> checks_of_the_chassis{
    chassis_power,
    chassis_says_nothing_of_power,
    chassis_says_nothing_of_gpus,
    denser_than_air_cools,
    failures_under_liquid,
    too_many_gpus,
    other_gpus,
    wrong_mount,
    passive_card_in_tower,
    too_many_sockets,
    processor_of_another_socket,
    processor_of_another_class,
    processor_without_known_socket,
    processor_too_hot,
    supply_beside_those_of_the_chassis,
    memory_beyond_chassis,
};

/// What the record of a chassis states, against the parts that are to go into it; one line a check.
std::span<const BuildCheck> chassis_checks() { return checks_of_the_chassis; }

Found supply_too_small(const Build& build)
{
    if (build.supply == nullptr || !build.load || *build.load <= build.supply->output) return {};
    return Finding{Severity::blocks,
                   "power-supply-too-small",
                   "build.power_supply",
                   {{"load", value_of(*build.load)}, {"output", value_of(build.supply->output)}}};
}

Found supply_without_headroom(const Build& build)
{
    if (build.supply == nullptr || !build.load || *build.load > build.supply->output) return {};
    const double share = build.data.conventions.supply_load_share;
    if (*build.load <= build.supply->output * share) return {};
    return Finding{Severity::loses,
                   "power-supply-without-headroom",
                   "build.power_supply",
                   {{"load", value_of(*build.load)},
                    {"output", value_of(build.supply->output)},
                    {"share", Value{share, Unit::share}}}};
}

Found circuit_overloaded(const Build& build)
{
    if (build.circuit == nullptr || !build.load) return {};
    const Watts drawn = *build.load / build.data.energy.supply_efficiency;
    if (drawn <= build.circuit->continuous()) return {};
    return Finding{Severity::blocks,
                   "circuit-overloaded",
                   "build.circuit",
                   {{"drawn", value_of(drawn)}, {"carries", value_of(build.circuit->continuous())}}};
}

Found memory_of_another_type(const Build& build)
{
    const MemoryKit* kit = build.data.hardware.memory_kit(build.choice.memory_kit);
    if (kit == nullptr || build.cpu == nullptr || build.cpu->memory.type.empty() || takes(*build.cpu, *kit)) return {};
    return Finding{Severity::blocks,
                   "memory-of-another-type",
                   "build.memory_kit",
                   {{"kit", kit->name}, {"processor", build.cpu->name}, {"accepted", build.cpu->memory.type}}};
}

Found fewer_lanes(const Build& build)
{
    if (!build.holds_cards()) return {};
    const CardHost host = card_host(build.choice, build.data.hardware);
    const std::optional<int> offered = lanes_offered(host);
    if (!offered || *offered >= full_lanes) return {};
    const std::optional<int> lanes = lanes_of_a_card(*build.gpu, host);
    if (!lanes)
        return Finding{Severity::unchecked,
                       "card-lanes-not-known",
                       "build.gpus_per_node",
                       {{"gpu", build.gpu->name}, {"lanes", whole_value(*offered)}}};
    const int wanted = *build.gpu->link.pcie_lanes;
    if (*lanes >= wanted) return {};
    return Finding{Severity::loses,
                   "fewer-lanes-than-the-card-has",
                   "build.gpus_per_node",
                   {{"gpu", build.gpu->name}, {"wanted", whole_value(wanted)}, {"lanes", whole_value(*lanes)}}};
}

Found wide_cards(const Build& build)
{
    if (!build.holds_cards() || !build.gpu->board.slots_taken || build.gpus() < 2) return {};
    const std::int64_t places = double_width_places(*build.gpu, build.gpus());
    if (places <= build.gpus()) return {};
    if (build.chassis != nullptr && build.chassis->gpus.most_gpus && places <= *build.chassis->gpus.most_gpus)
        return {};
    return Finding{Severity::unchecked,
                   "wide-cards-block-slots",
                   "build.gpu",
                   {{"gpu", build.gpu->name}, {"slots", Value{*build.gpu->board.slots_taken, Unit::ratio}}}};
}

Found bridge_joins_fewer(const Build& build)
{
    if (build.gpu == nullptr || build.choice.gpu_link == LinkChoice::pcie) return {};
    if (build.gpu->link.peer_kind != PeerLinkKind::nvlink_bridge) return {};
    if (!build.gpu->link.peer_domain_gpus) return {};
    const int joined_gpus = *build.gpu->link.peer_domain_gpus;
    if (build.gpus() <= joined_gpus) return {};
    return Finding{
        Severity::loses,
        "bridge-joins-fewer-gpus",
        "build.gpus_per_node",
        {{"gpu", build.gpu->name}, {"joined", whole_value(joined_gpus)}, {"found", whole_value(build.gpus())}}};
}

Found fewer_network_cards(const Build& build)
{
    if (build.choice.nodes < 2 || network_ports_assumed(build.choice, build.data.hardware)) return {};
    const std::int64_t ports = network_ports(build.choice, build.data.hardware);
    if (ports >= build.gpus()) return {};
    return Finding{Severity::loses,
                   "fewer-network-cards-than-gpus",
                   "build.nics_per_node",
                   {{"found", whole_value(ports)}, {"gpus", whole_value(build.gpus())}}};
}

Found network_cards_assumed(const Build& build)
{
    const Catalog& hardware = build.data.hardware;
    const bool named = build.choice.nodes > 1 && build.gpus() > 1 && hardware.link(build.choice.node_link) != nullptr;
    if (!named || !network_ports_assumed(build.choice, hardware)) return {};
    return Finding{
        Severity::unchecked,
        "network-cards-assumed",
        "build.nics_per_node",
        {{"count", whole_value(network_ports(build.choice, hardware))}, {"gpus", whole_value(build.gpus())}}};
}

Found card_draws_display(const Build& build)
{
    if (build.choice.draws_display || !draws_display(build.choice, build.data.hardware)) return {};
    const std::optional<UsableMemory>& usable = build.evaluation.memory.usable;
    if (!usable || usable->display <= Bytes()) return {};
    return Finding{Severity::unchecked,
                   "card-draws-display",
                   "build.draws_display",
                   {{"cpu", build.cpu->name}, {"gpu", build.gpu->name}, {"display", value_of(usable->display)}}};
}

Found channels_unpopulated(const Build& build)
{
    if (build.cpu == nullptr || !build.cpu->memory.channels) return {};
    std::optional<std::int64_t> used = build.choice.memory_channels;
    const MemoryKit* kit = build.data.hardware.memory_kit(build.choice.memory_kit);
    if (!used && kit != nullptr && build.choice.ram_gib) {
        const double kits = *build.choice.ram_gib / capacity(*kit).as_gib();
        used = static_cast<std::int64_t>(kits * kit->modules / static_cast<double>(build.choice.cpu_sockets));
    }
    if (!used || *used >= *build.cpu->memory.channels) return {};
    return Finding{Severity::loses,
                   "memory-channels-empty",
                   "build.memory_kit",
                   {{"used", whole_value(*used)}, {"channels", whole_value(*build.cpu->memory.channels)}}};
}

Found host_memory_short(const Build& build)
{
    if (!build.evaluation.estimate->memory || !build.choice.ram_gib || build.gpu == nullptr) return {};
    // Files that do not stay in the page cache are read again; everything else has to be there.
    const HostMemory& host = build.evaluation.host_memory;
    const Bytes needed = host.total() - host.dataset_cache;
    const Bytes ram = Bytes::gib(*build.choice.ram_gib);
    if (needed <= ram) return {};
    return Finding{Severity::blocks,
                   "host-memory-too-small",
                   "build.ram_GiB",
                   {{"needed", value_of(needed)}, {"found", value_of(ram)}}};
}

Found hardly_sold(const Build& build)
{
    if (build.gpu == nullptr) return {};
    switch (build.gpu->availability) {
    case GpuAvailability::sold: return {};
    case GpuAvailability::rent_only:
        return Finding{Severity::unchecked, "gpu-for-rent-only", "build.gpu", {{"gpu", build.gpu->name}}};
    case GpuAvailability::unofficial:
        return Finding{Severity::loses, "gpu-rebuilt-by-third-parties", "build.gpu", {{"gpu", build.gpu->name}}};
    case GpuAvailability::rare:
        return Finding{Severity::unchecked, "gpu-hardly-sold", "build.gpu", {{"gpu", build.gpu->name}}};
    }
    return {};
}

Found over_budget(const Build& build)
{
    const auto& budget = build.scenario.requirements.budget;
    const BillOfMaterials& bill = build.evaluation.estimate->cost.bill;
    if (!budget) return {};
    Arguments amounts{{"purchase", money(bill.total, bill.currency)}, {"budget", money(*budget, bill.currency)}};
    if (bill.total > *budget) return Finding{Severity::blocks, "budget-exceeded", "requirements.budget", amounts};
    if (bill.unpriced_lines == 0) return {};
    amounts.emplace_back("lines", whole_value(bill.unpriced_lines));
    return Finding{Severity::unchecked, "budget-not-judged", "requirements.budget", std::move(amounts)};
}

Found over_power_limit(const Build& build)
{
    const auto& limit = build.scenario.requirements.power_limit_w;
    if (!limit || !build.load) return {};
    const Watts drawn = *build.load * static_cast<double>(build.choice.nodes) / build.data.energy.supply_efficiency;
    if (drawn.base() <= *limit) return {};
    return Finding{Severity::blocks,
                   "power-limit-exceeded",
                   "requirements.power_limit_W",
                   {{"drawn", value_of(drawn)}, {"limit", value_of(Watts(*limit))}}};
}

Found over_rack_units(const Build& build)
{
    const auto& units = build.scenario.requirements.rack_units;
    if (!units || build.chassis == nullptr || !build.chassis->body.rack_units) return {};
    const std::int64_t taken = *build.chassis->body.rack_units * build.choice.nodes;
    if (taken <= *units) return {};
    return Finding{Severity::blocks,
                   "rack-units-exceeded",
                   "requirements.rack_units",
                   {{"taken", whole_value(taken)}, {"units", whole_value(*units)}}};
}

Found deadline_missed(const Build& build)
{
    const auto& deadline = build.scenario.requirements.deadline_seconds;
    const auto& time = build.evaluation.estimate->time;
    if (!deadline || !time || !time->run) return {};
    const Seconds limit(*deadline);
    if (time->run->wall_high <= limit) return {};
    const bool surely = limit < time->run->wall;
    return Finding{
        surely ? Severity::blocks : Severity::loses,
        surely ? "deadline-missed" : "deadline-within-the-range",
        "requirements.deadline_seconds",
        {{"wall", value_of(time->run->wall)}, {"high", value_of(time->run->wall_high)}, {"deadline", value_of(limit)}}};
}

/// One line a check; those of the chassis are between the two lists.
constexpr std::array supply_checks{supply_too_small, supply_without_headroom, circuit_overloaded};
constexpr std::array build_checks{
    memory_of_another_type, fewer_lanes,           wide_cards,         bridge_joins_fewer,
    fewer_network_cards,    network_cards_assumed, card_draws_display, channels_unpopulated,
    host_memory_short,      hardly_sold,           over_budget,        over_power_limit,
    over_rack_units,        deadline_missed,
};

} // namespace

std::optional<Watts> full_load_of_a_machine(const Scenario& scenario, const EngineData& data)
{
    const BuildChoice& build = scenario.build;
    const EnergyCoefficients& c = data.energy;
    const Gpu* gpu = data.hardware.gpu(build.gpu);
    const Cpu* cpu = data.hardware.cpu(build.cpu);
    Watts load;
    if (gpu != nullptr) {
        if (!gpu->power.board_power) return std::nullopt;
        load += *gpu->power.board_power * static_cast<double>(build.gpus_per_node);
    }
    if (cpu != nullptr) {
        const std::optional<Watts> power = cpu->power.turbo_power ? cpu->power.turbo_power : cpu->power.base_power;
        if (!power) return std::nullopt;
        load += *power * static_cast<double>(build.cpu_sockets);
    } else {
        load += Watts(c.assumed_cpu_watts_per_gpu * static_cast<double>(build.gpus_per_node));
    }
    load += Watts(c.memory_watts_per_gib * build.ram_gib.value_or(0.0) + c.storage_watts);
    return load * (1.0 + c.board_share) + Watts(c.board_watts);
}

void add_build_findings(const Evaluation& evaluation, const EngineData& data, std::vector<Finding>& findings)
{
    const Scenario& scenario = evaluation.scenario;
    const BuildChoice& choice = scenario.build;
    const Catalog& hardware = data.hardware;
    const Build build{evaluation,
                      data,
                      scenario,
                      choice,
                      hardware.gpu(choice.gpu),
                      hardware.cpu(choice.cpu),
                      hardware.chassis(choice.chassis),
                      hardware.power_supply(choice.power_supply),
                      hardware.operating_costs.circuit(choice.circuit),
                      full_load_of_a_machine(scenario, data)};
    for (const BuildCheck check : supply_checks)
        if (Found finding = check(build)) findings.push_back(std::move(*finding));
    for (const BuildCheck check : chassis_checks())
        if (Found finding = check(build)) findings.push_back(std::move(*finding));
    for (const BuildCheck check : build_checks)
        if (Found finding = check(build)) findings.push_back(std::move(*finding));
}

} // namespace rigwright

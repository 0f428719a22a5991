// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/checks/checks.h"
#include "core/estimate/checks/finding_list.h"
#include "core/estimate/evaluation.h"
#include "core/hardware/chassis.h"
#include "core/hardware/host_link.h"
#include "core/json/characters.h"
#include "core/scenario/scenario.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>

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

/// Power that the densest air-cooled machine of the catalog supplies, watts per rack unit.
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

/// Reports a model whose maker does not publish a number that a check needs. Classes of machines omit it on purpose.
void check_power_of_chassis(const CheckedBuild& build, const Chassis& chassis, FindingList& found)
{
    const std::optional<Watts> most = most_power(chassis);
    if (most && build.load && *build.load > *most)
        found.blocks("chassis-power-exceeded", "build.chassis", {{"load", *build.load}, {"most", *most}});
    if (!chassis.generic && !most && build.load)
        found.unchecked("chassis-power-not-published", "build.chassis",
                        {{"chassis", chassis.name}, {"load", *build.load}});
    if (!chassis.generic && build.gpu != nullptr && !chassis.gpus.most_gpus)
        found.unchecked("chassis-gpus-not-published", "build.chassis", {{"chassis", chassis.name}});
    if (build.load && chassis.body.cooling == Cooling::air && chassis.body.rack_units) {
        const double density = build.load->base() / *chassis.body.rack_units;
        const double densest = densest_air_cooling(build.data.hardware);
        if (density > densest)
            found.unchecked("denser-than-air-cools", "build.chassis",
                            {{"density", Watts(density)}, {"most", Watts(densest)}});
    }
    // The published failure rate is that of air-cooled machines.
    if (chassis.body.cooling == Cooling::liquid && build.evaluation.trains_whole_run())
        found.unchecked("failures-of-liquid-cooling-not-known", "run.gpu_hours_per_failure");
}

void check_gpus_of_chassis(const CheckedBuild& build, const Chassis& chassis, FindingList& found)
{
    if (chassis.gpus.most_gpus && build.gpus() > *chassis.gpus.most_gpus)
        found.blocks("chassis-takes-fewer-gpus", "build.gpus_per_node",
                     {{"chassis", chassis.name}, {"most", *chassis.gpus.most_gpus}, {"found", build.gpus()}});
    if (build.gpu == nullptr) return;
    const Gpu& gpu = *build.gpu;
    const auto& made_for = chassis.gpus.gpus;
    if (!made_for.empty() && std::ranges::find(made_for, gpu.id) == made_for.end())
        found.blocks("chassis-made-for-other-gpus", "build.gpu",
                     {{"chassis", chassis.name}, {"gpu", gpu.name}, {"accepted", joined(made_for)}});
    if (made_for.empty() && chassis.gpus.mount && !gpu.board.form_factor.empty()) {
        const bool takes_cards = *chassis.gpus.mount == GpuMount::card;
        if (takes_cards != build.holds_cards())
            found.blocks(takes_cards ? "gpu-is-no-card" : "gpu-is-no-module", "build.gpu",
                         {{"chassis", chassis.name}, {"gpu", gpu.name}});
    }
    if (chassis.body.form == ChassisForm::tower && gpu.board.form_factor.ends_with("passive"))
        found.blocks("passive-card-needs-airflow", "build.chassis", {{"gpu", gpu.name}});
}

void too_many_sockets(const CheckedBuild& build, FindingList& found)
{
    std::optional<int> most;
    if (build.chassis != nullptr) most = build.chassis->host.sockets;
    if (build.cpu != nullptr && build.cpu->most_sockets)
        most = std::min(most.value_or(*build.cpu->most_sockets), *build.cpu->most_sockets);
    if (!most || build.choice.cpu_sockets <= *most) return;
    found.blocks("too-many-processors", "build.cpu_sockets", {{"found", build.choice.cpu_sockets}, {"most", *most}});
}

void check_processor_of_chassis(const Chassis& chassis, const Cpu& cpu, FindingList& found)
{
    const bool right_segment = takes_segment(chassis, cpu);
    const std::string accepted = joined(chassis.host.processor_sockets);
    if (right_segment && !takes_socket(chassis, cpu).value_or(true))
        found.blocks(
            "processor-of-another-socket", "build.cpu",
            {{"chassis", chassis.name}, {"processor", cpu.name}, {"socket", cpu.socket}, {"accepted", accepted}});
    if (!right_segment)
        found.blocks("processor-of-another-class", "build.cpu",
                     {{"chassis", chassis.name},
                      {"processor", cpu.name},
                      {"class", MessageCode{"processor-class." + cpu.segment}}});
    if (right_segment && !accepted.empty() && cpu.socket.empty())
        found.unchecked("processor-socket-not-published", "build.cpu",
                        {{"chassis", chassis.name}, {"processor", cpu.name}, {"accepted", accepted}});
    if (!cools(chassis, cpu))
        found.blocks("processor-beyond-chassis-cooling", "build.cpu",
                     {{"chassis", chassis.name},
                      {"processor", cpu.name},
                      {"power", *cpu.power.base_power},
                      {"most", *chassis.host.most_cpu_power}});
}

void check_supply_and_memory_of_chassis(const CheckedBuild& build, const Chassis& chassis, FindingList& found)
{
    if (build.supply != nullptr && brings_supplies(chassis))
        found.blocks("chassis-brings-its-supplies", "build.power_supply",
                     {{"chassis", chassis.name}, {"supply", build.supply->name}, {"count", *chassis.power.supplies}});
    if (!chassis.host.most_memory || !build.choice.ram_gib) return;
    const Bytes ram = Bytes::gib(*build.choice.ram_gib);
    if (ram > *chassis.host.most_memory)
        found.blocks("chassis-takes-less-memory", "build.ram_GiB",
                     {{"found", ram}, {"most", *chassis.host.most_memory}});
}

/// Checks the record of a chassis against the parts that go into it.
void check_chassis(const CheckedBuild& build, FindingList& found)
{
    if (build.chassis == nullptr) return too_many_sockets(build, found);
    check_power_of_chassis(build, *build.chassis, found);
    check_gpus_of_chassis(build, *build.chassis, found);
    too_many_sockets(build, found);
    if (build.cpu != nullptr) check_processor_of_chassis(*build.chassis, *build.cpu, found);
    check_supply_and_memory_of_chassis(build, *build.chassis, found);
}

void check_power(const CheckedBuild& build, FindingList& found)
{
    if (!build.load) return;
    const Watts load = *build.load;
    if (build.supply != nullptr) {
        const Watts output = build.supply->output;
        const double share = build.data.conventions.supply_load_share;
        if (load > output)
            found.blocks("power-supply-too-small", "build.power_supply", {{"load", load}, {"output", output}});
        else if (load > output * share)
            found.loses("power-supply-without-headroom", "build.power_supply",
                        {{"load", load}, {"output", output}, {"share", Value{share, Unit::share}}});
    }
    if (build.circuit == nullptr) return;
    const Watts drawn = load / build.data.energy.supply_efficiency;
    const Watts carries = build.circuit->continuous();
    if (drawn > carries) found.blocks("circuit-overloaded", "build.circuit", {{"drawn", drawn}, {"carries", carries}});
}

void memory_of_another_type(const CheckedBuild& build, FindingList& found)
{
    const MemoryKit* kit = build.data.hardware.memory_kit(build.choice.memory_kit);
    if (kit == nullptr || build.cpu == nullptr || build.cpu->memory.type.empty() || takes(*build.cpu, *kit)) return;
    found.blocks("memory-of-another-type", "build.memory_kit",
                 {{"kit", kit->name}, {"processor", build.cpu->name}, {"accepted", build.cpu->memory.type}});
}

void fewer_lanes(const CheckedBuild& build, FindingList& found)
{
    if (!build.holds_cards()) return;
    const CardHost host = card_host(build.choice, build.data.hardware);
    const std::optional<int> offered = lanes_offered(host);
    if (!offered || *offered >= full_lanes) return;
    const std::optional<int> lanes = lanes_of_a_card(*build.gpu, host);
    if (!lanes)
        return found.unchecked("card-lanes-not-known", "build.gpus_per_node",
                               {{"gpu", build.gpu->name}, {"lanes", *offered}});
    const int wanted = *build.gpu->link.pcie_lanes;
    if (*lanes >= wanted) return;
    found.loses("fewer-lanes-than-the-card-has", "build.gpus_per_node",
                {{"gpu", build.gpu->name}, {"wanted", wanted}, {"lanes", *lanes}});
}

void wide_cards(const CheckedBuild& build, FindingList& found)
{
    if (!build.holds_cards() || !build.gpu->board.slots_taken || build.gpus() < 2) return;
    const std::int64_t places = double_width_places(*build.gpu, build.gpus());
    if (places <= build.gpus()) return;
    if (build.chassis != nullptr && build.chassis->gpus.most_gpus && places <= *build.chassis->gpus.most_gpus) return;
    found.unchecked("wide-cards-block-slots", "build.gpu",
                    {{"gpu", build.gpu->name}, {"slots", Value{*build.gpu->board.slots_taken, Unit::ratio}}});
}

/// Left to itself, the time model joins two cards by their bridge; the bill has one where the plan asks for it.
void check_bridge(const CheckedBuild& build, FindingList& found)
{
    const LinkChoice chosen = build.choice.gpu_link;
    if (build.gpu == nullptr || chosen == LinkChoice::pcie) return;
    const GpuLink& link = build.gpu->link;
    if (link.peer_kind != PeerLinkKind::nvlink_bridge || !link.peer_domain_gpus) return;
    const int joined_gpus = *link.peer_domain_gpus;
    if (build.gpus() > joined_gpus) {
        found.loses("bridge-joins-fewer-gpus", "build.gpus_per_node",
                    {{"gpu", build.gpu->name}, {"joined", joined_gpus}, {"found", build.gpus()}});
        return;
    }
    const bool joined = build.gpus() > 1 && peer_bandwidth(*build.gpu) && gpus_exchange(build.scenario);
    const bool complete = build.chassis != nullptr && build.chassis->sold_complete;
    if (joined && !complete && chosen == LinkChoice::automatic)
        found.unchecked("bridge-assumed", "build.gpu_link", {{"gpu", build.gpu->name}});
}

void fewer_network_cards(const CheckedBuild& build, FindingList& found)
{
    if (build.choice.nodes < 2 || network_ports_assumed(build.choice, build.data.hardware)) return;
    const std::int64_t ports = network_ports(build.choice, build.data.hardware);
    if (ports >= build.gpus()) return;
    found.loses("fewer-network-cards-than-gpus", "build.nics_per_node", {{"found", ports}, {"gpus", build.gpus()}});
}

void network_cards_assumed(const CheckedBuild& build, FindingList& found)
{
    const Catalog& hardware = build.data.hardware;
    const bool named = build.choice.nodes > 1 && build.gpus() > 1 && hardware.link(build.choice.node_link) != nullptr;
    if (!named || !network_ports_assumed(build.choice, hardware)) return;
    found.unchecked("network-cards-assumed", "build.nics_per_node",
                    {{"count", network_ports(build.choice, hardware)}, {"gpus", build.gpus()}});
}

void card_draws_display(const CheckedBuild& build, FindingList& found)
{
    if (build.choice.draws_display || !draws_display(build.choice, build.data.hardware)) return;
    const std::optional<UsableMemory>& usable = build.evaluation.memory.usable;
    if (!usable || usable->display <= Bytes()) return;
    found.unchecked("card-draws-display", "build.draws_display",
                    {{"cpu", build.cpu->name}, {"gpu", build.gpu->name}, {"display", usable->display}});
}

void channels_unpopulated(const CheckedBuild& build, FindingList& found)
{
    if (build.cpu == nullptr || !build.cpu->memory.channels) return;
    std::optional<std::int64_t> used = build.choice.memory_channels;
    const MemoryKit* kit = build.data.hardware.memory_kit(build.choice.memory_kit);
    if (!used && kit != nullptr && build.choice.ram_gib) {
        const double kits = *build.choice.ram_gib / capacity(*kit).as_gib();
        used = static_cast<std::int64_t>(kits * kit->modules / static_cast<double>(build.choice.cpu_sockets));
    }
    if (!used || *used >= *build.cpu->memory.channels) return;
    found.loses("memory-channels-empty", "build.memory_kit",
                {{"used", *used}, {"channels", *build.cpu->memory.channels}});
}

void host_memory_short(const CheckedBuild& build, FindingList& found)
{
    if (!build.evaluation.estimate->memory || !build.choice.ram_gib || build.gpu == nullptr) return;
    // Files outside the page cache are read again; everything else must fit.
    const HostMemory& host = build.evaluation.host_memory;
    const Bytes needed = host.total() - host.dataset_cache;
    const Bytes ram = Bytes::gib(*build.choice.ram_gib);
    if (needed <= ram) return;
    found.blocks("host-memory-too-small", "build.ram_GiB", {{"needed", needed}, {"found", ram}});
}

void hardly_sold(const CheckedBuild& build, FindingList& found)
{
    if (build.gpu == nullptr) return;
    switch (build.gpu->availability) {
    case GpuAvailability::sold: break;
    case GpuAvailability::rent_only:
        return found.unchecked("gpu-for-rent-only", "build.gpu", {{"gpu", build.gpu->name}});
    case GpuAvailability::unofficial:
        return found.loses("gpu-rebuilt-by-third-parties", "build.gpu", {{"gpu", build.gpu->name}});
    case GpuAvailability::rare: return found.unchecked("gpu-hardly-sold", "build.gpu", {{"gpu", build.gpu->name}});
    }
}

void over_budget(const CheckedBuild& build, FindingList& found)
{
    const auto& budget = build.scenario.requirements.budget;
    const BillOfMaterials& bill = build.evaluation.estimate->cost.bill;
    if (!budget) return;
    const Value purchase = money(bill.total, bill.currency);
    const Value most = money(*budget, bill.currency);
    if (bill.total > *budget)
        found.blocks("budget-exceeded", "requirements.budget", {{"purchase", purchase}, {"budget", most}});
    else if (bill.is_lower_bound() && bill.total <= 0.0)
        found.unchecked("budget-without-prices", "requirements.budget", {{"budget", most}});
    else if (bill.is_lower_bound())
        found.unchecked(
            "budget-not-judged", "requirements.budget",
            {{"purchase", purchase}, {"budget", most}, {"lines", bill.unpriced_lines + std::ssize(bill.not_chosen)}});
}

void quote_of_other_parts(const CheckedBuild& build, FindingList& found)
{
    const auto whole = build.choice.price_overrides.find(std::string(whole_machine));
    if (whole == build.choice.price_overrides.end() || price_of_whole_machine(build.choice) != nullptr) return;
    found.unchecked("machine-price-not-used", "build.price_overrides",
                    {{"amount", money(whole->second.amount, whole->second.currency)},
                     {"covers", whole->second.covers},
                     {"parts", parts_of_machine(build.choice)}});
}

/// A bill takes the newest price of each part, whoever offers it; sums with and without tax do not compare.
void mixed_quotes(const CheckedBuild& build, FindingList& found)
{
    std::set<std::string> suppliers;
    std::set<std::optional<bool>> tax;
    for (const BillLine& line : build.evaluation.estimate->cost.bill.lines) {
        if (!line.price || line.overridden || !line.price->own) continue;
        if (!line.price->supplier.empty()) suppliers.insert(line.price->supplier);
        tax.insert(line.price->tax_included);
    }
    if (suppliers.size() > 1)
        found.unchecked("several-suppliers", "build.gpu",
                        {{"count", std::int64_t(suppliers.size())}, {"suppliers", joined(suppliers)}});
    if (tax.size() > 1) found.unchecked("tax-differs", "build.gpu");
}

void over_limits(const CheckedBuild& build, FindingList& found)
{
    const Requirements& limits = build.scenario.requirements;
    const auto nodes = static_cast<double>(build.choice.nodes);
    if (limits.power_limit_w && build.load) {
        const Watts drawn = *build.load * nodes / build.data.energy.supply_efficiency;
        const Watts limit(*limits.power_limit_w);
        if (drawn > limit)
            found.blocks("power-limit-exceeded", "requirements.power_limit_W", {{"drawn", drawn}, {"limit", limit}});
    }
    if (limits.rack_units && build.chassis != nullptr && build.chassis->body.rack_units) {
        const std::int64_t taken = *build.chassis->body.rack_units * build.choice.nodes;
        if (taken > *limits.rack_units)
            found.blocks("rack-units-exceeded", "requirements.rack_units",
                         {{"taken", taken}, {"units", *limits.rack_units}});
    }
}

void deadline_missed(const CheckedBuild& build, FindingList& found)
{
    const auto& deadline = build.scenario.requirements.deadline_seconds;
    const auto& time = build.evaluation.estimate->time;
    if (!deadline || !time || !time->run) return;
    const Seconds limit(*deadline);
    if (time->run->wall_high <= limit) return;
    const bool surely = limit < time->run->wall;
    found.add(surely ? Finding::Severity::blocks : Finding::Severity::loses,
              surely ? "deadline-missed" : "deadline-within-the-range", "requirements.deadline_seconds",
              {{"wall", time->run->wall}, {"high", time->run->wall_high}, {"deadline", limit}});
}

/// One line per check.
constexpr std::array build_checks{
    check_power,        check_chassis,        memory_of_another_type, fewer_lanes,
    wide_cards,         check_bridge,         fewer_network_cards,    network_cards_assumed,
    card_draws_display, channels_unpopulated, host_memory_short,      hardly_sold,
    over_budget,        mixed_quotes,         quote_of_other_parts,   over_limits,
    deadline_missed,
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
    const CheckedBuild build{evaluation,
                             data,
                             scenario,
                             choice,
                             hardware.gpu(choice.gpu),
                             hardware.cpu(choice.cpu),
                             hardware.chassis(choice.chassis),
                             hardware.power_supply(choice.power_supply),
                             hardware.operating_costs.circuit(choice.circuit),
                             full_load_of_a_machine(scenario, data)};
    FindingList found(findings);
    for (const auto check : build_checks) check(build, found);
}

} // namespace rigwright

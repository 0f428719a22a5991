// SPDX-License-Identifier: Apache-2.0
#include "core/advise/part_choice.h"
#include "core/estimate/checks/checks.h"
#include "core/estimate/run/bill_of_materials.h"
#include "core/hardware/chassis.h"
#include "core/hardware/host_link.h"
#include "core/recommend/builds.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Minimum lanes per card for training if several share a processor; a single card has all of its lanes.
constexpr int usual_lanes_of_a_card = 8;
/// Machines with more cards than this have a processor in every socket.
constexpr std::int64_t cards_of_one_processor = 4;
/// GiB for system, framework and data loaders in addition to the data.
constexpr double least_memory_of_a_machine = 32.0;

/// GiB per GPU in rising order: from the rental offers for one card, or for all if it is empty.
std::vector<double> memory_for_rent(const Catalog& hardware, std::string_view gpu)
{
    std::vector<double> found;
    for (const CloudOffer& offer : hardware.cloud_offers)
        if (offer.memory && offer.gpus > 0 && (gpu.empty() || offer.gpu == gpu))
            found.push_back(offer.memory->as_gib() / offer.gpus);
    std::ranges::sort(found);
    return found;
}

bool is_tower(const Chassis& chassis) { return chassis.body.form != ChassisForm::rack; }

std::int64_t sockets_of(const Chassis& chassis, const GpuBuild& build)
{
    if (build.per_machine <= cards_of_one_processor) return 1;
    return std::min<std::int64_t>(chassis.host.sockets.value_or(1), PricedParts::most_sockets);
}

void sort_by_price(std::vector<Host>& hosts)
{
    std::ranges::stable_sort(hosts, [](const Host& a, const Host& b) {
        return std::pair(a.purchase, a.power) < std::pair(b.purchase, b.power);
    });
}

/// Combines the parts of one kind of machine.
class Assembly {
public:
    Assembly(const Scenario& task, const EngineData& data, const PricedParts& parts, const Gpu& gpu,
             const GpuBuild& build, double terabytes, Processors processors)
        : data_(data),
          parts_(parts),
          scenario_(task),
          gpu_(gpu),
          build_(build),
          terabytes_(terabytes),
          processors_(processors),
          gpu_price_(part_price(task, data.hardware, gpu))
    {}

    void add_hosts(const Chassis& chassis, HostsFound& found)
    {
        chassis_ = &chassis;
        chassis_price_ = part_price(scenario_, data_.hardware, chassis);
        Host empty;
        empty.chassis = &chassis;
        set_build(scenario_, gpu_, build_, empty);
        add_up_bridges();
        if (chassis.sold_complete) return add_complete(found);
        const std::vector<Priced<Cpu>> cpus = fitting_processors();
        const std::vector<bool> outdone = outdone_processors(cpus, data_.time);
        reason_ = "no-processor";
        for (std::size_t i = 0; i < cpus.size(); ++i) add_processor(cpus[i], is_choice(outdone[i]), found);
        if (found.hosts.empty()) found.rejected_by = reason_;
    }

private:
    bool is_choice(bool is_outdone) const { return !is_outdone || processors_ == Processors::all; }

    bool fits(const Cpu& cpu, std::int64_t sockets) const
    {
        const bool desk = cpu.segment == "desktop" || cpu.segment == "workstation";
        // Without a chassis: its slots do not compensate for missing processor lanes.
        const int lanes = lanes_offered({&cpu, sockets, nullptr, build_.per_machine}).value_or(0);
        return is_tower(*chassis_) == desk && takes(*chassis_, cpu) && cpu.most_sockets.value_or(1) >= sockets &&
               lanes >= (build_.per_machine == 1 ? full_lanes : usual_lanes_of_a_card);
    }

    std::vector<Priced<Cpu>> fitting_processors() const
    {
        std::vector<Priced<Cpu>> cpus;
        for (const Priced<Cpu>& cpu : parts_.cpus())
            if (fits(*cpu.part, sockets_of(*chassis_, build_))) cpus.push_back(cpu);
        return cpus;
    }

    void add_processor(const Priced<Cpu>& cpu, bool is_choice, HostsFound& found)
    {
        Host host;
        host.chassis = chassis_;
        host.unpriced_lines = (chassis_price_ ? 0 : 1) + unpriced_bridges_;
        host.cpu = cpu.part;
        host.sockets = sockets_of(*chassis_, build_);
        host.terabytes = terabytes_;
        // The rest of the build is already set.
        scenario_.build.cpu = cpu.part->id;
        scenario_.build.cpu_sockets = host.sockets;
        for (const PricedMemory& memory : parts_.memory_of(*cpu.part, host.sockets)) {
            if (memory.gib() < least_memory()) continue;
            host.kit = memory.part;
            host.ram_gib = memory.gib();
            if (!is_powered(host)) continue;
            found.combinations += parts_.drive_classes();
            if (!is_choice) continue;
            for (const Priced<Storage>& drive : parts_.drives()) {
                host.drive = drive.part;
                host.purchase = bill(host, cpu, memory, drive);
                found.hosts.push_back(host);
            }
        }
    }

    /// A checkpoint of all GPU states passes through system memory.
    double least_memory() const
    {
        const double of_gpus = gpu_.memory.capacity.as_gib() * static_cast<double>(build_.per_machine);
        return std::max(least_memory_of_a_machine, of_gpus);
    }

    /// Selects the power supply and computes the power through it.
    bool is_powered(Host& host)
    {
        scenario_.build.ram_gib = host.ram_gib;
        const auto load = full_load_of_a_machine(scenario_, data_);
        if (!load) return false;
        host.power = *load * static_cast<double>(build_.machines) / data_.energy.supply_efficiency;
        if (!is_tower(*chassis_)) {
            const std::optional<Watts> most = most_power(*chassis_);
            return !most || *load <= *most;
        }
        const double share = data_.conventions.supply_load_share;
        const auto& supplies = parts_.supplies();
        const auto enough = std::ranges::find_if(
            supplies, [&](const Priced<PowerSupply>& s) { return s.part->output * share >= *load; });
        supply_ = enough != supplies.end() ? &*enough : nullptr;
        if (supply_ == nullptr) reason_ = "no-power-supply";
        host.supply = supply_ != nullptr ? supply_->part : nullptr;
        return supply_ != nullptr;
    }

    /// Of the storage of all machines.
    double price_of(const Priced<Storage>& drive) const
    {
        return drive.price.of(static_cast<double>(build_.machines) * in_whole_drives(terabytes_, drive.price.drive_tb));
    }

    /// In bill order: chassis, GPUs, processors, memory, storage, power supply, bridges.
    double bill(const Host& host, const Priced<Cpu>& cpu, const PricedMemory& memory,
                const Priced<Storage>& drive) const
    {
        const auto machines = static_cast<double>(build_.machines);
        double total = 0.0;
        if (chassis_price_) total += chassis_price_->of(machines);
        total += gpu_price_->of(machines * static_cast<double>(build_.per_machine));
        total += cpu.price.of(machines * static_cast<double>(host.sockets));
        total += memory.price.of(machines * static_cast<double>(memory.kits));
        total += price_of(drive);
        if (host.supply != nullptr) total += supply_->price.of(machines);
        return total + bridges_;
    }

    /// Bridges between pairs of cards: their price, or a line without one.
    void add_up_bridges()
    {
        bridges_ = 0.0;
        const Bridges bridges = bridges_of(scenario_.build, data_.hardware);
        const auto price =
            bridges.link != nullptr ? part_price(scenario_, data_.hardware, *bridges.link) : std::optional<PartPrice>();
        unpriced_bridges_ = bridges.count > 0 && !price ? 1 : 0;
        if (price) bridges_ = price->of(static_cast<double>(build_.machines) * static_cast<double>(bridges.count));
    }

    /// Its price includes GPUs, processors and memory.
    void add_complete(HostsFound& found)
    {
        Host host;
        host.chassis = chassis_;
        host.sockets = sockets_of(*chassis_, build_);
        if (chassis_->host.memory) host.ram_gib = chassis_->host.memory->as_gib();
        host.terabytes = terabytes_;
        set_build(scenario_, gpu_, build_, host);
        const auto load = full_load_of_a_machine(scenario_, data_);
        if (!load || !chassis_price_) return;
        const auto machines = static_cast<double>(build_.machines);
        host.power = *load * machines / data_.energy.supply_efficiency;
        found.combinations += parts_.drive_classes();
        for (const Priced<Storage>& drive : parts_.drives()) {
            host.drive = drive.part;
            host.purchase = chassis_price_->of(machines);
            host.purchase += price_of(drive);
            found.hosts.push_back(host);
        }
    }

    const EngineData& data_;
    const PricedParts& parts_;
    Scenario scenario_;
    const Gpu& gpu_;
    const GpuBuild& build_;
    double terabytes_ = 1.0;
    Processors processors_;
    std::optional<PartPrice> gpu_price_;
    const Chassis* chassis_ = nullptr;
    std::optional<PartPrice> chassis_price_;
    double bridges_ = 0.0;
    std::int64_t unpriced_bridges_ = 0;
    const Priced<PowerSupply>* supply_ = nullptr;
    std::string reason_;
};

} // namespace

void set_build(Scenario& scenario, const Gpu& gpu, const GpuBuild& build, const Host& host)
{
    BuildChoice& choice = scenario.build;
    choice.gpu = gpu.id;
    choice.gpus_per_node = build.per_machine;
    choice.nodes = build.machines;
    choice.gpu_link = build.link;
    if (host.network != nullptr) choice.node_link = host.network->id;
    choice.chassis = host.chassis != nullptr ? host.chassis->id : "";
    choice.cpu = host.cpu != nullptr ? host.cpu->id : "";
    choice.cpu_sockets = host.sockets;
    choice.memory_kit = host.kit != nullptr ? host.kit->id : "";
    choice.ram_gib = host.ram_gib;
    choice.memory_channels.reset();
    choice.storage = host.drive != nullptr ? host.drive->id : "";
    choice.storage_tb = host.terabytes;
    choice.power_supply = host.supply != nullptr ? host.supply->id : "";
    choice.dies_used.reset();
}

std::optional<Watts> full_load_of_a_build(const Scenario& scenario, const EngineData& data)
{
    const std::optional<Watts> load = full_load_of_a_machine(scenario, data);
    if (!load) return std::nullopt;
    return *load * static_cast<double>(scenario.build.nodes) / data.energy.supply_efficiency;
}

HostSpace::HostSpace(const Scenario& task, const EngineData& data, Bytes stored)
    : task_(task),
      data_(data),
      parts_(task, data)
{
    Scenario without_drive = task;
    without_drive.build.storage_tb.reset();
    if (const PartFound found = drive_space_for(without_drive, stored.as_double()))
        terabytes_ = found->amount->number / bytes_of_a_terabyte;
}

std::vector<const Chassis*> HostSpace::complete_machines(const Gpu& gpu, const GpuBuild& build) const
{
    std::vector<const Chassis*> machines;
    for (const Chassis& chassis : data_.hardware.chassis_list) {
        const bool holds = std::ranges::count(chassis.gpus.gpus, gpu.id) > 0;
        if (chassis.sold_complete && holds && chassis.gpus.most_gpus == build.per_machine) machines.push_back(&chassis);
    }
    return machines;
}

bool HostSpace::takes_too_much_room(const Chassis& chassis, const GpuBuild& build) const
{
    const auto& most = task_.requirements.rack_units;
    return most && chassis.body.rack_units && *chassis.body.rack_units * build.machines > *most;
}

std::vector<const Chassis*> HostSpace::machines_for(const Gpu& gpu, const GpuBuild& build) const
{
    std::vector<const Chassis*> machines = complete_machines(gpu, build);
    if (!part_price(task_, data_.hardware, gpu)) return machines;
    Scenario scenario = task_;
    set_build(scenario, gpu, build, {});
    for (const ChassisForm form : {ChassisForm::tower, ChassisForm::rack}) {
        if (form == ChassisForm::tower && (task_.requirements.rack_units || build.machines > 1)) continue;
        const std::vector<PartChoice> found = chassis_for(scenario, data_, form);
        if (found.empty()) continue;
        const Chassis* chassis = data_.hardware.chassis(std::get<std::string>(found.front().changes.front().value));
        if (!chassis->sold_complete) machines.push_back(chassis);
    }
    return machines;
}

HostsFound HostSpace::hosts_of(const Gpu& gpu, const GpuBuild& build, Processors processors) const
{
    HostsFound found;
    found.rejected_by = gpu.power.board_power ? "no-chassis" : "power-not-published";
    if (!gpu.power.board_power) return found;
    Assembly assembly(task_, data_, parts_, gpu, build, terabytes_, processors);
    for (const Chassis* chassis : machines_for(gpu, build)) {
        if (takes_too_much_room(*chassis, build)) {
            if (found.hosts.empty()) found.rejected_by = "rack-units";
            continue;
        }
        assembly.add_hosts(*chassis, found);
    }
    sort_by_price(found.hosts);
    if (!found.hosts.empty()) found.rejected_by.clear();
    return found;
}

std::vector<Priced<Link>> HostSpace::networks_of(const GpuBuild& build) const
{
    if (build.machines == 1 || parts_.networks().empty()) return {{}};
    return parts_.networks();
}

std::int64_t HostSpace::network_classes(const GpuBuild& build) const
{
    return build.machines == 1 ? 1 : std::max<std::int64_t>(parts_.network_classes(), 1);
}

std::vector<Host> HostSpace::on_network(std::vector<Host> hosts, const GpuBuild& build,
                                        const Priced<Link>& network) const
{
    if (build.machines == 1) return hosts;
    const bool priced = network.part != nullptr && part_price(task_, data_.hardware, *network.part);
    BuildChoice choice = task_.build;
    for (Host& host : hosts) {
        if (!priced) ++host.unpriced_lines;
        if (network.part == nullptr) continue;
        host.network = network.part;
        choice.chassis = host.chassis->id;
        host.purchase += network.price.of(static_cast<double>(build.machines * network_ports(choice, data_.hardware)));
    }
    sort_by_price(hosts);
    return hosts;
}

Host HostSpace::rented(const Gpu& gpu, const GpuBuild& build) const
{
    Host host;
    if (!parts_.drives().empty()) host.drive = parts_.drives().back().part;
    const auto machine = [&build](double of_a_gpu) { return of_a_gpu * static_cast<double>(build.per_machine); };
    const std::vector<double> own = memory_for_rent(data_.hardware, gpu.id);
    const std::vector<double> all = memory_for_rent(data_.hardware, {});
    if (!own.empty())
        host.ram_gib = machine(own.back());
    else if (!all.empty())
        host.ram_gib = machine(all[all.size() / 2]);
    return host;
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/run/bill_of_materials.h"

#include "core/hardware/host_link.h"
#include "core/json/characters.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>

namespace rigwright {

namespace {

/// Adds lines in the order in which a quote lists parts.
class Bill {
public:
    Bill(const Scenario& scenario, const Catalog& hardware) : scenario_(scenario), hardware_(hardware)
    {
        bill_.currency = scenario.economics.currency;
        bill_.lines.reserve(all_part_kinds.size());
    }

    BillOfMaterials make()
    {
        const BuildChoice& build = scenario_.build;
        const Chassis* chassis = hardware_.chassis(build.chassis);
        const auto machines = static_cast<double>(build.nodes);
        const PriceOverride* whole = price_of_whole_machine(build);
        bill_.one_price = whole != nullptr || (chassis != nullptr && chassis->sold_complete);
        if (whole != nullptr)
            add_machines(*whole, machines);
        else
            add_machines_by_parts(chassis, machines);
        if (build.nodes > 1) add_network();
        bill_.gpus_unpriced = std::ranges::any_of(bill_.lines, [this](const BillLine& line) {
            return !line.amount && (line.kind == PartKind::gpu || line.kind == PartKind::machine ||
                                    (bill_.one_price && line.kind == PartKind::chassis));
        });
        return std::move(bill_);
    }

private:
    void add_machines(const PriceOverride& price, double machines)
    {
        BillLine line;
        line.kind = PartKind::machine;
        line.part = whole_machine;
        line.name = names_of_parts();
        line.quantity = machines;
        use_own(price, line);
        convert(line);
        add_line(std::move(line));
    }

    /// "4 × GeForce RTX 4090 24GB, 2 × EPYC 9554, 512 GiB".
    std::string names_of_parts() const
    {
        const BuildChoice& build = scenario_.build;
        std::vector<std::string> names;
        const auto add_name = [&names](std::int64_t count, const auto* record) {
            if (record != nullptr) names.push_back((count > 1 ? std::to_string(count) + " × " : "") + record->name);
        };
        add_name(build.gpus_per_node, hardware_.gpu(build.gpu));
        add_name(build.cpu_sockets, hardware_.cpu(build.cpu));
        if (build.ram_gib) names.push_back(std::to_string(std::llround(*build.ram_gib)) + " GiB");
        add_name(1, hardware_.storage(build.storage));
        add_name(1, hardware_.chassis(build.chassis));
        return joined(names);
    }

    void add_machines_by_parts(const Chassis* chassis, double machines)
    {
        if (chassis != nullptr) add(PartKind::chassis, chassis, machines);
        if (!bill_.one_price) add_parts_of_machines(machines);
        add_storage(machines);
        if (const PowerSupply* supply = hardware_.power_supply(scenario_.build.power_supply))
            add(PartKind::power_supply, supply, machines);
        if (!bill_.one_price) add_bridges(machines);
        for (const PartKind kind : {PartKind::cpu, PartKind::memory, PartKind::storage, PartKind::chassis}) {
            const bool within = bill_.one_price && kind != PartKind::storage;
            if (!within && std::ranges::find(bill_.lines, kind, &BillLine::kind) == bill_.lines.end())
                bill_.not_chosen.push_back(kind);
        }
    }

    void add_parts_of_machines(double machines)
    {
        const BuildChoice& build = scenario_.build;
        if (const Gpu* gpu = hardware_.gpu(build.gpu))
            add(PartKind::gpu, gpu, machines * static_cast<double>(build.gpus_per_node));
        if (const Cpu* cpu = hardware_.cpu(build.cpu))
            add(PartKind::cpu, cpu, machines * static_cast<double>(build.cpu_sockets));
        if (!build.ram_gib) return;
        if (const MemoryKit* kit = hardware_.memory_kit(build.memory_kit))
            add(PartKind::memory, kit, machines * std::ceil(*build.ram_gib / capacity(*kit).as_gib()));
        else
            add_unnamed(PartKind::memory, machines);
        bill_.lines.back().capacity_gib = *build.ram_gib;
    }

    void add_storage(double machines)
    {
        const Storage* storage = hardware_.storage(scenario_.build.storage);
        if (storage == nullptr) return;
        const std::optional<double> terabytes = scenario_.build.storage_tb;
        add(PartKind::storage, storage, machines * terabytes.value_or(1.0), terabytes.has_value());
    }

    void add_bridges(double machines)
    {
        const Bridges bridges = bridges_of(scenario_.build, hardware_);
        if (bridges.count == 0) return;
        const double quantity = machines * static_cast<double>(bridges.count);
        if (bridges.link != nullptr) return add(PartKind::network, bridges.link, quantity);
        add_unnamed(PartKind::network, quantity);
    }

    void add_network()
    {
        const BuildChoice& build = scenario_.build;
        const auto ports = static_cast<double>(build.nodes * network_ports(build, hardware_));
        if (const Link* link = hardware_.link(build.node_link)) return add(PartKind::network, link, ports);
        add_unnamed(PartKind::network, ports);
    }

    void add_unnamed(PartKind kind, double quantity)
    {
        BillLine line;
        line.kind = kind;
        line.quantity = quantity;
        add_line(std::move(line));
    }

    template <typename Record>
    void add(PartKind kind, const Record* record, double quantity, bool is_known = true)
    {
        BillLine line;
        line.kind = kind;
        line.part = record->id;
        line.name = record->name;
        line.quantity = quantity;
        line.is_quantity_known = is_known;
        if (const auto own = scenario_.build.price_overrides.find(record->id);
            own != scenario_.build.price_overrides.end()) {
            use_own(own->second, line);
        } else if (const Price* price = newest_price(record->prices, scenario_.economics.prices_as_of)) {
            line.price = as_billed(*price);
            if (line.price->tax_included != price->tax_included)
                line.before_tax = price->amount / price->drive_tb.value_or(1.0);
        }
        if (kind == PartKind::storage && is_known && line.price)
            line.quantity = static_cast<double>(scenario_.build.nodes) *
                            in_whole_drives(*scenario_.build.storage_tb, line.price->drive_tb);
        if (line.price && is_known) convert(line);
        add_line(std::move(line));
    }

    static void use_own(const PriceOverride& price, BillLine& line)
    {
        line.price.emplace();
        line.price->amount = price.amount;
        line.price->currency = price.currency;
        line.price->date = price.date;
        line.price->kind = PriceKind::quotation;
        line.price->source = price.source;
        line.price->drive_tb = price.drive_tb;
        line.overridden = true;
    }

    void convert(BillLine& line) const
    {
        const std::string& currency = scenario_.economics.currency;
        line.exchange = exchange_rate(scenario_.economics, hardware_, line.price->currency, currency);
        if (line.exchange) line.amount = line.quantity * line.price->amount * line.exchange->rate;
    }

    void add_line(BillLine line)
    {
        if (line.amount)
            bill_.total += *line.amount;
        else
            ++bill_.unpriced_lines;
        bill_.lines.push_back(std::move(line));
    }

    const Scenario& scenario_;
    const Catalog& hardware_;
    BillOfMaterials bill_;
};

std::optional<std::int64_t> stated_ports(const BuildChoice& build, const Catalog& hardware)
{
    if (build.nics_per_node) return build.nics_per_node;
    const Chassis* chassis = hardware.chassis(build.chassis);
    return chassis != nullptr && chassis->host.network_ports ? std::optional<std::int64_t>(*chassis->host.network_ports)
                                                             : std::nullopt;
}

/// Default number of ports per machine: the fewest per GPU among machines that are sold with it, else among classes of
/// machines with a baseboard; at most one per GPU.
std::int64_t usual_ports(const Gpu& gpu, std::int64_t gpus, const Catalog& hardware)
{
    if (is_card(gpu)) return 1;
    std::optional<double> sold;
    std::optional<double> classes;
    for (const Chassis& chassis : hardware.chassis_list) {
        if (!chassis.host.network_ports || !chassis.gpus.most_gpus) continue;
        const double each = static_cast<double>(*chassis.host.network_ports) / *chassis.gpus.most_gpus;
        const auto& ids = chassis.gpus.gpus;
        if (std::ranges::find(ids, gpu.id) != ids.end())
            sold = std::min(sold.value_or(each), each);
        else if (chassis.generic && chassis.gpus.mount == GpuMount::module)
            classes = std::min(classes.value_or(each), each);
    }
    const std::optional<double>& each = sold ? sold : classes;
    if (!each) return 1;
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(*each * static_cast<double>(gpus)), 1, gpus);
}

} // namespace

std::vector<PartKind> kinds_left_out(const BillOfMaterials& bill)
{
    std::vector<PartKind> kinds;
    const auto add = [&kinds](PartKind kind) {
        if (std::ranges::find(kinds, kind) == kinds.end()) kinds.push_back(kind);
    };
    for (const BillLine& line : bill.lines)
        if (!line.amount) add(line.kind);
    for (const PartKind kind : bill.not_chosen) add(kind);
    return kinds;
}

const PriceOverride* price_of_whole_machine(const BuildChoice& build)
{
    const auto found = build.price_overrides.find(std::string(whole_machine));
    const bool applies = found != build.price_overrides.end() && found->second.covers == parts_of_machine(build);
    return applies ? &found->second : nullptr;
}

bool difference_is_known(const BillOfMaterials& a, const BillOfMaterials& b)
{
    const auto unpriced = [](const BillOfMaterials& bill) {
        std::vector<BillLine> lines;
        std::ranges::copy_if(bill.lines, std::back_inserter(lines), [](const BillLine& line) { return !line.amount; });
        return lines;
    };
    const std::vector<BillLine> in_a = unpriced(a);
    const std::vector<BillLine> in_b = unpriced(b);
    const auto alike = [](const BillLine& x, const BillLine& y) {
        return std::tie(x.kind, x.part, x.quantity, x.capacity_gib) ==
               std::tie(y.kind, y.part, y.quantity, y.capacity_gib);
    };
    return a.not_chosen == b.not_chosen && std::ranges::equal(in_a, in_b, alike);
}

std::int64_t network_ports(const BuildChoice& build, const Catalog& hardware)
{
    if (const auto stated = stated_ports(build, hardware)) return *stated;
    const Gpu* gpu = hardware.gpu(build.gpu);
    return gpu != nullptr ? usual_ports(*gpu, build.gpus_per_node, hardware) : 1;
}

bool network_ports_assumed(const BuildChoice& build, const Catalog& hardware) { return !stated_ports(build, hardware); }

std::optional<ExchangeRate> exchange_rate(const Economics& economics, const Catalog& hardware, std::string_view from,
                                          std::string_view to)
{
    for (const OwnExchangeRate& own : economics.exchange_rates) {
        if (own.from == from && own.to == to) return ExchangeRate{own.from, own.to, own.rate, own.date, {}};
        if (own.from == to && own.to == from) return ExchangeRate{own.to, own.from, 1.0 / own.rate, own.date, {}};
    }
    return hardware.operating_costs.exchange(from, to);
}

BillOfMaterials bill_of_materials(const Scenario& scenario, const Catalog& hardware)
{
    return Bill(scenario, hardware).make();
}

std::optional<PartPrice> part_price(const Scenario& scenario, const Catalog& hardware, const std::string& id,
                                    const std::vector<Price>& prices)
{
    PartPrice unit;
    std::string_view currency;
    const auto own = scenario.build.price_overrides.find(id);
    if (own != scenario.build.price_overrides.end()) {
        unit = {own->second.amount, 1.0, own->second.drive_tb};
        currency = own->second.currency;
    } else if (const Price* price = newest_price(prices, scenario.economics.prices_as_of)) {
        unit = {as_billed(*price).amount, 1.0, price->drive_tb};
        currency = price->currency;
    } else {
        return std::nullopt;
    }
    const auto exchange = exchange_rate(scenario.economics, hardware, currency, scenario.economics.currency);
    if (!exchange) return std::nullopt;
    unit.rate = exchange->rate;
    return unit;
}

Bridges bridges_of(const BuildChoice& build, const Catalog& hardware)
{
    const Gpu* gpu = hardware.gpu(build.gpu);
    if (gpu == nullptr || build.gpu_link != LinkChoice::nvlink) return {};
    if (gpu->link.peer_kind != PeerLinkKind::nvlink_bridge) return {};
    constexpr std::int64_t cards_of_a_bridge = 2;
    return {bridge_of(*gpu, hardware), build.gpus_per_node / cards_of_a_bridge};
}

} // namespace rigwright

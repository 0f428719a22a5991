// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/record_table.h"

namespace rigwright {

namespace {

constexpr int most_gpus_of_a_machine = 1024;
constexpr int most_slots = 64;
constexpr int most_sockets_of_a_rack = 256;
constexpr double most_watts_of_a_rack = 1e6;

void check_link(const Link& link, ObjectReader& record)
{
    if (link.effective && link.effective_basis.empty())
        record.report_at("rate.effective_basis", "missing-key", "", "text");
}

/// Requires the first of two counts to be at most the second.
void check_at_most(ObjectReader& record, std::string_view path, std::optional<int> part, std::optional<int> whole)
{
    if (part && whole && *part > *whole)
        report_at(record, path, std::to_string(*part), "[1, " + std::to_string(*whole) + "]");
}

void check_chassis(const Chassis& chassis, ObjectReader& record)
{
    check_at_most(record, "gpus.x16_slots", chassis.gpus.x16_slots, chassis.gpus.card_slots);
    check_at_most(record, "power.supplies_needed", chassis.power.supplies_needed, chassis.power.supplies);
}

} // namespace

template <>
const RecordTable<Link>& record_table()
{
    using R = RowsOf<Link>;
    static const RecordTable<Link> table(
        format_of(RecordKind::link),
        {{R::row<&Link::id>("id").required().hidden(), R::row<&Link::name>("name").required(),
          R::row<&Link::kind>("kind").required(), R::row<&Link::generation>("generation").up_to(16),
          R::row<&Link::lanes>("lanes").up_to(256), R::row<&Link::most_gpus>("most_gpus").up_to(65536),
          R::row<&Link::per_direction>("rate.per_direction_GBps").required(),
          R::row<&Link::effective>("rate.effective_GBps"), R::row<&Link::effective_basis>("rate.effective_basis"),
          R::row<&Link::latency>("rate.latency_us")},
         R::provenance<&Link::provenance>("rate", GroupKind::computed),
         {R::row<&Link::prices>("prices").hidden(), R::row<&Link::notes>("notes").hidden()}},
        check_link);
    return table;
}

template <>
const RecordTable<Storage>& record_table()
{
    using R = RowsOf<Storage>;
    static const RecordTable<Storage> table(
        format_of(RecordKind::storage),
        {{R::row<&Storage::id>("id").required().hidden(), R::row<&Storage::name>("name").required(),
          R::row<&Storage::interface>("interface").required(), R::row<&Storage::generic>("generic").required(),
          R::row<&Storage::sequential_read>("throughput.sequential_read_MBps"),
          R::row<&Storage::sequential_write>("throughput.sequential_write_MBps"),
          R::row<&Storage::random_reads_per_second>("throughput.random_reads_per_second").up_to(1e9),
          R::row<&Storage::random_writes_per_second>("throughput.random_writes_per_second").up_to(1e9),
          R::row<&Storage::small_file_read>("throughput.small_file_read_MBps"),
          R::row<&Storage::file_open>("throughput.file_open_us")},
         R::provenance<&Storage::provenance>("throughput", GroupKind::computed),
         {R::row<&Storage::prices>("prices").hidden(), R::row<&Storage::notes>("notes").hidden()}});
    return table;
}

template <>
const RecordTable<MemoryKit>& record_table()
{
    using R = RowsOf<MemoryKit>;
    static const RecordTable<MemoryKit> table(
        format_of(RecordKind::memory_kit),
        {{R::row<&MemoryKit::id>("id").required().hidden(), R::row<&MemoryKit::name>("name").required(),
          R::row<&MemoryKit::type>("type").required(),
          R::row<&MemoryKit::transfer_rate>("modules.speed_MTps").required(),
          R::row<&MemoryKit::modules>("modules.modules").up_to(64).required(),
          R::row<&MemoryKit::module_capacity>("modules.module_GB").required(),
          R::row<&MemoryKit::bandwidth_per_channel>("modules.bandwidth_per_channel_GBps").required()},
         R::provenance<&MemoryKit::provenance>("modules", GroupKind::computed),
         {R::row<&MemoryKit::prices>("prices").hidden(), R::row<&MemoryKit::notes>("notes").hidden()}});
    return table;
}

template <>
const RecordTable<Chassis>& record_table()
{
    using R = RowsOf<Chassis>;
    using B = ChassisBody;
    using G = ChassisGpus;
    using H = ChassisHost;
    using P = ChassisPower;
    static const RecordTable<Chassis> table(
        format_of(RecordKind::chassis),
        {{R::row<&Chassis::id>("id").required().hidden(), R::row<&Chassis::name>("name").required(),
          R::row<&Chassis::vendor>("vendor").required(), R::row<&Chassis::aliases>("aliases"),
          R::row<&Chassis::generic>("generic").required(), R::row<&Chassis::sold_complete>("sold_complete").required(),
          R::row<&Chassis::release>("release").date(), R::row<&Chassis::body, &B::form>("body.form"),
          R::row<&Chassis::body, &B::rack_units>("body.rack_units").up_to(60),
          R::row<&Chassis::body, &B::cooling>("body.cooling")},
         R::provenance<&Chassis::body, &B::provenance>("body"),
         {R::row<&Chassis::gpus, &G::most_gpus>("gpus.most_gpus").up_to(most_gpus_of_a_machine),
          R::row<&Chassis::gpus, &G::mount>("gpus.mount"), R::row<&Chassis::gpus, &G::gpus>("gpus.gpus"),
          R::row<&Chassis::gpus, &G::peer_kind>("gpus.peer_kind"),
          R::row<&Chassis::gpus, &G::card_slots>("gpus.slots").up_to(most_slots),
          R::row<&Chassis::gpus, &G::x16_slots>("gpus.x16_slots").up_to(most_slots),
          R::row<&Chassis::gpus, &G::lanes_with_all_slots>("gpus.lanes_with_all_slots")
              .up_to(pcie_widths.front())
              .one_of(pcie_widths),
          R::row<&Chassis::gpus, &G::pcie_generation>("gpus.pcie_generation").up_to(latest_pcie_generation)},
         R::provenance<&Chassis::gpus, &G::provenance>("gpus"),
         {R::row<&Chassis::host, &H::sockets>("host.sockets").up_to(most_sockets_of_a_rack),
          R::row<&Chassis::host, &H::processors>("host.processors"),
          R::row<&Chassis::host, &H::processor_sockets>("host.processor_sockets"),
          R::row<&Chassis::host, &H::processor_segments>("host.processor_segments").one_of(cpu_segment_ids),
          R::row<&Chassis::host, &H::most_cpu_power>("host.most_cpu_W"),
          R::row<&Chassis::host, &H::memory>("host.memory_GB"),
          R::row<&Chassis::host, &H::most_memory>("host.most_memory_GB"),
          R::row<&Chassis::host, &H::network_ports>("host.network_ports").up_to(most_gpus_of_a_machine),
          R::row<&Chassis::host, &H::network>("host.network")},
         R::provenance<&Chassis::host, &H::provenance>("host"),
         {R::row<&Chassis::power, &P::most>("power.most_W").up_to(most_watts_of_a_rack),
          R::row<&Chassis::power, &P::supplies>("power.supplies").up_to(most_slots),
          R::row<&Chassis::power, &P::supply_output>("power.supply_W").up_to(most_watts_of_a_rack),
          R::row<&Chassis::power, &P::supplies_needed>("power.supplies_needed").up_to(most_slots)},
         R::provenance<&Chassis::power, &P::provenance>("power"),
         {R::row<&Chassis::prices>("prices").hidden(), R::row<&Chassis::notes>("notes").hidden()}},
        check_chassis);
    return table;
}

template <>
const RecordTable<PowerSupply>& record_table()
{
    using R = RowsOf<PowerSupply>;
    static const RecordTable<PowerSupply> table(
        format_of(RecordKind::power_supply),
        {{R::row<&PowerSupply::id>("id").required().hidden(), R::row<&PowerSupply::name>("name").required(),
          R::row<&PowerSupply::generic>("generic").required(),
          R::row<&PowerSupply::output>("output.output_W").up_to(most_watts_of_a_rack).required(),
          R::row<&PowerSupply::efficiency_class>("output.efficiency_class").required(),
          R::row<&PowerSupply::form_factor>("output.form_factor")},
         R::provenance<&PowerSupply::provenance>("output"),
         {R::row<&PowerSupply::prices>("prices").hidden(), R::row<&PowerSupply::notes>("notes").hidden()}});
    return table;
}

} // namespace rigwright

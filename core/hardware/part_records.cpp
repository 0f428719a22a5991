// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/record_fields.h"
#include "core/hardware/records.h"

#include <algorithm>

namespace rigwright {

namespace {

void read_link_rate(Link& link, ObjectReader group)
{
    require_number(group, "per_direction_GBps");
    link.per_direction = gigabytes_per_second_field(group, "per_direction_GBps").value_or(BytesPerSecond());
    link.effective = gigabytes_per_second_field(group, "effective_GBps");
    link.effective_basis = text_or_empty(group, "effective_basis");
    const auto latency = group.optional_number("latency_us", NumberRange::positive(1e6));
    if (latency) link.latency = microseconds(*latency);
    if (link.effective && link.effective_basis.empty()) group.report("effective_basis", "missing-key", "", "text");
    link.provenance = read_provenance(group);
    group.finish();
}

std::optional<BytesPerSecond> megabytes_per_second_field(ObjectReader& group, std::string_view key)
{
    const auto amount = group.optional_number(key, NumberRange::positive(1e6));
    return amount ? std::optional(gigabytes_per_second(*amount / 1000.0)) : std::nullopt;
}

void read_throughput(Storage& storage, ObjectReader group)
{
    storage.sequential_read = megabytes_per_second_field(group, "sequential_read_MBps");
    storage.sequential_write = megabytes_per_second_field(group, "sequential_write_MBps");
    storage.small_file_read = megabytes_per_second_field(group, "small_file_read_MBps");
    storage.random_reads_per_second = group.optional_number("random_reads_per_second", NumberRange::positive(1e9));
    storage.random_writes_per_second = group.optional_number("random_writes_per_second", NumberRange::positive(1e9));
    const auto open = group.optional_number("file_open_us", NumberRange::positive(1e6));
    if (open) storage.file_open = microseconds(*open);
    storage.provenance = read_provenance(group);
    group.finish();
}

void read_modules(MemoryKit& kit, ObjectReader group)
{
    kit.transfer_rate = megahertz(group.required_number("speed_MTps", {100.0, 50000.0}).value_or(0.0));
    kit.modules = static_cast<int>(group.required_integer("modules", 1, 64).value_or(0));
    require_number(group, "module_GB");
    kit.module_capacity = label_gigabytes_field(group, "module_GB").value_or(Bytes());
    require_number(group, "bandwidth_per_channel_GBps");
    kit.bandwidth_per_channel =
        gigabytes_per_second_field(group, "bandwidth_per_channel_GBps").value_or(BytesPerSecond());
    kit.provenance = read_provenance(group);
    group.finish();
}

} // namespace

Link read_link(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    Link link;
    ObjectReader record(file, "$", issues, NullMeaning::unknown);
    read_header(record, "rigwright.interconnect");
    link.id = needed_text(record, "id");
    link.name = needed_text(record, "name");
    if (const auto kind = record.required_choice("kind", words<LinkKind>)) link.kind = static_cast<LinkKind>(*kind);
    link.generation = count_field(record, "generation", 16);
    link.lanes = count_field(record, "lanes", 256);
    link.most_gpus = count_field(record, "most_gpus", 65536);
    if (auto group = record.required_object("rate")) read_link_rate(link, *group);
    link.prices = read_prices(record, issues);
    link.notes = record.optional_texts("notes");
    record.finish();
    return link;
}

Storage read_storage(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    Storage storage;
    ObjectReader record(file, "$", issues, NullMeaning::unknown);
    read_header(record, "rigwright.storage");
    storage.id = needed_text(record, "id");
    storage.name = needed_text(record, "name");
    storage.interface = needed_text(record, "interface");
    storage.generic = record.required_flag("generic").value_or(false);
    if (auto group = record.required_object("throughput")) read_throughput(storage, *group);
    storage.prices = read_prices(record, issues);
    storage.notes = record.optional_texts("notes");
    record.finish();
    return storage;
}

MemoryKit read_memory_kit(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    MemoryKit kit;
    ObjectReader record(file, "$", issues, NullMeaning::unknown);
    read_header(record, "rigwright.memory-kit");
    kit.id = needed_text(record, "id");
    kit.name = needed_text(record, "name");
    kit.type = needed_text(record, "type");
    if (auto group = record.required_object("modules")) read_modules(kit, *group);
    kit.prices = read_prices(record, issues);
    kit.notes = record.optional_texts("notes");
    record.finish();
    return kit;
}

namespace {

constexpr int most_gpus_of_a_machine = 1024;
constexpr int most_slots = 64;
constexpr int most_sockets_of_a_rack = 256;
constexpr double most_watts_of_a_rack = 1e6;

template <Spelled Choice>
std::optional<Choice> choice_field(ObjectReader& group, std::string_view key)
{
    const auto found = group.optional_choice(key, words<Choice>);
    return found ? std::optional(static_cast<Choice>(*found)) : std::nullopt;
}

std::optional<Watts> machine_watts_field(ObjectReader& group, std::string_view key)
{
    const auto amount = group.optional_number(key, NumberRange::positive(most_watts_of_a_rack));
    return amount ? std::optional(Watts(*amount)) : std::nullopt;
}

void read_body(ChassisBody& body, ObjectReader group)
{
    body.form = choice_field<ChassisForm>(group, "form");
    body.rack_units = count_field(group, "rack_units", 60);
    body.cooling = choice_field<Cooling>(group, "cooling");
    body.provenance = read_provenance(group);
    group.finish();
}

void read_gpus(ChassisGpus& gpus, ObjectReader group)
{
    gpus.most_gpus = count_field(group, "most_gpus", most_gpus_of_a_machine);
    gpus.mount = choice_field<GpuMount>(group, "mount");
    gpus.gpus = group.optional_texts("gpus");
    gpus.peer_kind = choice_field<PeerLinkKind>(group, "peer_kind");
    gpus.x16_slots = count_field(group, "x16_slots", most_slots);
    gpus.card_slots = count_field(group, "slots", most_slots);
    gpus.lanes_with_all_slots = pcie_width_field(group, "lanes_with_all_slots");
    gpus.pcie_generation = pcie_generation_field(group, "pcie_generation");
    gpus.provenance = read_provenance(group);
    if (gpus.card_slots && gpus.x16_slots && *gpus.x16_slots > *gpus.card_slots)
        group.report("x16_slots", "inconsistent", std::to_string(*gpus.x16_slots),
                     "[1, " + std::to_string(*gpus.card_slots) + "]");
    group.finish();
}

std::string cpu_segments_text()
{
    std::string text;
    for (const std::string_view id : cpu_segment_ids) text += (text.empty() ? "" : ", ") + std::string(id);
    return text;
}

void read_host(ChassisHost& host, ObjectReader group)
{
    host.sockets = count_field(group, "sockets", most_sockets_of_a_rack);
    host.processors = text_or_empty(group, "processors");
    host.processor_sockets = group.optional_texts("processor_sockets");
    host.processor_segments = group.optional_texts("processor_segments");
    for (const std::string& segment : host.processor_segments)
        if (std::find(cpu_segment_ids.begin(), cpu_segment_ids.end(), segment) == cpu_segment_ids.end())
            group.report("processor_segments", "unknown-value", segment, cpu_segments_text());
    host.most_cpu_power = watts_field(group, "most_cpu_W");
    host.memory = label_gigabytes_field(group, "memory_GB");
    host.most_memory = label_gigabytes_field(group, "most_memory_GB");
    host.network_ports = count_field(group, "network_ports", most_gpus_of_a_machine);
    host.network = text_or_empty(group, "network");
    host.provenance = read_provenance(group);
    group.finish();
}

void read_chassis_power(ChassisPower& power, ObjectReader group)
{
    power.most = machine_watts_field(group, "most_W");
    power.supplies = count_field(group, "supplies", most_slots);
    power.supply_output = machine_watts_field(group, "supply_W");
    power.supplies_needed = count_field(group, "supplies_needed", most_slots);
    power.provenance = read_provenance(group);
    if (power.supplies && power.supplies_needed && *power.supplies_needed > *power.supplies)
        group.report("supplies_needed", "inconsistent", std::to_string(*power.supplies_needed),
                     "[1, " + std::to_string(*power.supplies) + "]");
    group.finish();
}

} // namespace

Chassis read_chassis(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    Chassis chassis;
    ObjectReader record(file, "$", issues, NullMeaning::unknown);
    read_header(record, "rigwright.chassis");
    chassis.id = needed_text(record, "id");
    chassis.name = needed_text(record, "name");
    chassis.vendor = needed_text(record, "vendor");
    chassis.aliases = record.optional_texts("aliases");
    chassis.generic = record.required_flag("generic").value_or(false);
    chassis.sold_complete = record.required_flag("sold_complete").value_or(false);
    chassis.release = date_or_empty(record, "release");
    if (auto group = record.required_object("body")) read_body(chassis.body, *group);
    if (auto group = record.required_object("gpus")) read_gpus(chassis.gpus, *group);
    if (auto group = record.required_object("host")) read_host(chassis.host, *group);
    if (auto group = record.required_object("power")) read_chassis_power(chassis.power, *group);
    chassis.prices = read_prices(record, issues);
    chassis.notes = record.optional_texts("notes");
    record.finish();
    return chassis;
}

PowerSupply read_power_supply(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    PowerSupply supply;
    ObjectReader record(file, "$", issues, NullMeaning::unknown);
    read_header(record, "rigwright.power-supply");
    supply.id = needed_text(record, "id");
    supply.name = needed_text(record, "name");
    supply.generic = record.required_flag("generic").value_or(false);
    if (auto group = record.required_object("output")) {
        require_number(*group, "output_W");
        supply.output = machine_watts_field(*group, "output_W").value_or(Watts());
        if (const auto found = group->required_choice("efficiency_class", words<EfficiencyClass>))
            supply.efficiency_class = static_cast<EfficiencyClass>(*found);
        supply.form_factor = text_or_empty(*group, "form_factor");
        supply.provenance = read_provenance(*group);
        group->finish();
    }
    supply.prices = read_prices(record, issues);
    supply.notes = record.optional_texts("notes");
    record.finish();
    return supply;
}

} // namespace rigwright

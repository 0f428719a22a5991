// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/record_fields.h"
#include "core/hardware/records.h"

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

} // namespace rigwright

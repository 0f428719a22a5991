// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/record_fields.h"
#include "core/hardware/records.h"

namespace rigwright {

namespace {

constexpr int most_cores = 4096;

CpuCoreGroup read_core_group(ObjectReader entry)
{
    CpuCoreGroup group;
    if (const auto kind = entry.required_choice("kind", words<CpuCoreKind>))
        group.kind = static_cast<CpuCoreKind>(*kind);
    group.cores = static_cast<int>(entry.required_integer("cores", 1, most_cores).value_or(0));
    group.base_clock = gigahertz_field(entry, "base_GHz");
    group.boost_clock = gigahertz_field(entry, "boost_GHz");
    group.fp32_flop_per_cycle = entry.optional_number("fp32_flop_per_cycle", NumberRange::positive(4096.0));
    entry.finish();
    return group;
}

CpuCompute read_cpu_compute(ObjectReader group, std::vector<JsonIssue>& issues)
{
    CpuCompute compute;
    compute.cores = static_cast<int>(group.required_integer("cores", 1, most_cores).value_or(0));
    compute.threads = count_field(group, "threads", 8 * most_cores);
    const nlohmann::json* entries = group.required_array("core_groups");
    int grouped = 0;
    for (std::size_t i = 0; entries != nullptr && i < entries->size(); ++i) {
        const std::string path = json_element_path(group.path_of("core_groups"), i);
        compute.core_groups.push_back(read_core_group(ObjectReader((*entries)[i], path, issues, NullMeaning::unknown)));
        grouped += compute.core_groups.back().cores;
    }
    if (entries != nullptr && grouped != compute.cores)
        group.report("core_groups", "inconsistent", std::to_string(grouped) + " cores",
                     std::to_string(compute.cores) + " cores");
    compute.simd = text_or_empty(group, "simd");
    compute.bf16_products = group.optional_flag("bf16_products");
    compute.fp16_products = group.optional_flag("fp16_products");
    compute.l3_cache = label_megabytes_field(group, "l3_MB");
    compute.provenance = read_provenance(group);
    group.finish();
    return compute;
}

CpuMemory read_cpu_memory(ObjectReader group)
{
    CpuMemory memory;
    memory.channels = count_field(group, "channels", 64);
    memory.type = text_or_empty(group, "type");
    const auto speed = group.optional_number("speed_MTps", {100.0, 50000.0});
    if (speed) memory.transfer_rate = megahertz(*speed);
    memory.largest_capacity = label_gigabytes_field(group, "largest_capacity_GB");
    memory.bandwidth = gigabytes_per_second_field(group, "bandwidth_GBps");
    memory.provenance = read_provenance(group);
    group.finish();
    return memory;
}

CpuLink read_cpu_link(ObjectReader group)
{
    CpuLink link;
    link.pcie_generation = pcie_generation_field(group, "pcie_generation");
    link.pcie_lanes = count_field(group, "pcie_lanes", 512);
    link.provenance = read_provenance(group);
    group.finish();
    return link;
}

CpuPower read_cpu_power(ObjectReader group)
{
    CpuPower power;
    power.base_power = watts_field(group, "tdp_W");
    power.turbo_power = watts_field(group, "turbo_W");
    power.provenance = read_provenance(group);
    group.finish();
    return power;
}

} // namespace

Cpu read_cpu(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    Cpu cpu;
    ObjectReader record(file, "$", issues, NullMeaning::unknown);
    read_header(record, "rigwright.cpu");
    cpu.id = needed_text(record, "id");
    cpu.name = needed_text(record, "name");
    cpu.vendor = needed_text(record, "vendor");
    cpu.segment = needed_text(record, "segment");
    cpu.release = date_or_empty(record, "release");
    cpu.socket = text_or_empty(record, "socket");
    cpu.most_sockets = count_field(record, "most_sockets", 16);
    cpu.integrated_graphics = record.optional_flag("integrated_graphics");
    if (auto group = record.required_object("compute")) cpu.compute = read_cpu_compute(*group, issues);
    if (auto group = record.required_object("memory")) cpu.memory = read_cpu_memory(*group);
    if (auto group = record.required_object("link")) cpu.link = read_cpu_link(*group);
    if (auto group = record.required_object("power")) cpu.power = read_cpu_power(*group);
    cpu.prices = read_prices(record, issues);
    cpu.notes = record.optional_texts("notes");
    record.finish();
    return cpu;
}

} // namespace rigwright

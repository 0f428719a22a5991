// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/record_fields.h"
#include "core/hardware/records.h"

namespace rigwright {

namespace {

GpuMemory read_gpu_memory(ObjectReader group)
{
    GpuMemory memory;
    require_number(group, "capacity_GB");
    memory.capacity = label_gigabytes_field(group, "capacity_GB").value_or(Bytes());
    memory.type = needed_text(group, "type");
    memory.bus_width_bit = count_field(group, "bus_width_bit", 16384);
    memory.bandwidth = gigabytes_per_second_field(group, "bandwidth_GBps");
    memory.l2_cache = label_megabytes_field(group, "l2_MB");
    memory.provenance = read_provenance(group);
    group.finish();
    return memory;
}

std::vector<NumberFormat> formats_field(ObjectReader& group, std::string_view key)
{
    std::vector<NumberFormat> formats;
    for (const std::string& word : group.optional_texts(key)) {
        if (const auto format = from_word<NumberFormat>(word))
            formats.push_back(*format);
        else
            group.report(key, "unknown-value", word, "fp16, bf16, fp8, fp4");
    }
    return formats;
}

GpuCompute read_gpu_compute(ObjectReader group)
{
    GpuCompute compute;
    compute.multiprocessors = count_field(group, "sm_count", 4096);
    compute.shaders = count_field(group, "shaders", 262144);
    if (const auto cores = group.optional_integer("tensor_cores", 0, 16384))
        compute.tensor_cores = static_cast<int>(*cores);
    compute.boost_clock = megahertz_field(group, "boost_MHz");
    compute.tensor_clock = megahertz_field(group, "tensor_boost_MHz");
    compute.fp64 = teraflops_field(group, "fp64_TFLOPS");
    compute.fp64_tensor = teraflops_field(group, "fp64_tensor_TFLOPS");
    compute.fp32 = teraflops_field(group, "fp32_TFLOPS");
    compute.tf32_tensor = teraflops_field(group, "tf32_tensor_TFLOPS");
    compute.fp16_vector = teraflops_field(group, "fp16_vector_TFLOPS");
    compute.fp16_tensor_fp16_accumulation = teraflops_field(group, "fp16_tensor_fp16acc_TFLOPS");
    compute.fp16_tensor_fp32_accumulation = teraflops_field(group, "fp16_tensor_fp32acc_TFLOPS");
    compute.bf16_tensor = teraflops_field(group, "bf16_tensor_TFLOPS");
    compute.fp8_tensor = teraflops_field(group, "fp8_tensor_TFLOPS");
    compute.fp4_tensor = teraflops_field(group, "fp4_tensor_TFLOPS");
    compute.int8 = teraflops_field(group, "int8_TOPS");
    compute.formats_without_units = formats_field(group, "formats_without_units");
    compute.provenance = read_provenance(group);
    group.finish();
    return compute;
}

GpuMeasuredMatmul read_measured(ObjectReader group)
{
    GpuMeasuredMatmul measured;
    measured.fp32 = teraflops_field(group, "fp32_TFLOPS");
    measured.fp16 = teraflops_field(group, "fp16_TFLOPS");
    measured.bf16 = teraflops_field(group, "bf16_TFLOPS");
    measured.provenance = read_provenance(group);
    group.finish();
    return measured;
}

GpuLink read_gpu_link(ObjectReader group)
{
    GpuLink link;
    link.pcie_generation = pcie_generation_field(group, "pcie_generation");
    link.pcie_lanes = pcie_width_field(group, "pcie_lanes");
    link.pcie_peer_to_peer = group.optional_flag("pcie_peer_to_peer");
    if (const auto kind = group.optional_choice("peer_kind", words<PeerLinkKind>))
        link.peer_kind = static_cast<PeerLinkKind>(*kind);
    link.peer_generation = count_field(group, "peer_generation", 16);
    link.peer_bidirectional = gigabytes_per_second_field(group, "peer_bidirectional_GBps");
    link.peer_domain_gpus = count_field(group, "peer_domain_gpus", 65536);
    if (link.peer_kind == PeerLinkKind::none && link.peer_bidirectional)
        group.report("peer_bidirectional_GBps", "inconsistent", "number", "null");
    link.provenance = read_provenance(group);
    group.finish();
    return link;
}

GpuPower read_gpu_power(ObjectReader group)
{
    GpuPower power;
    power.board_power = watts_field(group, "tdp_W");
    power.provenance = read_provenance(group);
    group.finish();
    return power;
}

GpuBoard read_board(ObjectReader group)
{
    GpuBoard board;
    board.slots_taken = group.optional_number("slots", NumberRange::positive(8.0));
    board.form_factor = text_or_empty(group, "form_factor");
    board.provenance = read_provenance(group);
    group.finish();
    return board;
}

} // namespace

Gpu read_gpu(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    Gpu gpu;
    ObjectReader record(file, "$", issues, NullMeaning::unknown);
    read_header(record, "rigwright.gpu");
    gpu.id = needed_text(record, "id");
    gpu.name = needed_text(record, "name");
    gpu.vendor = needed_text(record, "vendor");
    gpu.architecture = needed_text(record, "architecture");
    gpu.compute_capability = text_or_empty(record, "compute_capability");
    if (const auto segment = record.required_choice("segment", words<GpuSegment>))
        gpu.segment = static_cast<GpuSegment>(*segment);
    gpu.release = date_or_empty(record, "release");
    if (const auto found = record.optional_choice("availability", words<GpuAvailability>))
        gpu.availability = static_cast<GpuAvailability>(*found);
    gpu.devices_per_board = static_cast<int>(record.required_integer("devices_per_board", 1, 16).value_or(1));
    if (auto group = record.required_object("memory")) gpu.memory = read_gpu_memory(*group);
    if (auto group = record.required_object("compute")) gpu.compute = read_gpu_compute(*group);
    if (auto group = record.optional_object("measured_matmul")) gpu.measured = read_measured(*group);
    if (auto group = record.required_object("link")) gpu.link = read_gpu_link(*group);
    if (auto group = record.required_object("power")) gpu.power = read_gpu_power(*group);
    if (auto group = record.optional_object("board")) gpu.board = read_board(*group);
    gpu.prices = read_prices(record, issues);
    gpu.notes = record.optional_texts("notes");
    record.finish();
    return gpu;
}

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

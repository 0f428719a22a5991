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

} // namespace rigwright

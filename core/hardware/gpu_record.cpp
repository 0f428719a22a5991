// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/record_table.h"

namespace rigwright {

namespace {

using GpuRows = RowsOf<Gpu>;
constexpr OnSheet compared = OnSheet::compared;

template <auto Member>
RecordRow<Gpu> peak_row(const char* key, OnSheet use = compared)
{
    return GpuRows::row<&Gpu::compute, Member>(std::string("compute.") + key).shared().on_sheet(use);
}

template <auto Member>
RecordRow<Gpu> units_row(const char* key, int highest)
{
    return GpuRows::row<&Gpu::compute, Member>(std::string("compute.") + key).up_to(highest).shared().on_sheet();
}

void check_gpu(const Gpu& gpu, ObjectReader& record)
{
    if (gpu.link.peer_kind == PeerLinkKind::none && gpu.link.peer_bidirectional)
        report_at(record, "link.peer_bidirectional_GBps", "number", "null");
}

constexpr int most_cores = 4096;

/// The cores of a CPU must be the sum over its groups.
void check_cpu(const Cpu& cpu, ObjectReader& record)
{
    int grouped = 0;
    for (const CpuCoreGroup& group : cpu.compute.core_groups) grouped += group.cores;
    const nlohmann::json* compute = record.any("compute");
    const bool listed = compute != nullptr && compute->is_object() && compute->contains("core_groups") &&
                        (*compute)["core_groups"].is_array();
    if (grouped == cpu.compute.cores || !listed) return;
    report_at(record, "compute.core_groups", std::to_string(grouped) + " cores",
              std::to_string(cpu.compute.cores) + " cores");
}

} // namespace

template <>
const RecordTable<Gpu>& record_table()
{
    using R = GpuRows;
    using C = GpuCompute;
    using L = GpuLink;
    using M = GpuMemory;
    using Measured = GpuMeasuredMatmul;
    static const RecordTable<Gpu> table(
        format_of(RecordKind::gpu),
        {{R::row<&Gpu::id>("id").required().hidden(), R::row<&Gpu::name>("name").required(),
          R::row<&Gpu::vendor>("vendor").required(), R::row<&Gpu::architecture>("architecture").required().on_sheet(),
          R::row<&Gpu::compute_capability>("compute_capability").on_sheet(),
          R::row<&Gpu::segment>("segment").required(), R::row<&Gpu::availability>("availability"),
          R::row<&Gpu::release>("release").date().on_sheet(),
          R::row<&Gpu::devices_per_board>("devices_per_board").up_to(16).required(),
          R::row<&Gpu::memory, &M::capacity>("memory.capacity_GB").required().shared().on_sheet(compared),
          R::row<&Gpu::memory, &M::type>("memory.type").required().on_sheet(),
          R::row<&Gpu::memory, &M::bus_width_bit>("memory.bus_width_bit").up_to(16384).shared().on_sheet(),
          R::row<&Gpu::memory, &M::bandwidth>("memory.bandwidth_GBps").shared().on_sheet(compared),
          R::row<&Gpu::memory, &M::l2_cache>("memory.l2_MB").shared().on_sheet()},
         R::provenance<&Gpu::memory, &M::provenance>("memory", GroupKind::computed),
         {units_row<&C::multiprocessors>("sm_count", 4096), units_row<&C::shaders>("shaders", 262144),
          units_row<&C::tensor_cores>("tensor_cores", 16384).from(0),
          R::row<&Gpu::compute, &C::boost_clock>("compute.boost_MHz").on_sheet(),
          R::row<&Gpu::compute, &C::tensor_clock>("compute.tensor_boost_MHz"), peak_row<&C::fp64>("fp64_TFLOPS"),
          peak_row<&C::fp64_tensor>("fp64_tensor_TFLOPS"), peak_row<&C::fp32>("fp32_TFLOPS"),
          peak_row<&C::tf32_tensor>("tf32_tensor_TFLOPS"), peak_row<&C::fp16_vector>("fp16_vector_TFLOPS"),
          peak_row<&C::fp16_tensor_fp32_accumulation>("fp16_tensor_fp32acc_TFLOPS"),
          peak_row<&C::fp16_tensor_fp16_accumulation>("fp16_tensor_fp16acc_TFLOPS"),
          peak_row<&C::bf16_tensor>("bf16_tensor_TFLOPS"), peak_row<&C::fp8_tensor>("fp8_tensor_TFLOPS"),
          peak_row<&C::fp4_tensor>("fp4_tensor_TFLOPS"), peak_row<&C::int8>("int8_TOPS"),
          R::row<&Gpu::compute, &C::formats_without_units>("compute.formats_without_units")},
         R::provenance<&Gpu::compute, &C::provenance>("compute", GroupKind::computed),
         {R::row<&Gpu::measured, &Measured::fp32>("measured_matmul.fp32_TFLOPS"),
          R::row<&Gpu::measured, &Measured::fp16>("measured_matmul.fp16_TFLOPS"),
          R::row<&Gpu::measured, &Measured::bf16>("measured_matmul.bf16_TFLOPS")},
         R::provenance<&Gpu::measured, &Measured::provenance>("measured_matmul", GroupKind::optional),
         {R::row<&Gpu::link, &L::pcie_generation>("link.pcie_generation").up_to(latest_pcie_generation),
          R::row<&Gpu::link, &L::pcie_lanes>("link.pcie_lanes").up_to(pcie_widths.front()).one_of(pcie_widths),
          R::row<&Gpu::link, &L::pcie_peer_to_peer>("link.pcie_peer_to_peer"),
          R::row<&Gpu::link, &L::peer_kind>("link.peer_kind"),
          R::row<&Gpu::link, &L::peer_generation>("link.peer_generation").up_to(16),
          R::row<&Gpu::link, &L::peer_bidirectional>("link.peer_bidirectional_GBps"),
          R::row<&Gpu::link, &L::peer_domain_gpus>("link.peer_domain_gpus").up_to(65536)},
         R::provenance<&Gpu::link, &L::provenance>("link"),
         {R::row<&Gpu::power, &GpuPower::board_power>("power.tdp_W").shared().on_sheet(compared)},
         R::provenance<&Gpu::power, &GpuPower::provenance>("power"),
         {R::row<&Gpu::board, &GpuBoard::slots_taken>("board.slots").up_to(8.0),
          R::row<&Gpu::board, &GpuBoard::form_factor>("board.form_factor").on_sheet()},
         R::provenance<&Gpu::board, &GpuBoard::provenance>("board", GroupKind::optional),
         {R::row<&Gpu::prices>("prices").hidden(), R::row<&Gpu::notes>("notes").hidden()}},
        check_gpu);
    return table;
}

template <>
const RecordTable<CpuCoreGroup>& record_table()
{
    using R = RowsOf<CpuCoreGroup>;
    static const RecordTable<CpuCoreGroup> table(
        {}, {{R::row<&CpuCoreGroup::kind>("kind").required(),
              R::row<&CpuCoreGroup::cores>("cores").up_to(most_cores).required(),
              R::row<&CpuCoreGroup::base_clock>("base_GHz"), R::row<&CpuCoreGroup::boost_clock>("boost_GHz"),
              R::row<&CpuCoreGroup::fp32_flop_per_cycle>("fp32_flop_per_cycle").up_to(4096.0)}});
    return table;
}

template <>
const RecordTable<Cpu>& record_table()
{
    using R = RowsOf<Cpu>;
    using C = CpuCompute;
    using M = CpuMemory;
    static const RecordTable<Cpu> table(
        format_of(RecordKind::cpu),
        {{R::row<&Cpu::id>("id").required().hidden(), R::row<&Cpu::name>("name").required(),
          R::row<&Cpu::vendor>("vendor").required(),
          R::row<&Cpu::segment>("segment").required().one_of(cpu_segment_ids), R::row<&Cpu::release>("release").date(),
          R::row<&Cpu::socket>("socket"), R::row<&Cpu::most_sockets>("most_sockets").up_to(16),
          R::row<&Cpu::integrated_graphics>("integrated_graphics"),
          R::row<&Cpu::compute, &C::cores>("compute.cores").up_to(most_cores).required().hidden(),
          R::row<&Cpu::compute, &C::threads>("compute.threads").up_to(8 * most_cores),
          R::row<&Cpu::compute, &C::core_groups>("compute.core_groups").required(),
          R::row<&Cpu::compute, &C::simd>("compute.simd"),
          R::row<&Cpu::compute, &C::bf16_products>("compute.bf16_products"),
          R::row<&Cpu::compute, &C::fp16_products>("compute.fp16_products"),
          R::row<&Cpu::compute, &C::l3_cache>("compute.l3_MB")},
         R::provenance<&Cpu::compute, &C::provenance>("compute", GroupKind::computed),
         {R::row<&Cpu::memory, &M::channels>("memory.channels").up_to(64),
          R::row<&Cpu::memory, &M::type>("memory.type"), R::row<&Cpu::memory, &M::transfer_rate>("memory.speed_MTps"),
          R::row<&Cpu::memory, &M::largest_capacity>("memory.largest_capacity_GB"),
          R::row<&Cpu::memory, &M::bandwidth>("memory.bandwidth_GBps")},
         R::provenance<&Cpu::memory, &M::provenance>("memory", GroupKind::computed),
         {R::row<&Cpu::link, &CpuLink::pcie_generation>("link.pcie_generation").up_to(latest_pcie_generation),
          R::row<&Cpu::link, &CpuLink::pcie_lanes>("link.pcie_lanes").up_to(512)},
         R::provenance<&Cpu::link, &CpuLink::provenance>("link"),
         {R::row<&Cpu::power, &CpuPower::base_power>("power.tdp_W"),
          R::row<&Cpu::power, &CpuPower::turbo_power>("power.turbo_W")},
         R::provenance<&Cpu::power, &CpuPower::provenance>("power"),
         {R::row<&Cpu::prices>("prices").hidden(), R::row<&Cpu::notes>("notes").hidden()}},
        check_cpu);
    return table;
}

} // namespace rigwright

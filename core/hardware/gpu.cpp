// SPDX-License-Identifier: Apache-2.0

#include "core/hardware/gpu.h"

#include "core/hardware/record_table.h"
#include "core/quantities/typed_number.h"

#include <algorithm>

namespace rigwright {

Gpu single_device(const Gpu& board)
{
    Gpu device = board;
    device.devices_per_board = 1;
    if (board.devices_per_board == 1) return device;
    for (const RecordRow<Gpu>& row : record_table<Gpu>().rows)
        if (row.field.shared) row.scale(device, 1, board.devices_per_board);
    return device;
}

bool is_card(const Gpu& gpu) { return gpu.board.form_factor.starts_with("pcie"); }

std::optional<BytesPerSecond> peer_bandwidth(const Gpu& gpu)
{
    if (gpu.link.peer_kind == PeerLinkKind::none || !gpu.link.peer_bidirectional) return std::nullopt;
    return *gpu.link.peer_bidirectional / 2.0;
}

namespace {

template <typename Value>
bool holds(const std::vector<Value>& values, const Value& wanted)
{
    return std::ranges::find(values, wanted) != values.end();
}

/// Capacity of one of the board's devices.
Bytes capacity_of(const Gpu& gpu) { return Bytes(gpu.memory.capacity.count() / Count(gpu.devices_per_board)); }

bool matches(const MemoryReserveRule& rule, const Gpu& gpu, OperatingSystem system)
{
    const bool vendor_fits = rule.vendor.empty() || rule.vendor == gpu.vendor;
    const bool architecture_fits = rule.architectures.empty() || holds(rule.architectures, gpu.architecture);
    const bool system_fits = !rule.operating_system || *rule.operating_system == system;
    return vendor_fits && architecture_fits && system_fits && capacity_of(gpu) >= rule.smallest_capacity;
}

Bytes error_correction_bytes(const Gpu& gpu, const InBandEccRule& rule, std::optional<bool> chosen)
{
    const bool in_band = holds(rule.memory_types, gpu.memory.type);
    const bool on = chosen.value_or(holds(rule.on_by_default, gpu.segment));
    return in_band && on ? Bytes::rounded(capacity_of(gpu).as_double() * rule.share) : Bytes();
}

bool matches(const AttentionKernelRule& rule, const Gpu& gpu)
{
    const auto begins = [&](const std::string& name) { return gpu.architecture.starts_with(name); };
    const bool vendor_fits = rule.vendor.empty() || rule.vendor == gpu.vendor;
    const bool architecture_fits = rule.architectures.empty() || std::ranges::any_of(rule.architectures, begins);
    if (!vendor_fits || !architecture_fits) return false;
    const double capability = number_of_digits(gpu.compute_capability, '.').value_or(0.0);
    return capability >= rule.first_capability.value_or(capability) &&
           capability <= rule.last_capability.value_or(capability);
}

} // namespace

bool AttentionKernels::run(std::string_view kernel, const Gpu& gpu) const
{
    if (std::ranges::find(rules, kernel, &AttentionKernelRule::kernel) == rules.end()) return true;
    return std::ranges::any_of(
        rules, [&](const AttentionKernelRule& rule) { return rule.kernel == kernel && matches(rule, gpu); });
}

std::optional<UsableMemory> usable_memory(const Gpu& gpu, const MemoryReserves& reserves, const MemoryHost& host)
{
    const auto rule = std::ranges::find_if(reserves.rules, [&](const MemoryReserveRule& candidate) {
        return matches(candidate, gpu, host.operating_system);
    });
    if (rule == reserves.rules.end()) return std::nullopt;
    UsableMemory memory;
    memory.nominal = capacity_of(gpu);
    memory.driver = rule->driver_fixed + Bytes::rounded(memory.nominal.as_double() * rule->driver_share);
    memory.error_correction = error_correction_bytes(gpu, reserves.in_band_ecc, host.error_correction);
    memory.display = host.draws_display ? rule->display : Bytes();
    const Bytes kept = memory.driver + memory.error_correction + memory.display;
    memory.usable = kept < memory.nominal ? memory.nominal - kept : Bytes();
    memory.provenance = rule->provenance;
    return memory;
}

namespace {

using Peak = std::optional<FlopsPerSecond> GpuCompute::*;

/// The published peaks of a number format; null for none.
struct FormatPeaks {
    NumberFormat format;
    Peak vector = nullptr;
    Peak tensor = nullptr;
};
constexpr std::array format_peaks{
    FormatPeaks{NumberFormat::fp64, &GpuCompute::fp64, &GpuCompute::fp64_tensor},
    FormatPeaks{NumberFormat::fp32, &GpuCompute::fp32},
    FormatPeaks{NumberFormat::tf32, nullptr, &GpuCompute::tf32_tensor},
    FormatPeaks{NumberFormat::fp16, &GpuCompute::fp16_vector, &GpuCompute::fp16_tensor_fp32_accumulation},
    FormatPeaks{NumberFormat::bf16, nullptr, &GpuCompute::bf16_tensor},
    FormatPeaks{NumberFormat::fp8, nullptr, &GpuCompute::fp8_tensor},
    FormatPeaks{NumberFormat::fp4, nullptr, &GpuCompute::fp4_tensor},
    FormatPeaks{NumberFormat::int8, nullptr, &GpuCompute::int8},
};

} // namespace

std::optional<FlopsPerSecond> dense_peak(const Gpu& gpu, NumberFormat format, ComputeUnit unit,
                                         Accumulation accumulation)
{
    const bool tensor = unit != ComputeUnit::vector;
    if (tensor && format == NumberFormat::fp16 && accumulation == Accumulation::fp16)
        return gpu.compute.fp16_tensor_fp16_accumulation;
    const auto* known = std::ranges::find(format_peaks, format, &FormatPeaks::format);
    const Peak peak = known == format_peaks.end() ? nullptr : tensor ? known->tensor : known->vector;
    return peak != nullptr ? gpu.compute.*peak : std::nullopt;
}

bool multiplies_at_full_rate(const Gpu& gpu, NumberFormat format)
{
    if (dense_peak(gpu, format, ComputeUnit::tensor)) return true;
    const auto own = dense_peak(gpu, format, ComputeUnit::vector);
    const auto single = dense_peak(gpu, NumberFormat::fp32, ComputeUnit::vector);
    return own && (!single || *own >= *single);
}

std::optional<bool> multiplies(const Gpu& gpu, NumberFormat format)
{
    if (dense_peak(gpu, format, ComputeUnit::tensor) || dense_peak(gpu, format, ComputeUnit::vector)) return true;
    const std::vector<NumberFormat>& lacking = gpu.compute.formats_without_units;
    return std::ranges::find(lacking, format) != lacking.end() ? std::optional(false) : std::nullopt;
}

std::optional<bool> multiplies(const Cpu& cpu, NumberFormat format)
{
    switch (format) {
    case NumberFormat::fp64:
    case NumberFormat::fp32: return true;
    case NumberFormat::bf16: return cpu.compute.bf16_products;
    case NumberFormat::fp16: return cpu.compute.fp16_products;
    case NumberFormat::tf32:
    case NumberFormat::fp8:
    case NumberFormat::fp4:
    case NumberFormat::int8:
    case NumberFormat::nf4: return false;
    }
    return std::nullopt;
}

} // namespace rigwright

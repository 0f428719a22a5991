// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/peaks.h"

#include <algorithm>

namespace rigwright {

namespace {

std::optional<FlopsPerSecond> vector_peak(const GpuCompute& compute, NumberFormat format)
{
    switch (format) {
    case NumberFormat::fp64: return compute.fp64;
    case NumberFormat::fp32: return compute.fp32;
    case NumberFormat::fp16: return compute.fp16_vector;
    case NumberFormat::tf32:
    case NumberFormat::bf16:
    case NumberFormat::fp8:
    case NumberFormat::fp4:
    case NumberFormat::int8:
    case NumberFormat::nf4: return std::nullopt;
    }
    return std::nullopt;
}

std::optional<FlopsPerSecond> tensor_peak(const GpuCompute& compute, NumberFormat format, Accumulation accumulation)
{
    switch (format) {
    case NumberFormat::fp64: return compute.fp64_tensor;
    case NumberFormat::tf32: return compute.tf32_tensor;
    case NumberFormat::fp16:
        return accumulation == Accumulation::fp16 ? compute.fp16_tensor_fp16_accumulation
                                                  : compute.fp16_tensor_fp32_accumulation;
    case NumberFormat::bf16: return compute.bf16_tensor;
    case NumberFormat::fp8: return compute.fp8_tensor;
    case NumberFormat::fp4: return compute.fp4_tensor;
    case NumberFormat::int8: return compute.int8;
    case NumberFormat::fp32:
    case NumberFormat::nf4: return std::nullopt;
    }
    return std::nullopt;
}

} // namespace

std::optional<FlopsPerSecond> dense_peak(const Gpu& gpu, NumberFormat format, ComputeUnit unit,
                                         Accumulation accumulation)
{
    return unit == ComputeUnit::vector ? vector_peak(gpu.compute, format)
                                       : tensor_peak(gpu.compute, format, accumulation);
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
    return std::find(lacking.begin(), lacking.end(), format) != lacking.end() ? std::optional(false) : std::nullopt;
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

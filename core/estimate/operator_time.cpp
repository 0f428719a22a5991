// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/operator_time.h"

#include "core/estimate/recipes.h"
#include "core/hardware/peaks.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// Shares of the peaks that large products reach on a chip's two kinds of units.
struct UnitShares {
    double tensor = 1.0;
    double vector = 1.0;
};

std::optional<UnitRate> unit_rate(const Gpu& gpu, NumberFormat format, const UnitShares& shares,
                                  const TimeCoefficients& c)
{
    if (const auto peak = dense_peak(gpu, format, ComputeUnit::tensor); peak && format != NumberFormat::fp64) {
        const double by_format = format == NumberFormat::tf32 ? c.tf32_efficiency
                                 : storage_bits(format) <= 8  ? c.fp8_efficiency
                                                              : 1.0;
        return UnitRate{peak->base(), peak->base() * shares.tensor * by_format, true, format == NumberFormat::tf32};
    }
    const auto vector = [&](std::optional<FlopsPerSecond> peak) -> std::optional<UnitRate> {
        if (!peak) return std::nullopt;
        return UnitRate{peak->base(), peak->base() * shares.vector, false, false};
    };
    switch (format) {
    case NumberFormat::fp4: return unit_rate(gpu, NumberFormat::fp8, shares, c);
    case NumberFormat::fp8: return unit_rate(gpu, NumberFormat::bf16, shares, c);
    case NumberFormat::fp64: {
        const auto tensor = dense_peak(gpu, format, ComputeUnit::tensor);
        return vector(tensor ? tensor : dense_peak(gpu, format, ComputeUnit::vector));
    }
    case NumberFormat::fp32:
    case NumberFormat::tf32:
    case NumberFormat::fp16:
    case NumberFormat::bf16:
    case NumberFormat::int8:
    case NumberFormat::nf4: return vector(dense_peak(gpu, NumberFormat::fp32, ComputeUnit::vector));
    }
    return std::nullopt;
}

bool channels_first(const Training& training)
{
    const bool tensorflow = training.framework == Framework::tensorflow || training.framework == Framework::keras;
    return training.layout == Layout::channels_first || (training.layout == Layout::automatic && !tensorflow);
}

void set_traffic(const Training& training, const TimeCoefficients& c, DeviceRates& rates)
{
    const PrecisionRecipe& recipe = recipe_of(training.precision);
    rates.autocast = recipe.autocast.has_value();
    rates.element_bytes = storage_bits(recipe.autocast.value_or(recipe.weights)) / 8.0;
    rates.widened_element_bytes =
        rates.autocast ? 0.5 * (rates.element_bytes + storage_bits(NumberFormat::fp32) / 8.0) : rates.element_bytes;
    const double compiled = training.execution == Execution::compiled ? c.compiled_traffic : 1.0;
    const bool tuned = training.stack == Stack::tuned;
    rates.image_passes = compiled * (tuned ? c.tuned_image_traffic : 1.0);
    rates.sequence_passes = compiled * (tuned ? c.tuned_sequence_traffic : 1.0);
    rates.image_products = tuned ? c.tuned_image_efficiency : 1.0;
}

double vector_factor(GpuGeneration generation, const TimeCoefficients& c)
{
    switch (generation) {
    case GpuGeneration::ga10x: return c.vector_ga10x;
    case GpuGeneration::ada: return c.vector_ada;
    case GpuGeneration::hopper: return c.vector_hopper;
    case GpuGeneration::blackwell_consumer: return c.vector_blackwell_consumer;
    case GpuGeneration::before_tensor_cores:
    case GpuGeneration::volta:
    case GpuGeneration::turing:
    case GpuGeneration::ga100:
    case GpuGeneration::blackwell:
    case GpuGeneration::unmeasured: return 1.0;
    }
    return 1.0;
}

const UnitRate& unit_of(const Kernel& kernel, const KernelPlace& place, const DeviceRates& rates)
{
    if (rates.autocast && place.format == NumberFormat::fp32) return rates.single;
    const bool attention = kernel.kind == KernelKind::attention_product || kernel.kind == KernelKind::fused_attention;
    return attention ? rates.attention : rates.recipe;
}

/// Efficiency of a convolution against a plain product of its size.
double convolution_share(const Kernel& kernel, const UnitRate& unit, const DeviceRates& rates,
                         const TimeCoefficients& c)
{
    constexpr double winograd_window = 9.0;
    if (unit.tensor) return (unit.tf32 ? c.convolution_tf32 : c.convolution_16_bit) * rates.convolution_loss;
    return kernel.kind == KernelKind::convolution && kernel.kernel_elements == winograd_window ? c.winograd : 1.0;
}

double matrix_seconds(const Kernel& kernel, const KernelPlace& place, const UnitRate& unit, const DeviceRates& rates,
                      const TimeCoefficients& c)
{
    const double size = kernel.activations * rates.element_bytes;
    double share = place.sequence ? 1.0 : rates.image_products;
    switch (kernel.kind) {
    case KernelKind::elements: return 0.0;
    case KernelKind::depthwise_convolution: {
        const double direction = kernel.direction == Direction::weight_gradient ? c.depthwise_weight_gradient : 1.0;
        return c.depthwise_traffic * direction * std::sqrt(kernel.kernel_elements / c.depthwise_kernel_elements) *
               size / rates.bandwidth;
    }
    case KernelKind::fused_attention:
        return kernel.flops /
               (unit.product * share * c.fused_attention * kernel.depth / (kernel.depth + c.short_depth));
    case KernelKind::product: break;
    case KernelKind::convolution: share *= convolution_share(kernel, unit, rates, c); break;
    case KernelKind::grouped_convolution:
        share *= c.grouped_convolution * convolution_share(kernel, unit, rates, c);
        break;
    case KernelKind::attention_product: share *= c.attention_product; break;
    }
    return kernel.flops / (unit.product * share * shape_efficiency(kernel, rates.multiprocessors, c));
}

} // namespace

GpuGeneration generation_of(const Gpu& gpu)
{
    const std::string& capability = gpu.compute_capability;
    if (gpu.vendor != "NVIDIA" || capability.empty()) return GpuGeneration::unmeasured;
    if (capability.starts_with("7.5")) return GpuGeneration::turing;
    if (capability.starts_with("7.")) return GpuGeneration::volta;
    if (capability == "8.0") return GpuGeneration::ga100;
    if (capability == "8.9") return GpuGeneration::ada;
    if (capability.starts_with("8.")) return GpuGeneration::ga10x;
    if (capability.starts_with("9.")) return GpuGeneration::hopper;
    if (capability.starts_with("10.")) return GpuGeneration::blackwell;
    if (capability.starts_with("12.")) return GpuGeneration::blackwell_consumer;
    const bool early = capability.size() == 3 && capability[0] >= '2' && capability[0] <= '6';
    return early ? GpuGeneration::before_tensor_cores : GpuGeneration::unmeasured;
}

double generation_factor(GpuGeneration generation, const TimeCoefficients& c)
{
    switch (generation) {
    case GpuGeneration::volta: return c.generation_volta;
    case GpuGeneration::turing: return c.generation_turing;
    case GpuGeneration::ga100: return c.generation_ga100;
    case GpuGeneration::ga10x: return c.generation_ga10x;
    case GpuGeneration::ada: return c.generation_ada;
    case GpuGeneration::hopper: return c.generation_hopper;
    case GpuGeneration::blackwell:
    case GpuGeneration::blackwell_consumer: return c.generation_blackwell;
    case GpuGeneration::before_tensor_cores:
    case GpuGeneration::unmeasured: return 1.0;
    }
    return 1.0;
}

std::optional<DeviceRates> device_rates(const Scenario& scenario, const Gpu& gpu, const TimeCoefficients& c)
{
    DeviceRates rates;
    rates.multiprocessors = gpu.compute.multiprocessors ? *gpu.compute.multiprocessors : c.assumed_multiprocessors;
    const GpuGeneration generation = generation_of(gpu);
    UnitShares shares{c.tensor_efficiency * generation_factor(generation, c),
                      c.vector_efficiency * vector_factor(generation, c)};
    // The more tensor arithmetic a multiprocessor has, the harder it is to feed.
    if (const auto half = dense_peak(gpu, NumberFormat::fp16, ComputeUnit::tensor)) {
        const double rate = half->base() / rates.multiprocessors / c.reference_rate;
        shares.tensor *= std::pow(rate, -c.product_rate_exponent);
        rates.convolution_loss = std::pow(rate, -c.convolution_rate_exponent);
    }
    const NumberFormat format = recipe_of(scenario.training.precision).product;
    const auto recipe = unit_rate(gpu, format, shares, c);
    const auto attention = storage_bits(format) <= 8 ? unit_rate(gpu, NumberFormat::bf16, shares, c) : recipe;
    const auto single = unit_rate(gpu, NumberFormat::fp32, shares, c);
    if (!recipe || !attention || !gpu.memory.bandwidth) return std::nullopt;
    rates.recipe = *recipe;
    rates.attention = *attention;
    rates.single = single.value_or(*recipe);
    rates.bandwidth = gpu.memory.bandwidth->base() * c.bandwidth_efficiency;
    set_traffic(scenario.training, c, rates);
    rates.transposes_layout = channels_first(scenario.training);
    const bool split_fully = scenario.training.stack == Stack::tuned || scenario.parallel.sequence_parallel;
    rates.element_split =
        std::pow(static_cast<double>(scenario.parallel.tensor), split_fully ? 1.0 : c.tensor_parallel_element_exponent);
    return rates;
}

double shape_efficiency(const Kernel& kernel, double multiprocessors, const TimeCoefficients& c)
{
    double tiles = std::ceil(kernel.rows / c.tile_extent) * std::ceil(kernel.columns / c.tile_extent) *
                   std::max(kernel.groups, 1.0);
    double share = kernel.depth / (kernel.depth + c.short_depth) * (kernel.columns / (kernel.columns + c.short_width));
    if (kernel.direction == Direction::weight_gradient) {
        tiles *= std::max(1.0, kernel.depth / c.split_depth);
        share *= kernel.rows / (kernel.rows + c.short_width);
    }
    return share * tiles / (tiles + c.wave_loss * multiprocessors);
}

KernelTime kernel_time(const Kernel& kernel, const KernelPlace& place, const DeviceRates& rates,
                       const TimeCoefficients& c)
{
    KernelTime time;
    const bool elements = kernel.kind == KernelKind::elements;
    const double passes = place.sequence ? rates.sequence_passes : rates.image_passes;
    time.launch = c.kernel_seconds * (elements ? std::min(1.0, passes) : 1.0);
    if (elements) {
        const double bytes = place.autocast_to_fp32 ? rates.widened_element_bytes : rates.element_bytes;
        const double hidden = place.sequence ? c.sequence_traffic : 1.0;
        time.traffic = kernel.activations * bytes * passes * hidden / (rates.bandwidth * rates.element_split);
        time.total = time.traffic + time.launch;
        return time;
    }
    const UnitRate& unit = unit_of(kernel, place, rates);
    time.matrix = matrix_seconds(kernel, place, unit, rates, c);
    time.traffic = (kernel.activations + kernel.weights) * rates.element_bytes / rates.bandwidth;
    const bool convolution = kernel.kind == KernelKind::convolution || kernel.kind == KernelKind::grouped_convolution;
    if (convolution && unit.tensor && rates.transposes_layout) {
        time.layout = c.layout_transposes * 2.0 * kernel.activations * rates.element_bytes / rates.bandwidth;
    }
    time.total = std::cbrt(time.matrix * time.matrix * time.matrix + time.traffic * time.traffic * time.traffic) +
                 time.layout + time.launch;
    return time;
}

} // namespace rigwright

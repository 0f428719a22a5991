// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/time/operator_time.h"

#include "core/estimate/recipes.h"
#include "core/hardware/gpu.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rigwright {

namespace {

/// Shares of the peaks that large products reach on a chip's two kinds of units.
struct UnitShares {
    double tensor = 1.0;
    double vector = 1.0;
    double vector_limit = 1.0;
};

std::optional<UnitRate> unit_rate(const Gpu& gpu, NumberFormat format, const UnitShares& shares,
                                  const TimeCoefficients& c)
{
    if (const auto peak = dense_peak(gpu, format, ComputeUnit::tensor); peak && format != NumberFormat::fp64) {
        const double by_format = format == NumberFormat::tf32 ? c.tf32_efficiency
                                 : storage_bits(format) <= 8  ? c.fp8_efficiency
                                                              : 1.0;
        return UnitRate{peak->base(), peak->base() * shares.tensor * by_format, peak->base(), true,
                        format == NumberFormat::tf32};
    }
    const auto vector = [&](std::optional<FlopsPerSecond> peak) -> std::optional<UnitRate> {
        if (!peak) return std::nullopt;
        return UnitRate{peak->base(), peak->base() * shares.vector, peak->base() * shares.vector_limit, false, false};
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

/// Share of the boost clock that ordinary units sustain within the board's power limit.
double held_clock(const Gpu& gpu, const GpuGeneration& generation, const TimeCoefficients& c)
{
    const auto fp32 = dense_peak(gpu, NumberFormat::fp32, ComputeUnit::vector);
    if (!fp32 || !gpu.power.board_power) return 1.0;
    const double for_each_joule = c.value(generation.vector_power, std::numeric_limits<double>::infinity());
    return std::min(1.0, gpu.power.board_power->base() * for_each_joule / fp32->base());
}

/// `measured`: whether the gains of vendor stacks were measured on cards of this vendor.
void set_traffic(const Training& training, bool measured, const TimeCoefficients& c, DeviceRates& rates)
{
    const PrecisionRecipe& recipe = recipe_of(training.precision);
    const bool tuned = training.stack == SoftwareStack::tuned;
    rates.autocast = recipe.autocast.has_value();
    rates.element_bytes = storage_bytes(recipe.computed());
    // Vendors fuse operators before they capture a graph.
    const bool captured = tuned && measured && training.cuda_graph;
    const bool fused = training.execution == Execution::compiled || captured;
    rates.passes_started = fused ? c.compiled_traffic : 1.0;
    // Kernels that take logits in chunks come with fused norms, rotations and gates (Liger).
    rates.fuses_sequences =
        tuned || training.execution == Execution::compiled || training.cross_entropy == CrossEntropyChoice::chunked;
    rates.sequence_passes = rates.fuses_sequences ? c.fused_sequence_traffic : 1.0;
    rates.image_passes = rates.passes_started * c.image_traffic;
    // XLA has already fused everything that a vendor's stack could.
    const bool fused_before = runs_on_tensorflow(training) && training.execution == Execution::compiled;
    if (tuned && measured && !fused_before)
        rates.image_products = rates.element_bytes < 4.0 ? c.tuned_image_efficiency : c.tuned_image_efficiency_fp32;
}

/// Cycles per second of all fp32 lanes together; a lane does one multiply-add per cycle.
double lane_cycles(const Gpu& gpu, const DeviceRates& rates, const TimeCoefficients& c)
{
    const auto fp32 = dense_peak(gpu, NumberFormat::fp32, ComputeUnit::vector);
    return fp32 ? fp32->base() / 2.0 : rates.cycles * c.assumed_lanes;
}

/// Cycles of a lane per output and row of its window. PyTorch's kernel uses a lane per output. cuDNN has faster ones
/// for 16 bit on tensor cores, which PyTorch uses for channels-last feature maps or in fp16; TensorFlow uses them on
/// some generations, otherwise slower ones of its own.
double depthwise_cycles(const Training& training, const Gpu& gpu, const GpuGeneration& generation,
                        const TimeCoefficients& c)
{
    const NumberFormat format = recipe_of(training.precision).computed();
    const bool half = storage_bits(format) < 32;
    if (runs_on_tensorflow(training) && !(half && generation.tensorflow_depthwise_16_bit))
        return c.depthwise_cycles * c.depthwise_tensorflow;
    const bool taken = !transposes_layout(training) || format == NumberFormat::fp16;
    const bool cudnn = half && taken && dense_peak(gpu, NumberFormat::fp16, ComputeUnit::tensor);
    return c.depthwise_cycles * (cudnn ? c.depthwise_16_bit : 1.0);
}

/// `measured`: whether vendor stacks were measured on cards of this vendor.
void set_convolutions(const Training& training, double rate, bool measured, const TimeCoefficients& c,
                      DeviceRates& rates)
{
    // The more tensor FLOPs a multiprocessor has, the harder it is to feed: caches did not grow in proportion. Vendors
    // tune 16-bit kernels for each generation, so those lose less.
    const bool tuned = training.stack == SoftwareStack::tuned && measured && rates.element_bytes < 4.0;
    const double by_rate = std::pow(rate, -(tuned ? c.convolution_rate_exponent_tuned : c.convolution_rate_exponent));
    const bool transposes = transposes_layout(training);
    const bool tf32 = rates.recipe.tf32 || rates.permitted_tf32;
    rates.tensor_convolution = by_rate * (tf32         ? c.convolution_tf32
                                          : transposes ? c.convolution_16_bit
                                                       : c.convolution_16_bit * c.convolution_channels_last);
    if (transposes) rates.layout = 2.0 * (tf32 ? c.layout_transposes_tf32 : c.layout_transposes);
}

const UnitRate& unit_of(const Kernel& kernel, const KernelPlace& place, const DeviceRates& rates)
{
    if (rates.autocast && place.format == NumberFormat::fp32) return rates.single;
    if (kernel.kind == KernelKind::grouped_convolution) return rates.grouped;
    const bool linear = kernel.kind == KernelKind::product || kernel.kind == KernelKind::expert_product;
    return linear ? rates.recipe : rates.unquantized;
}

bool is_convolution(KernelKind kind)
{
    return kind == KernelKind::convolution || kind == KernelKind::grouped_convolution;
}

/// Efficiency of a convolution relative to a plain product of its size.
double convolution_share(const Kernel& kernel, const UnitRate& unit, const DeviceRates& rates)
{
    if (unit.tensor) return rates.tensor_convolution;
    return kernel.small_window ? rates.winograd : 1.0;
}

/// PyTorch runs batch norms in fp32 and fp16 with cuDNN and in bf16 with its own kernels. With channels first these
/// launch one block per channel, too few to saturate the memory.
bool one_block_per_channel(const Training& training, const Gpu& gpu)
{
    return recipe_of(training.precision).computed() == NumberFormat::bf16 && training.framework == Framework::pytorch &&
           training.execution != Execution::compiled && transposes_layout(training) && gpu.vendor == "NVIDIA";
}

double matrix_seconds(const Kernel& kernel, const KernelPlace& place, const UnitRate& unit, const DeviceRates& rates,
                      const TimeCoefficients& c)
{
    double share = place.sequence ? 1.0 : rates.image_products;
    if (!place.sequence && unit.tensor) share *= rates.short_products;
    switch (kernel.kind) {
    case KernelKind::elements: return 0.0;
    case KernelKind::depthwise_convolution: {
        const double direction = kernel.direction == Direction::weight_gradient ? c.depthwise_weight_gradient : 1.0;
        return rates.depthwise * direction * kernel.window_rows;
    }
    case KernelKind::fused_attention: {
        const double on_units =
            kernel.flops * (1.0 + c.fused_attention_short / kernel.columns) / (unit.product * rates.attention_share);
        return rates.fused_attention > 0.0 ? smooth_maximum(on_units, kernel.flops / rates.fused_attention) : on_units;
    }
    case KernelKind::product: break;
    case KernelKind::expert_product:
        if (unit.tensor) share *= c.expert_product;
        break;
    case KernelKind::convolution:
    case KernelKind::grouped_convolution: share *= convolution_share(kernel, unit, rates); break;
    case KernelKind::attention_product: share *= c.attention_product; break;
    }
    const double rate = unit.product * share * shape_efficiency(kernel, unit, rates.multiprocessors, c);
    // Winograd transforms let convolutions exceed the peak; plain products cannot.
    return kernel.flops / (is_convolution(kernel.kind) ? rate : std::min(rate, unit.limit));
}

KernelTime product_time(const Kernel& kernel, const KernelPlace& place, const UnitRate& unit, const DeviceRates& rates,
                        const TimeCoefficients& c)
{
    KernelTime time;
    const double bytes = rates.element_bytes / rates.bandwidth;
    const double operands = (kernel.activations + kernel.weights) * bytes;
    time.launch = c.kernel_seconds;
    time.matrix = matrix_seconds(kernel, place, unit, rates, c);
    time.traffic = operands;
    if (is_convolution(kernel.kind) && unit.tensor) time.layout = rates.layout * kernel.activations * bytes;
    if (kernel.kind == KernelKind::product || kernel.kind == KernelKind::expert_product)
        time.layout = rates.quantization * operands;
    time.total = total_of_kernel(time.matrix, time.traffic, time.layout, time.launch);
    return time;
}

/// On a CPU: cores share products with a fixed loss each; traffic overlaps with arithmetic.
KernelTime processor_kernel_time(const Kernel& kernel, const CpuRates& rates)
{
    KernelTime time;
    time.launch = rates.dispatch;
    if (kernel.kind == KernelKind::elements) {
        time.traffic = kernel.activations * kernel.element_bytes / rates.bandwidth;
        time.total = time.traffic + time.launch;
        return time;
    }
    double share = rates.product;
    if (kernel.kind == KernelKind::convolution) share = rates.convolution;
    if (kernel.kind == KernelKind::grouped_convolution || kernel.kind == KernelKind::depthwise_convolution)
        share = rates.grouped;
    time.matrix = (kernel.flops + rates.sharing_flops) / (rates.format_peak * share);
    time.traffic = (kernel.activations + kernel.weights) * rates.element_bytes / rates.bandwidth;
    time.total = total_of_kernel(time.matrix, time.traffic, time.layout, time.launch);
    return time;
}

/// Share reported by users of this GPU for short runs of large products, else by those of its generation.
double reported_share(const Gpu& gpu, const GpuGeneration& generation, FlopsPerSecond full, const TimeCoefficients& c)
{
    const FlopsPerSecond best =
        std::max(gpu.measured.fp16.value_or(FlopsPerSecond()), gpu.measured.bf16.value_or(FlopsPerSecond()));
    if (best > FlopsPerSecond()) return best / full;
    constexpr double clearly_more = 1.5;
    const auto summed_in_half = gpu.compute.fp16_tensor_fp16_accumulation;
    if (summed_in_half && *summed_in_half > full * clearly_more) return c.sustained_half_rate;
    return c.value(generation.sustained, 1.0);
}

/// Share of a wave of tiles that a unit loses at its end. Plain products on ordinary units lose less: there, multiple
/// blocks share a multiprocessor. Convolutions lose as on matrix units.
double lost_wave(const Kernel& kernel, const UnitRate& unit, const TimeCoefficients& c)
{
    return unit.tensor || is_convolution(kernel.kind) ? c.wave_loss : c.wave_loss_vector;
}

/// How well tiles of one side fill the waves in which a chip processes them. `lost`: share of a wave that stays empty.
double tiled_share(const Kernel& kernel, double extent, double multiprocessors, double lost, const TimeCoefficients& c)
{
    double tiles =
        std::max(kernel.rows / extent, 1.0) * std::max(kernel.columns / extent, 1.0) * std::max(kernel.groups, 1.0);
    if (kernel.direction == Direction::weight_gradient) tiles *= std::max(1.0, kernel.depth / c.split_depth);
    return tiles / (tiles + lost * multiprocessors);
}

double sustained_share(const Gpu& gpu, const GpuGeneration& generation, const TimeCoefficients& c)
{
    const auto full = dense_peak(gpu, NumberFormat::fp16, ComputeUnit::tensor);
    if (!full) return 1.0;
    const double share = reported_share(gpu, generation, *full, c);
    const GpuGeneration::Coefficient power = generation.product_power;
    if (power == nullptr || !gpu.power.board_power) return share;
    // Long runs of products would exceed the board's power limit, which short measurements do not show.
    return std::min(share, gpu.power.board_power->base() * (c.*power) / full->base());
}

/// Whether kernels predate FlashAttention-2, by name or by year.
bool uses_first_attention(const Training& training, const TimeCoefficients& c)
{
    if (const auto generation = attention_generation(training.attention)) return *generation < 2;
    return training.stack == SoftwareStack::typical && is_before(training, c.newer_attention_since_year);
}

/// Fused attention relative to a plain product. Kernels for a generation appear some years after its cards, first in
/// vendors' stacks.
double attention_share(const GpuGeneration& generation, const Training& training, const TimeCoefficients& c)
{
    const auto generation_of_kernel = attention_generation(training.attention);
    const bool own = generation_of_kernel
                         ? *generation_of_kernel > 2
                         : training.stack == SoftwareStack::tuned || !is_before(training, c.own_attention_since_year);
    return own ? c.value(generation.own_attention, c.fused_attention) : c.fused_attention;
}

} // namespace

double sustained_share(const Gpu& gpu, const TimeCoefficients& c)
{
    return sustained_share(gpu, c.generation_of(gpu), c);
}

std::optional<DeviceRates> device_rates(const Scenario& scenario, const Gpu& gpu, const TimeCoefficients& c)
{
    DeviceRates rates;
    const Training& training = scenario.training;
    rates.multiprocessors = gpu.compute.multiprocessors ? *gpu.compute.multiprocessors : c.assumed_multiprocessors;
    rates.cycles =
        rates.multiprocessors * (gpu.compute.boost_clock ? gpu.compute.boost_clock->base() : c.assumed_clock);
    const GpuGeneration& generation = c.generation_of(gpu);
    const double vector = held_clock(gpu, generation, c) * c.value(generation.matrix_fp32, 1.0);
    const double sustained = sustained_share(gpu, generation, c);
    const UnitShares shares{c.tensor_efficiency * sustained,
                            c.vector_efficiency * c.value(generation.vector, 1.0) * vector, c.vector_limit * vector};
    const NumberFormat format = recipe_of(training.precision).product;
    const auto recipe = unit_rate(gpu, format, shares, c);
    const auto unquantized = storage_bits(format) <= 8 ? unit_rate(gpu, NumberFormat::bf16, shares, c) : recipe;
    const auto single = unit_rate(gpu, NumberFormat::fp32, shares, c);
    if (!recipe || !unquantized || !gpu.memory.bandwidth) return std::nullopt;
    rates.recipe = *recipe;
    rates.unquantized = *unquantized;
    rates.single = single.value_or(*recipe);
    rates.grouped = unquantized->tensor && generation.grouped_needs_channels_last && transposes_layout(training)
                        ? rates.single
                        : rates.unquantized;
    rates.bandwidth = gpu.memory.bandwidth->base() * c.bandwidth_efficiency;
    if (format == NumberFormat::fp32) {
        const auto tf32 = unit_rate(gpu, NumberFormat::tf32, shares, c);
        constexpr double far_faster = 2.5;
        if (tf32 && tf32->tensor && tf32->peak < far_faster * recipe->peak) rates.permitted_tf32 = tf32;
    }
    set_traffic(training, !generation.order_of_magnitude, c, rates);
    const bool in_8_bit = storage_bits(format) <= 8 && dense_peak(gpu, NumberFormat::fp8, ComputeUnit::tensor);
    if (in_8_bit && training.stack == SoftwareStack::typical) rates.quantization = c.quantization_passes;
    rates.winograd = c.winograd;
    rates.image_products *= c.value(generation.image_products, 1.0);
    const auto half = dense_peak(gpu, NumberFormat::fp16, ComputeUnit::tensor);
    set_convolutions(training, half ? half->base() / rates.multiprocessors / c.reference_rate : 1.0,
                     !generation.order_of_magnitude, c, rates);
    rates.depthwise = depthwise_cycles(training, gpu, generation, c) / lane_cycles(gpu, rates, c);
    if (one_block_per_channel(training, gpu))
        rates.channel_block = c.channel_block_elements * rates.cycles / rates.multiprocessors;
    if (generation.images_keep_short_products && half)
        rates.short_products = reported_share(gpu, generation, *half, c) / sustained;
    rates.attention_share = attention_share(generation, training, c);
    if (uses_first_attention(training, c)) rates.fused_attention = c.fused_attention_cycle * rates.cycles;
    const bool split_fully = training.stack == SoftwareStack::tuned || scenario.parallel.sequence_parallel;
    rates.element_split =
        std::pow(static_cast<double>(scenario.parallel.tensor), split_fully ? 1.0 : c.tensor_parallel_element_exponent);
    return rates;
}

double shape_efficiency(const Kernel& kernel, const UnitRate& unit, double multiprocessors, const TimeCoefficients& c)
{
    double share = kernel.depth / (kernel.depth + c.short_depth) * (kernel.columns / (kernel.columns + c.short_width));
    if (kernel.direction == Direction::weight_gradient) share *= kernel.rows / (kernel.rows + c.short_width);
    const double small = unit.tensor ? c.small_tiles_tensor : c.small_tiles_vector;
    const double lost = lost_wave(kernel, unit, c);
    return share * std::max(tiled_share(kernel, c.tile_extent, multiprocessors, lost, c),
                            small * tiled_share(kernel, c.tile_extent / 2.0, multiprocessors, lost, c));
}

KernelTime kernel_time(const Kernel& kernel, const KernelPlace& place, const DeviceRates& rates,
                       const TimeCoefficients& c)
{
    if (rates.processor) return processor_kernel_time(kernel, *rates.processor);
    KernelTime time;
    if (kernel.kind == KernelKind::elements) {
        const double left = place.sequence && rates.fuses_sequences ? 1.0 - kernel.fused : 1.0;
        const double passes = left * (place.sequence ? rates.sequence_passes : rates.image_passes);
        time.launch = c.kernel_seconds * (place.sequence ? left : rates.passes_started);
        time.traffic = kernel.activations * kernel.element_bytes * passes / (rates.bandwidth * rates.element_split);
        if (rates.channel_block > 0.0 && kernel.channels > 0.0) {
            const double by_channel =
                kernel.moved_by_channel * kernel.activations / (kernel.channels * rates.channel_block);
            const double rest = (1.0 - kernel.moved_by_channel) * time.traffic;
            time.traffic = rest + std::max(time.traffic - rest, by_channel);
        }
        time.total = time.traffic + time.launch;
        return time;
    }
    const UnitRate& unit = unit_of(kernel, place, rates);
    time = product_time(kernel, place, unit, rates, c);
    if (!rates.permitted_tf32 || unit.tensor) return time;
    const KernelTime in_tf32 = product_time(kernel, place, *rates.permitted_tf32, rates, c);
    return time.total < in_tf32.total ? in_tf32 : time;
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/term.h"
#include "core/estimate/time/kernels.h"
#include "core/hardware/gpu.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"
#include "core/scenario/scenario.h"

#include <optional>

namespace rigwright {

/// Rates that the kernels of one step share on a CPU.
struct CpuRates {
    double cores = 0.0;
    /// fp32: cores x all-core clock x operations per cycle; the second in the format of the products.
    double peak = 0.0;
    double format_peak = 0.0;
    /// Share of it by kind of product.
    double product = 1.0;
    double convolution = 1.0;
    double grouped = 1.0;
    /// FLOPs equivalent to the cost of distributing a product over the cores.
    double sharing_flops = 0.0;
    double element_bytes = 4.0;
    /// Achieved memory bandwidth, bytes/s.
    double bandwidth = 0.0;
    /// Launch of one operator.
    double dispatch = 0.0;
};

/// Limit of an operator: arithmetic, memory traffic, or the fixed cost of its kernels on the GPU.
enum class Bound { matrix, traffic, launch };

/// One unit of a GPU in one format: the rate of large products.
struct UnitRate {
    /// Dense peak of the datasheet, fp32 accumulation.
    double peak = 0.0;
    /// peak x efficiency of large products (sustained share of the chip, format).
    double product = 0.0;
    /// Upper limit for a plain product of any size.
    double limit = 0.0;
    bool tensor = false;
    bool tf32 = false;
};

/// Rates that the kernels of one step share; computed once, so that a kernel costs a few divisions and two square
/// roots.
struct DeviceRates {
    /// The unit for products of the recipe's format, for attention and convolutions (16 bit where the recipe is
    /// narrower: frameworks quantize linear layers only), for fp32 operands, and for grouped convolutions.
    UnitRate recipe;
    UnitRate unquantized;
    UnitRate single;
    UnitRate grouped;
    /// For fp32, on cards whose TF32 is at most twice as fast: the unit that products could use in TF32. Libraries that
    /// may use it do so only where it gains, so that fp32 is never faster; on GeForce cards users report fp32 products
    /// that training in TF32 does not reach.
    std::optional<UnitRate> permitted_tf32;
    /// Efficiency of a convolution relative to a plain product of its size, by the unit it runs on.
    double tensor_convolution = 1.0;
    double winograd = 1.0;
    double multiprocessors = 0.0;
    /// Multiprocessors x clock, cycles/s.
    double cycles = 0.0;
    /// Rate of attention that never writes the scores, relative to a plain product.
    double attention_share = 1.0;
    /// Rate of attention kernels written for Ampere, FLOP/s; zero if newer ones are used.
    double fused_attention = 0.0;
    /// Achieved memory bandwidth, bytes/s.
    double bandwidth = 0.0;
    bool autocast = false;
    /// Bytes per element of a product's operands.
    double element_bytes = 4.0;
    /// Factor on the number of passes over elements, for operators on feature maps and on sequences.
    double image_passes = 1.0;
    double sequence_passes = 1.0;
    /// Chains of passes over elements of sequences run as one kernel.
    bool fuses_sequences = false;
    /// Share of such kernels that remains after compilation.
    double passes_started = 1.0;
    /// Gain of vendor-tuned stacks in products of image models.
    double image_products = 1.0;
    /// Gain of image networks, which keep the rate of short products on matrix units, over the rate that long runs
    /// sustain.
    double short_products = 1.0;
    /// Bytes moved per operand byte of an 8-bit product for quantization.
    double quantization = 0.0;
    /// Bytes moved per operand byte of a convolution on tensor cores to change the layout and back.
    double layout = 0.0;
    /// Seconds of the whole device per output and row of the window of a depthwise convolution.
    double depthwise = 0.0;
    /// Elements per second that one block reads or writes in kernels with one block per channel; zero if others run.
    double channel_block = 0.0;
    /// Divisor of passes over elements under tensor parallelism.
    double element_split = 1.0;
    /// Set if no GPU trains: only this and the bandwidth then count.
    std::optional<CpuRates> processor;
};

/// Empty if the device's bandwidth or the peak of the unit is unknown.
std::optional<DeviceRates> device_rates(const Scenario& scenario, const Gpu& gpu, const TimeCoefficients& coefficients);

/// Time of one kernel: matrix and traffic time overlap, (matrix^4 + traffic^4)^(1/4); layout transposes, quantization
/// passes and the launch are added.
struct KernelTime {
    double matrix = 0.0;
    double traffic = 0.0;
    double layout = 0.0;
    double launch = 0.0;
    double total = 0.0;
};

/// The place of a kernel in its network.
struct KernelPlace {
    /// Whether the operator works on token sequences rather than feature maps.
    bool sequence = false;
    /// Format that the operator reads.
    NumberFormat format = NumberFormat::fp32;
};

KernelTime kernel_time(const Kernel& kernel, const KernelPlace& place, const DeviceRates& rates,
                       const TimeCoefficients& coefficients);

/// The total, of numbers or of terms.
template <typename Number>
Number total_of_kernel(const Number& matrix, const Number& traffic, const Number& layout, const Number& launch)
{
    return smooth_maximum(matrix, traffic) + layout + launch;
}

/// Share of the unit's rate that the shape of a product allows: filling of waves of tiles, short rows and short sums.
/// Tiles are counted in fractions, at least one, and an additional row never saves time. Libraries choose tiles of half
/// the side where these fill the chip better than they lose by loading each operand more often.
double shape_efficiency(const Kernel& kernel, const UnitRate& unit, double multiprocessors,
                        const TimeCoefficients& coefficients);

/// Share of the datasheet's matrix rate (16 bit, fp32 accumulation) that large products sustain: as reported by users
/// of this GPU or of its generation, limited by the board power if products exceed it. GeForce cards, which accumulate
/// in fp32 at half rate, reach all of that half.
double sustained_share(const Gpu& gpu, const TimeCoefficients& coefficients);

} // namespace rigwright

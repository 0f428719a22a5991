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

/// What the kernels of one step share where a processor runs them.
struct CpuRates {
    double cores = 0.0;
    /// fp32: cores x clock that all hold x operations per cycle; the same in the format that products run in.
    double peak = 0.0;
    double format_peak = 0.0;
    /// Share of it by kind of product.
    double product = 1.0;
    double convolution = 1.0;
    double grouped = 1.0;
    /// Work by which sharing a product out among the cores lengthens it.
    double sharing_flops = 0.0;
    double element_bytes = 4.0;
    /// Reached memory bandwidth, bytes/s.
    double bandwidth = 0.0;
    /// Start of one operator.
    double dispatch = 0.0;
};

/// What limits an operator: arithmetic, memory traffic, or the fixed cost of its kernels on the GPU.
enum class Bound { matrix, traffic, launch };

/// One unit of a GPU under one format: the rate that a large product reaches.
struct UnitRate {
    /// Data-sheet dense peak, fp32 accumulation.
    double peak = 0.0;
    /// peak x efficiency of large products (sustained share of the chip, format).
    double product = 0.0;
    /// Most that a plain product reaches, however large.
    double limit = 0.0;
    bool tensor = false;
    bool tf32 = false;
};

/// What the kernels of one step share; computed once, so that a kernel costs a few divisions and two square roots.
struct DeviceRates {
    /// The unit for products of the recipe's format, for attention and convolutions (16 bit where the recipe is
    /// narrower: frameworks quantise linear layers alone), for fp32 operands, and for grouped convolutions.
    UnitRate recipe;
    UnitRate unquantized;
    UnitRate single;
    UnitRate grouped;
    /// Efficiency of a convolution against a plain product of its size, by the unit it runs on.
    double tensor_convolution = 1.0;
    double winograd = 1.0;
    double multiprocessors = 0.0;
    /// Multiprocessors x clock, cycles/s.
    double cycles = 0.0;
    /// Attention that never writes the scores against a plain product.
    double attention_share = 1.0;
    /// The same, with kernels written for Ampere: FLOP/s; zero where newer ones are used.
    double fused_attention = 0.0;
    /// Reached memory bandwidth, bytes/s.
    double bandwidth = 0.0;
    bool autocast = false;
    /// Bytes of one element of a product's operands.
    double element_bytes = 4.0;
    /// Passes over elements that are left or added, for operators on feature maps and on sequences.
    double image_passes = 1.0;
    double sequence_passes = 1.0;
    /// Chains of passes over elements of sequences run as one kernel.
    bool fuses_sequences = false;
    /// Share of such kernels that compilation leaves.
    double passes_started = 1.0;
    /// What vendor-tuned stacks gain in products of image models.
    double image_products = 1.0;
    /// What image networks keep of short products on matrix units, over what hours of products are held to.
    double short_products = 1.0;
    /// Bytes moved for each operand byte of an 8-bit product to quantise it.
    double quantization = 0.0;
    /// Bytes moved for each operand byte of a convolution on tensor cores to change the layout and back.
    double layout = 0.0;
    /// Seconds of the whole device for one output and one row of the window of a depthwise convolution.
    double depthwise = 0.0;
    /// Elements a second that one block reads or writes in kernels which give each channel one; zero where others run.
    double channel_block = 0.0;
    /// Divisor of passes over elements under tensor parallelism.
    double element_split = 1.0;
    /// Where no GPU trains: only this and the bandwidth then count.
    std::optional<CpuRates> processor;
};

/// Nullopt where the device's bandwidth or the peak of the unit is not known.
std::optional<DeviceRates> device_rates(const Scenario& scenario, const Gpu& gpu, const TimeCoefficients& coefficients);

/// What one kernel takes: matrix and traffic time overlap, (matrix^4 + traffic^4)^(1/4); layout transposes, passes that
/// quantise and the start of the kernel come on top.
struct KernelTime {
    double matrix = 0.0;
    double traffic = 0.0;
    double layout = 0.0;
    double launch = 0.0;
    double total = 0.0;
};

/// The place of a kernel in its network.
struct KernelPlace {
    /// Operators on token sequences as against feature maps.
    bool sequence = false;
    /// Format in which the operator reads.
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

/// Share of the unit's rate that the shape of a product leaves: filling of waves of tiles, short rows and short sums.
/// Tiles are counted in fractions, one at least, and a row more never saves time. Where tiles of half the side fill the
/// chip better than they lose by loading each operand more often, libraries choose those.
double shape_efficiency(const Kernel& kernel, const UnitRate& unit, double multiprocessors,
                        const TimeCoefficients& coefficients);

/// Share of the data-sheet matrix rate (16 bit, fp32 accumulation) that large products sustain: what users of this GPU
/// or of its generation report; no more than their power allows boards whose products draw more. GeForce cards,
/// which sum in fp32 at half rate, reach all of that half.
double sustained_share(const Gpu& gpu, const TimeCoefficients& coefficients);

} // namespace rigwright

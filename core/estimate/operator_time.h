// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/kernels.h"
#include "core/estimate/time_coefficients.h"
#include "core/hardware/gpu.h"
#include "core/quantities/quantity.h"
#include "core/scenario/scenario.h"

#include <optional>

namespace rigwright {

/// What limits an operator: arithmetic, memory traffic, or the fixed cost of its kernels on the GPU.
enum class Bound { matrix, traffic, launch };

/// One unit of a GPU under one format: the rate that a large product reaches.
struct UnitRate {
    /// Data-sheet dense peak, fp32 accumulation.
    double peak = 0.0;
    /// peak x efficiency of large products (generation, format, tensor rate of a multiprocessor).
    double product = 0.0;
    bool tensor = false;
    bool tf32 = false;
};

/// What the kernels of one step share; computed once, so that a kernel costs a few divisions and one cube root.
struct DeviceRates {
    /// The unit for products of the recipe's format, of attention (16 bit where the recipe is 8 bit), and of fp32
    /// operands.
    UnitRate recipe;
    UnitRate attention;
    UnitRate single;
    /// Further loss of convolutions on tensor cores.
    double convolution_loss = 1.0;
    double multiprocessors = 0.0;
    /// Reached memory bandwidth, bytes/s.
    double bandwidth = 0.0;
    bool autocast = false;
    /// Bytes of one element in the recipe, and of what autocast computes in fp32 from 16 bit.
    double element_bytes = 4.0;
    double widened_element_bytes = 4.0;
    /// Share of memory passes that fusion leaves, for operators on feature maps and on sequences.
    double image_passes = 1.0;
    double sequence_passes = 1.0;
    /// What vendor-tuned stacks gain in products of image models.
    double image_products = 1.0;
    bool transposes_layout = false;
    /// Divisor of passes over elements under tensor parallelism.
    double element_split = 1.0;
};

/// Nullopt where the device's bandwidth or the peak of the unit is not known.
std::optional<DeviceRates> device_rates(const Scenario& scenario, const Gpu& gpu, const TimeCoefficients& coefficients);

/// What one kernel takes: matrix and traffic time overlap, (matrix^3 + traffic^3)^(1/3); layout transposes and the
/// start of the kernel come on top.
struct KernelTime {
    double matrix = 0.0;
    double traffic = 0.0;
    double layout = 0.0;
    double launch = 0.0;
    double total = 0.0;
};

/// Where a kernel stands in its network.
struct KernelPlace {
    /// Operators on token sequences as against feature maps.
    bool sequence = false;
    /// Format in which the operator reads, and whether autocast runs it in fp32.
    NumberFormat format = NumberFormat::fp32;
    bool autocast_to_fp32 = false;
};

KernelTime kernel_time(const Kernel& kernel, const KernelPlace& place, const DeviceRates& rates,
                       const TimeCoefficients& coefficients);

/// Share of the unit's rate that the shape of a product leaves: filling of the last wave of tiles, short rows and short
/// sums.
double shape_efficiency(const Kernel& kernel, double multiprocessors, const TimeCoefficients& coefficients);

/// Chips that share coefficients, told apart by CUDA compute capability.
enum class GpuGeneration {
    before_tensor_cores,
    volta,
    turing,
    ga100,
    ga10x,
    ada,
    hopper,
    blackwell,
    blackwell_consumer,
    unmeasured
};

GpuGeneration generation_of(const Gpu& gpu);
double generation_factor(GpuGeneration generation, const TimeCoefficients& coefficients);

} // namespace rigwright

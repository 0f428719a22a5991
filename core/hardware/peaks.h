// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cpu.h"
#include "core/hardware/gpu.h"
#include "core/quantities/number_format.h"

namespace rigwright {

/// The ordinary units of a multiprocessor, or its matrix units.
enum class ComputeUnit { vector, tensor };

/// The format in which a matrix unit sums fp16 products. Training sums in fp32; GeForce cards do that at half the rate.
enum class Accumulation { fp32, fp16 };

/// Peak rate of the whole board without structured sparsity. Nullopt where the unit does not take the format or no
/// figure is known. fp32 on a tensor unit is nullopt: TF32 is a format of its own. `accumulation` matters for fp16 on
/// tensor units only.
std::optional<FlopsPerSecond> dense_peak(const Gpu& gpu, NumberFormat format, ComputeUnit unit,
                                         Accumulation accumulation = Accumulation::fp32);

/// Whether a GPU multiplies numbers of a format on its matrix units, or on ordinary ones at least as fast as fp32.
/// Pascal's GeForce and Tesla P4 and P40 have fp16 on ordinary units, at 1/64 of the rate of fp32.
bool multiplies_at_full_rate(const Gpu& gpu, NumberFormat format);

/// Whether a GPU has units that multiply numbers of a format, by its rates or by what its record says it lacks; nullopt
/// where the record tells neither.
std::optional<bool> multiplies(const Gpu& gpu, NumberFormat format);

/// Whether a processor has instructions that multiply numbers of a format; nullopt where its record does not tell.
std::optional<bool> multiplies(const Cpu& cpu, NumberFormat format);

} // namespace rigwright

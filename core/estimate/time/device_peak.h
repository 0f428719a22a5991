// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/engine_data.h"
#include "core/estimate/term.h"
#include "core/estimate/time/step_time.h"
#include "core/hardware/gpu.h"
#include "core/scenario/scenario.h"

namespace rigwright {

/// Rate of a number format relative to fp32 on ordinary cores.
double cpu_format_rate(NumberFormat format, const CpuCoefficients& coefficients);

/// Clock assumed for a peak. All-core clocks under vector load are between the two.
enum class CpuClock { base, boost };

/// fp32 peak of one socket: cores x operations per cycle x clock of each group of cores. Empty if a group's clock or
/// vector width is unknown.
std::optional<Term> fp32_peak(const Cpu& cpu, CpuClock clock, Trace& trace);

/// The fp32 peak at the clock that all cores sustain: a share of the boost clock, at least the base clock.
std::optional<Term> all_core_peak(const Cpu& cpu, const CpuCoefficients& coefficients, Trace& trace);

/// Peak of the device that computes the step, in the format of its products: from the GPU's record, or of the CPU's
/// cores at the clock that all of them sustain.
Term device_peak(const TimeTerms& terms, Trace& trace);

/// Names the peaks of the whole machine: the fp32 peak of its CPUs at their boost clock, the peak of its GPUs in each
/// number format, and the fp32 sum that advertisements print ("machine.cpu_fp32_flops", "machine.gpu_bf16_flops",
/// "machine.fp32_flops"). Names nothing if a record lacks a figure.
void name_machine_peaks(const Scenario& scenario, const EngineData& data, Trace& trace);

} // namespace rigwright

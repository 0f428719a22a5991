// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/engine_data.h"
#include "core/estimate/term.h"
#include "core/estimate/time/step_time.h"
#include "core/hardware/gpu.h"
#include "core/scenario/scenario.h"

namespace rigwright {

/// Rate of a number format against fp32 on ordinary cores.
double cpu_format_rate(NumberFormat format, const CpuCoefficients& coefficients);

/// Which clock a peak assumes. All-core clocks under vector load lie between the two.
enum class CpuClock { base, boost };

/// fp32 peak of one socket: cores x operations per cycle x clock of each group of cores. Nullopt where a group's clock
/// or vector width is unknown.
std::optional<Term> fp32_peak(const Cpu& cpu, CpuClock clock, Trace& trace);

/// The same at the clock that all cores hold: a share of the boost clock, the base clock at least.
std::optional<Term> all_core_peak(const Cpu& cpu, const CpuCoefficients& coefficients, Trace& trace);

/// Peak of the device that computes the step, in the format of its products: the GPU's record, or the processor's cores
/// at the clock that all of them hold.
Term device_peak(const TimeTerms& terms, Trace& trace);

/// Names what the whole machine could compute: the fp32 peak of its processors at their boost clock, the peak of its
/// GPUs in each number format, and the fp32 sum that advertisements print ("machine.cpu_fp32_flops",
/// "machine.gpu_bf16_flops", "machine.fp32_flops"). Nothing where a record lacks a figure.
void name_machine_peaks(const Scenario& scenario, const EngineData& data, Trace& trace);

} // namespace rigwright

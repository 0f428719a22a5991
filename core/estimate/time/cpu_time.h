// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/memory/memory_terms.h"
#include "core/estimate/time/kernels.h"
#include "core/estimate/time/step_time.h"

namespace rigwright {

/// Rates of the processors that train by themselves. Nullopt where clock, vector width or memory bandwidth are not
/// published.
std::optional<CpuRates> cpu_rates(const Scenario& scenario, const Cpu& cpu, const CpuCoefficients& coefficients,
                                  Trace& trace);

/// One step on the processor: the operators' kernels at the rates of its cores, started one after another by the
/// framework, then the optimizer's passes. Samples are prepared by the same cores and hide behind nothing.
StepTime cpu_step_time(const StepTimeInputs& inputs, Trace& trace);

/// A processor as the device that a training's memory lies on: what the host's memory offers.
Gpu processor_as_device(const Cpu* cpu, std::optional<double> ram_gib);
/// Puts what a process and the operating system take in the place of driver, context and caching allocator.
void place_in_host_memory(MemoryTerms& terms, const BuildChoice& build, const MemoryRange& range,
                          const CpuCoefficients& coefficients);

} // namespace rigwright

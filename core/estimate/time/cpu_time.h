// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/memory/memory_terms.h"
#include "core/estimate/time/kernels.h"
#include "core/estimate/time/step_time.h"

namespace rigwright {

/// Rates of CPUs that train. Empty if clock, vector width or memory bandwidth are not published.
std::optional<CpuRates> cpu_rates(const Scenario& scenario, const Cpu& cpu, const CpuCoefficients& coefficients,
                                  Trace& trace);

/// One step on the CPU: the operators' kernels at the rates of its cores, launched in sequence by the framework, then
/// the optimizer's passes. The same cores prepare samples, so nothing hides that.
StepTime cpu_step_time(const StepTimeInputs& inputs, Trace& trace);

/// The CPU as the device that holds the memory of a training run: the host's memory.
Gpu processor_as_device(const Cpu* cpu, std::optional<double> ram_gib);
/// Replaces driver, context and caching allocator by the memory of a process and the operating system.
void place_in_host_memory(MemoryTerms& terms, const BuildChoice& build, const MemoryRange& range,
                          const CpuCoefficients& coefficients);

} // namespace rigwright

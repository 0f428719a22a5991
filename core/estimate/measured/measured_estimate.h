// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

namespace rigwright {

/// Corrects memory, step and ranges of a finished evaluation by the measurements of its scenario and reports that in
/// `Estimate::measured`. Measurements that contradict each other or cannot be true correct nothing and produce
/// findings. Call once, after memory and time are computed.
void apply_measurements(Evaluation& evaluation, const EngineData& data);

/// Names the corrections of memory and its ranges, which `modelled` and the trace have without them, and of the step in
/// a trace; names nothing if the measurements correct neither.
void name_memory_correction(const Evaluation& evaluation, MemoryEstimate& modelled, Trace& trace);
void name_step_correction(const Evaluation& evaluation, Trace& trace);

/// Memory that the evaluation's plan needs at a micro-batch, including the correction by measurements.
MemoryNeed corrected_need(const Evaluation& evaluation, Count micro_batch, const EngineData& data);

} // namespace rigwright

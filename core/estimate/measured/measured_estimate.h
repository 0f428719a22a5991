// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

namespace rigwright {

/// Corrects memory, step and ranges of a finished evaluation by the measurements of its scenario, and says so in
/// `Estimate::measured`; measurements that contradict each other or cannot be true correct nothing and give findings.
/// To be called once, when memory and time are computed.
void apply_measurements(Evaluation& evaluation, const EngineData& data);

/// Names what the measurements add to memory and its ranges, which `modelled` and the trace have without them, and to
/// the step of a trace; nothing where they correct neither.
void name_memory_correction(const Evaluation& evaluation, MemoryEstimate& modelled, Trace& trace);
void name_step_correction(const Evaluation& evaluation, Trace& trace);

/// What the evaluation's plan needs at a micro-batch, measurements included.
MemoryNeed corrected_need(const Evaluation& evaluation, Count micro_batch, const EngineData& data);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/working/nodes.h"

namespace rigwright {

/// What limits a step: how much the bottleneck takes, the bound FLOPs / peak and where the gap to it goes
/// ("time.step_from_bound"), the step with one thing of the machine doubled ("time.doubled.memory_bandwidth"), and the
/// batch from which on a larger one hardly helps. Precondition: the evaluation has a time.
ExplainedRows explained_limits();

/// The bound FLOPs / peak of a step. Precondition: the evaluation has a time.
Derivation explain_peak_bound(const Evaluation& evaluation, const EngineData& data);

} // namespace rigwright

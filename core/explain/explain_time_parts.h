// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/explain/working.h"

namespace rigwright {

/// The working of one part of the step. Precondition: the evaluation has a time.
Working explain_time_part(const Evaluation& evaluation, const EngineData& data, TimePart part);

/// Micro-batches of a step, as the scenario says.
Working explain_accumulation(const Evaluation& evaluation);

/// GPUs of the build over those that share one replica of the model.
Working explain_replicas(const Evaluation& evaluation);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/explain/working.h"

namespace rigwright {

/// Exposed communication: every collective with its bytes, algorithm, link and bus bandwidth, and what hides it.
Working explain_exposed_communication(const Evaluation& evaluation, const EngineData& data, Seconds value);

/// The bubble of the slowest pipeline stage from the replay; `micro` is the working of its micro-batch.
Working explain_bubble(const Evaluation& evaluation, Working micro, Seconds value);

/// The optimizer on the host.
Working explain_offloaded_update(const Evaluation& evaluation);

} // namespace rigwright

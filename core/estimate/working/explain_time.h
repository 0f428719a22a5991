// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/working/nodes.h"

namespace rigwright {

/// The step, its parts, throughput, epochs and utilisation. Precondition: the evaluation has a time.
ExplainedRows explained_times();

} // namespace rigwright

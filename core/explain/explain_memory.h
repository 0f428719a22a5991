// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/explain/nodes.h"

namespace rigwright {

// Workings of the memory quantities; precondition: the evaluation has a memory estimate.

Working explain_memory_total(const Evaluation& evaluation);
Working explain_memory_part(const Evaluation& evaluation, MemoryPart part);
/// Full size of a state: 0 weights, 1 gradients, 2 optimizer state, 3 master weights.
Working explain_memory_state(const Evaluation& evaluation, std::size_t state);
Working explain_allocated(const Evaluation& evaluation);
Working explain_reserved(const Evaluation& evaluation);
/// Precondition of the next three: what the card's driver keeps is known.
Working explain_usable(const Evaluation& evaluation);
Working explain_shortfall(const Evaluation& evaluation);
Working explain_largest_micro_batch(const Evaluation& evaluation);
/// What one machine's own memory holds.
Working explain_host_memory(const Evaluation& evaluation);
Working explain_memory_bound(const Evaluation& evaluation, bool high);
/// Memory of the first step until its update: the optimizer's state is not born yet, which is why a run can start and
/// die later.
Working explain_before_first_update(const Evaluation& evaluation);
/// What must be usable for the verdict "fits".
Working explain_memory_margin(const Evaluation& evaluation);

} // namespace rigwright

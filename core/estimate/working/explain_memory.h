// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/working/nodes.h"

namespace rigwright {

// Workings of the memory quantities; precondition: the evaluation has a memory estimate.

Derivation explain_memory_total(const Evaluation& evaluation);
Derivation explain_memory_part(const Evaluation& evaluation, MemoryPart part);
/// Full size of a state: 0 weights, 1 gradients, 2 optimizer state, 3 master weights.
Derivation explain_memory_state(const Evaluation& evaluation, std::size_t state);
Derivation explain_allocated(const Evaluation& evaluation);
Derivation explain_reserved(const Evaluation& evaluation);
/// Precondition of the next three: what the card's driver keeps is known.
Derivation explain_usable(const Evaluation& evaluation);
Derivation explain_shortfall(const Evaluation& evaluation);
Derivation explain_largest_micro_batch(const Evaluation& evaluation);
/// What one machine's own memory holds.
Derivation explain_host_memory(const Evaluation& evaluation);
Derivation explain_memory_bound(const Evaluation& evaluation, bool high);
/// Memory of the first step until its update: the optimizer's state is not born yet, which is why a run can start and
/// die later.
Derivation explain_before_first_update(const Evaluation& evaluation);
/// What must be usable for the verdict "fits".
Derivation explain_memory_margin(const Evaluation& evaluation);

} // namespace rigwright

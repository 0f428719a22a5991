// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/explain/working.h"

namespace rigwright {

/// Bytes that one trained parameter takes while it is trained: weight, gradient, moments and master copy of the chosen
/// recipe, and below it the same sum for the usual recipes under the chosen optimizer. "Adam needs four times the
/// parameters" is the row of plain fp32: 16 bytes. Precondition: the evaluation has a memory estimate.
Working explain_states_per_parameter(const Evaluation& evaluation);

/// The estimate that a well-known article makes: an input and an output map of one number for each place of the input,
/// and the parameters, all in fp32, divided by 0.8. Shown beside the layer-true total with what it leaves out.
Working explain_rule_of_thumb(const Evaluation& evaluation);
/// The layer-true total as a multiple of that rule.
Working explain_total_over_rule_of_thumb(const Evaluation& evaluation);

} // namespace rigwright

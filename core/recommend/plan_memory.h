// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

namespace rigwright {

/// A bound on the memory of one GPU from below: weights and what the optimizer remembers, divided among as many GPUs as
/// the plan's degrees and ZeRO stage could divide them, activations and everything else left out. `whole` is an
/// evaluation of the same model, optimizer and number format on one GPU without sharding.
Bytes least_states(const Evaluation& whole, const Scenario& plan);

} // namespace rigwright

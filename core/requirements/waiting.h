// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

namespace rigwright {

// Time in which the GPUs do nothing since samples are not ready, or since the host has not started their next kernel.
// No amount of compute shortens it; cores, drives and clocks do. Zero where the time is not known.

/// Of a step.
double waiting_share_of_step(const Evaluation& evaluation);
/// Of a step, data aside: what the host takes to start kernels.
double host_share_of_step(const Evaluation& evaluation);
/// Of a whole run, the first reading of the files included. Validation waits as training does.
double waiting_share_of_run(const Evaluation& evaluation);

} // namespace rigwright

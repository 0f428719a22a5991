// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/time_coefficients.h"
#include "core/quantities/quantity.h"
#include "core/scenario/scenario.h"

namespace rigwright {

/// What the update of the weights costs in one step on one GPU.
struct OptimizerTerms {
    /// Bytes moved for each parameter of this GPU's share of the state, and for each parameter of the model (casts,
    /// zeroing).
    double state_bytes = 0.0;
    double model_bytes = 0.0;
    double passes = 0.0;
    /// All bytes of one pass, the time of the passes, the time the host needs to start them; the larger one counts.
    Bytes traffic;
    Seconds traffic_time;
    Seconds launch_time;
    Seconds time;
};

struct OptimizerWork {
    /// Trainable parameters on one GPU, and how many GPUs share their state.
    double parameters = 0.0;
    double shards = 1.0;
    /// Arrays on one GPU that the optimizer loops over.
    double tensors = 0.0;
    /// Reached memory bandwidth.
    BytesPerSecond bandwidth;
    Seconds host_per_kernel;
};

OptimizerTerms optimizer_time(const Training& training, const Parallel& parallel, const OptimizerWork& work,
                              const TimeCoefficients& coefficients);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/step_time.h"

namespace rigwright {

/// Parameters of a network that stand once for each expert, all experts together.
struct ExpertParameters {
    double total = 0.0;
    double trainable = 0.0;
};
ExpertParameters expert_parameters(const Network& network);

/// What one GPU waits in one micro-batch for tokens on their way to their experts and back, forward and backward (four
/// exchanges a layer, balanced). Inside a machine or a rack each token goes to each of its experts; across machines it
/// is sent once to each machine that has one of them and handed on there (Rajbhandari et al. 2022, DeepSpeed-MoE,
/// section 5.3; DeepEP). A network without experts exchanges nothing.
Seconds expert_exchange(const StepTimeInputs& inputs, const BuildLinks& links);

} // namespace rigwright

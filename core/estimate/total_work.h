// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

namespace rigwright {

/// The evaluated scenario with one epoch over as many samples as `flops` FLOPs are enough for, rounded up (a
/// multiply-add is two; a training counts forward and backward, an inference forward alone). Without an estimate, or for
/// a model without products, the scenario as it is.
Scenario with_total_flops(const Evaluation& evaluation, double flops);

} // namespace rigwright

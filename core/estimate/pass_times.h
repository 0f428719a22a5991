// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/step_time.h"

namespace rigwright {

/// Walks the operators once: fills the per-operator times, the loss and the FLOPs of `terms` and gives the passes of
/// one micro-batch on each pipeline stage, in order; one where there is no pipeline.
std::vector<PassTimes> pass_times(const StepTimeInputs& inputs, const DeviceRates& rates, TimeTerms& terms);

} // namespace rigwright

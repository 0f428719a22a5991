// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/validation/fit.h"

namespace rigwright {

/// Moves the time coefficients from their priors to where the mean |ln(predicted / measured)| over groups is smallest
/// (smooth at zero), plus the weighted squared distance from the priors. A group is a source, a GPU and a class; its
/// cases share one weight. The search is sequential quadratic programming of the NLopt library (SLSQP, Kraft 1994)
/// within the bounds, over logarithms; networks are built once.
Fit fit_time(const std::vector<const Case*>& cases, const FitPlan& plan, const EngineData& data);

} // namespace rigwright

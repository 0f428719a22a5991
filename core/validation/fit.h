// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/validation/fit_plan.h"
#include "core/validation/outcome.h"

#include <functional>
#include <vector>

namespace rigwright {

/// Deviation of a figure that cannot be computed: no coefficient helps, so the case adds a constant.
inline constexpr double not_computed = 1.0;

/// |distance| without its kink: errors far below `smoothness` weigh as their square, far above as their size.
double smooth_size(double distance, double smoothness);

/// What a fit ends with. `values` stand in the order of the section's coefficients.
struct Fit {
    std::vector<double> values;
    /// How many cases a coefficient has a say in; one without any stays at its prior.
    std::vector<std::size_t> cases;
    std::size_t readings = 0;
    std::vector<std::string> sources;
    /// What the search makes small, with the priors alone and in the end.
    double loss_at_priors = 0.0;
    double loss = 0.0;
    /// The optimizer's word for why it could not search, "INVALID_ARGS"; the values are the priors then. Empty otherwise.
    std::string failure;
};

/// Moves the coefficients of a section from their priors to where the mean |ln(predicted / measured)| is smallest,
/// every source having the same weight (smooth at zero, printed rounding credited), plus the weighted squared distance
/// from the priors. One coefficient at a time with steps that shrink; the same cases give the same values. Bounds on
/// the largest batch are no part of it. Of time coefficients `fit_time` says how.
Fit fit(const std::vector<const Case*>& cases, const FitPlan& plan, Domain domain, const EngineData& data);

/// Engine data with fitted values put in.
EngineData with_fit(const Fit& fit, const FitPlan& plan, Domain domain, const EngineData& data);

/// What is left out together. For times the kind of model is its line: ResNet, BERT, Llama.
enum class LeaveOut { source, gpu, kind_of_model };

/// Every reading predicted with coefficients that were fitted without its group.
std::vector<Outcome> left_out_outcomes(const std::vector<Case>& cases, LeaveOut by, const FitPlan& plan,
                                       const EngineData& data);

} // namespace rigwright

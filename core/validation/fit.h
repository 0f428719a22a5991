// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/validation/fit_plan.h"
#include "core/validation/outcome.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace rigwright {

/// Deviation of a figure that cannot be computed: no coefficient changes it, so the case adds a constant.
inline constexpr double not_computed = 1.0;

/// |distance| without its kink: errors far below `smoothness` count quadratically, far above linearly.
double smooth_size(double distance, double smoothness);

/// Result of a fit. `values` are in the order of the section's coefficients.
struct Fit {
    std::vector<double> values;
    /// Number of cases affected by each coefficient; one without any stays at its prior.
    std::vector<std::size_t> cases;
    std::size_t readings = 0;
    std::vector<std::string> sources;
    /// Minimized loss, with the priors only and at the end.
    double loss_at_priors = 0.0;
    double loss = 0.0;
    /// The optimizer's error code such as "INVALID_ARGS"; the values are then the priors. Otherwise empty.
    std::string failure;
};

/// Moves the coefficients of a section from their priors to the minimum of the mean |ln(predicted / measured)|, with
/// equal weight per source (smooth at zero, printed rounding credited), plus the weighted squared distance from the
/// priors. Memory: one coefficient at a time with shrinking steps; time: SLSQP. The same cases give the same values.
/// Bounds on the largest batch are not used.
Fit fit(const std::vector<const Case*>& cases, const FitPlan& plan, Domain domain, const EngineData& data);

/// A case and the group that is left out with it.
struct GroupedCase {
    const Case* published = nullptr;
    std::string group;
};

/// The fit of the cases outside each of these groups. Builds every network once. Time fits start at the present values,
/// near which they end; memory fits start at the priors.
std::map<std::string, Fit> fits_without_each(const std::vector<GroupedCase>& cases, const std::set<std::string>& groups,
                                             const FitPlan& plan, Domain domain, const EngineData& data);

/// Engine data with the fitted values.
EngineData with_fit(const Fit& fit, const FitPlan& plan, Domain domain, const EngineData& data);

/// Groups left out together. For times the kind of model is its line: ResNet, BERT, Llama.
enum class LeaveOut { source, gpu, kind_of_model };

/// Every measurement predicted with coefficients fitted without its group.
std::vector<Outcome> left_out_outcomes(const std::vector<Case>& cases, LeaveOut by, const FitPlan& plan,
                                       const EngineData& data);

} // namespace rigwright

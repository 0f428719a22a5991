// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

#include <memory>

namespace rigwright {

/// One of the models that share a machine, and what of its month it takes.
struct WorkloadShare {
    /// Empty for the scenario's own model.
    std::string name;
    double runs_per_month = 0.0;
    /// One run, from its start to its end; empty where the number of samples or the time is not known.
    std::optional<Seconds> run;
    /// runs x run; of a month.
    std::optional<Seconds> month;
    double share = 0.0;
    /// Null where the workload cannot be computed; `errors` then says why.
    std::shared_ptr<const Evaluation> evaluation;
    std::vector<Finding> errors;
};

/// A month of the machine.
struct MonthPlan {
    /// The scenario's own model first.
    std::vector<WorkloadShare> workloads;
    /// Sum of the shares: 1 is a machine that never rests.
    double utilisation = 0.0;
    /// Index of the workload that takes most, and machines of this kind that the month needs.
    std::size_t binding = 0;
    std::int64_t machines = 1;
    /// Every workload's time is known.
    bool complete = true;
};

/// Whether the scenario says how often its models run.
bool has_month(const Requirements& requirements);

/// The scenario that one workload stands for: its model, data and training on the build of `scenario`.
Scenario scenario_of(const Workload& workload, const Scenario& scenario);

/// `own` is the evaluated training of the need. A month has 8,766 / 12 hours; runs wait for each other, and the machine
/// is taken as full at the share `most_utilisation` of it.
MonthPlan month_plan(const Scenario& scenario, std::shared_ptr<const Evaluation> own, const EngineData& data);

/// Hours of a mean month.
inline constexpr double hours_of_a_month = hours_of_a_year / 12.0;

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/remedy.h"
#include "core/scenario/resolved_model.h"

#include <span>

namespace rigwright {

/// The plan that a remedy is to help.
struct TroubledPlan {
    const Evaluation& evaluation;
    const Advising& advising;
    ResolvedModel model;

    TroubledPlan(const Evaluation& plan, const Advising& asking)
        : evaluation(plan),
          advising(asking),
          model(resolve_model(plan.scenario, asking.data.presets))
    {}

    const Scenario& scenario() const { return evaluation.scenario; }
    const Training& training() const { return evaluation.scenario.training; }
    const Parallel& parallel() const { return evaluation.scenario.parallel; }
    bool trains() const { return training().mode == RunMode::train; }
    /// Null for a plan without GPU.
    const Gpu* gpu() const { return advising.data.hardware.gpu(scenario().build.gpu); }
};

/// One way to carry a remedy out.
struct RemedyStep {
    ScenarioChanges changes;
    Arguments arguments;
};

/// A remedy from its mildest step to its strongest; the first that suffices is offered, else the strongest. Empty where
/// it does not apply. Steps need not be legal: those that are not are passed over.
using RemedySteps = std::vector<RemedyStep>;

struct RemedyRow {
    std::string_view code;
    RemedyReach reach = RemedyReach::same_training;
    RemedySteps (*steps)(const TroubledPlan&) = nullptr;
};

/// Every remedy, one line each. In a pair the later one is fitted to what the earlier one leaves.
std::span<const RemedyRow> remedy_table();

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/requirements/need.h"
#include "core/requirements/requirement.h"
#include "core/requirements/workload_share.h"

#include <memory>
#include <optional>
#include <vector>

namespace rigwright {

/// The answer to a need: what it asks of a build, whether the scenario's build gives it, and what was computed for it.
struct NeedAnswer {
    /// Empty where the data set gives no number of samples.
    std::optional<SampleNeed> samples;
    /// The training with the samples of the need, on the build as it is.
    std::shared_ptr<const Evaluation> training;
    /// The inspection of one part after another; null without a takt time, or where it cannot be computed.
    std::shared_ptr<const Evaluation> inspection;
    /// Where the scenario says how often its models run.
    std::optional<MonthPlan> month;
    /// In the order of `Resource`; what nothing asks for is left out.
    std::vector<Requirement> rows;
    /// What is missed, and what could not be judged; nothing that the estimate's own findings say already.
    std::vector<Finding> findings;

    /// Null where nothing asks for it.
    const Requirement* row(Resource resource) const;
    bool is_met() const;
    /// Growth or balanced epochs make the training another than the plan's own, so its times are others too.
    bool trains_more_than(const Evaluation& plan) const;
};

/// Pure, as the engine is. Nothing where the plan itself has errors.
std::optional<NeedAnswer> answer_need(const Evaluation& plan, const EngineData& data);

/// Whether the scenario states a need beyond that of its training itself: only then is there something to find.
bool states_need(const Scenario& scenario);

/// The findings of the estimate, and those of the need where one is stated.
std::vector<Finding> all_findings(const Evaluation& plan, const EngineData& data);

} // namespace rigwright

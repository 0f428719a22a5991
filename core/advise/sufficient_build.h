// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/part_choice.h"
#include "core/advise/requirements.h"
#include "core/advise/scenario_change.h"

#include <vector>

namespace rigwright {

/// One part that a need enlarges, and the resource that requires it.
struct BuildStep {
    Resource resource = Resource::gpu_memory;
    /// "step.<code>" names it with `name`, `count` and `amount`.
    std::string code;
    Arguments arguments;
    ScenarioChanges changes;
};

/// Changes that make a build sufficient, part by part.
struct SufficientBuild {
    std::vector<BuildStep> steps;
    /// All of them, for one edit.
    ScenarioChanges changes;
    /// Resources that are still missed with them, including limits, which no larger part helps.
    std::vector<Resource> missed;
    /// Limits that parts without a price leave open.
    std::vector<Resource> not_judged;
    /// No choice was made for a part that has a demand.
    bool is_partial = false;

    /// Message code of the sentence before the steps.
    const char* heading() const;
};

/// The smallest parts that meet the needs: first the GPU (the smallest sufficient and fast enough card of the same
/// vendor, in ascending numbers up to eight per machine, without new findings), then memory, CPU, drive and network for
/// it, and all of them again if one raises the demand on another. With a budget, only a card within it, so none without
/// a known price. Empty if the plan has errors. No steps if nothing falls short.
std::optional<SufficientBuild> sufficient_build(const Evaluation& plan, const Advising& advising);

} // namespace rigwright

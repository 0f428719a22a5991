// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/part_choice.h"
#include "core/advise/requirements.h"
#include "core/advise/scenario_change.h"

#include <vector>

namespace rigwright {

/// One part that a need makes larger, and for which resource.
struct BuildStep {
    Resource resource = Resource::gpu_memory;
    /// "step.<code>" names it with `name`, `count` and `amount`.
    std::string code;
    Arguments arguments;
    ScenarioChanges changes;
};

/// What makes a build suffice, part by part.
struct SufficientBuild {
    std::vector<BuildStep> steps;
    /// All of them, for one edit.
    ScenarioChanges changes;
    /// What is still missed with them; limits among it, which no larger part helps.
    std::vector<Resource> missed;
    /// Limits that parts without a price leave open.
    std::vector<Resource> not_judged;
    /// A part that something is needed of is not chosen.
    bool is_partial = false;

    /// Message code of the sentence before the steps.
    const char* heading() const;
};

/// The smallest parts with which the needs are met: first the GPU (the smallest card of the same vendor, in rising
/// numbers up to eight a machine, that holds and is fast enough without new trouble), then memory, processor, drive and
/// network for it, and all of them again where one asks for more of another. With a budget, only a card that keeps it,
/// so none without a known price. Nothing where the plan has errors. No steps where nothing falls short.
std::optional<SufficientBuild> sufficient_build(const Evaluation& plan, const Advising& advising);

} // namespace rigwright

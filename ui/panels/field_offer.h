// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/evaluation.h"
#include "core/zoo/family.h"

#include <string_view>

namespace rigwright {

/// What of a plan decides which settings mean something for it.
struct PlanTraits {
    bool trains = true;
    bool many_gpus = false;
    bool many_machines = false;
    bool attention = false;
    bool experts = false;
    /// Layers that are dealt out to pipeline stages.
    bool layers = false;
    bool linear = false;
    bool convolutions = false;
    bool images = true;
    bool sequences = false;
    /// One-stage detectors whose focal loss may run in one kernel.
    bool focal_loss = false;
};

PlanTraits traits_of(const Evaluation& evaluation, const EngineData& data);

/// Whether a control for the field is offered: its setting means something for the plan, or is not what it is by
/// default and should be seen.
bool is_offered(std::string_view path, const PlanTraits& traits, const Scenario& scenario, const EngineData& data);

} // namespace rigwright

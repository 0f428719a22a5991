// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/plan_effect.h"
#include "core/advise/scenario_change.h"

#include <vector>

namespace rigwright {

/// A card of the catalogue and what the plan costs on it.
struct FittingCard {
    std::string id;
    std::string name;
    /// {"build.gpu", id}
    ScenarioChanges changes;
    PlanEffect effect;
};

/// Cards that could stand in the build in place of its own, smallest usable memory first; equal ones by their lowest
/// recorded price in dollars (unknown ones last), then the higher fp32 peak, then by id. Chips of laptops and
/// processors are among them only where the build has such a one.
std::vector<const Gpu*> cards_by_size(const Scenario& scenario, const EngineData& data);

/// A chip of a laptop or a processor: a machine has the one that it was built with, and none is bought in addition.
bool is_built_in(const Gpu& gpu);

/// The smallest card on which the verdict is FITS, the rest of the build as it is. Cards whose time is unknown, that
/// lack units for the plan's format, or on which the plan loses something else that it does not lose now, are no
/// answer. Empty when none of the catalogue fits.
std::optional<FittingCard> smallest_card(const Scenario& scenario, const Advising& advising);

/// Whether an evaluated plan runs into something (blocks or loses) that `before` does not; memory, data loading
/// and what GPUs exchange aside.
bool loses_more(const Estimate& plan, const Estimate& before);

/// Whether a plan has a budget and GPUs without a known price, so that it cannot answer that budget.
bool leaves_budget_open(const Evaluation& plan);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/scenario_change.h"
#include "core/scenario/finding.h"

#include <functional>
#include <string>
#include <vector>

namespace rigwright {

/// What refuses the next larger value: memory, or the architecture (positions learned up to a length, an extent that
/// files end at).
enum class FitLimit { memory, model };

/// How large something may grow on the scenario's machine, everything else left as it is. Each answer is the edit that
/// sets it.
struct Largest {
    /// Largest whose verdict is FITS: the margin that the verdict uses is kept. Empty when not even the smallest does.
    std::optional<ScenarioChanges> with_margin;
    /// Largest that the estimate itself puts below the usable memory; at least `with_margin`.
    std::optional<ScenarioChanges> without_margin;
    /// The step after `with_margin`, or the smallest there is when that is empty: its verdict is not FITS. Empty at
    /// the end of what files may say.
    std::optional<ScenarioChanges> next;
    FitLimit limit = FitLimit::memory;
};

/// Nothing where the question has no meaning: the model has no such extent, its extent is fixed, the scenario cannot be
/// computed, or nothing is known of the card's usable memory.
using LargestAnswer = std::optional<Largest>;

/// An extent of a sample that can grow: tokens, or the height of an image whose width follows.
struct GrowingExtent {
    std::int64_t present = 1;
    /// What the architecture accepts are multiples of this.
    std::int64_t step = 1;
    std::int64_t highest = 1;
    /// The edit that sets the extent, a multiple of `step`.
    std::function<ScenarioChanges(std::int64_t extent)> at;
};

/// Nothing where the model has no such extent, or a fixed one.
std::optional<GrowingExtent> sequence_extent(const Scenario& scenario, const EngineData& data);
std::optional<GrowingExtent> image_extent(const Scenario& scenario, const EngineData& data);

/// Micro-batch per GPU.
LargestAnswer largest_batch(const Scenario& scenario, const Advising& advising);
/// Tokens of one sample. Encoder-decoders keep the ratio of both lengths.
LargestAnswer largest_sequence(const Scenario& scenario, const Advising& advising);
/// Image of the same aspect, in steps of height and width that the architecture accepts (the patch of a transformer,
/// the stride of a detector); the width is rounded to such a step.
LargestAnswer largest_image(const Scenario& scenario, const Advising& advising);

/// A card of the catalog and what the plan costs on it.
struct FittingCard {
    std::string id;
    std::string name;
    /// {"build.gpu", id}
    ScenarioChanges changes;
    PlanEffect effect;
};

/// Cards that could replace the build's own, smallest usable memory first; equal ones by their lowest
/// recorded price in dollars (unknown ones last), then the higher fp32 peak, then by id. Chips of laptops and
/// processors are among them only where the build has such a one.
std::vector<const Gpu*> cards_by_size(const Scenario& scenario, const EngineData& data);

/// A chip of a laptop or a processor: a machine has the one that it was built with, and none is bought in addition.
bool is_built_in(const Gpu& gpu);

/// The smallest card on which the verdict is FITS, the rest of the build as it is. Cards whose time is unknown, that
/// lack units for the plan's format, or on which the plan loses something else that it does not lose now, are no
/// answer. Empty when none of the catalog fits.
std::optional<FittingCard> smallest_card(const Scenario& scenario, const Advising& advising);

/// Whether an evaluated plan runs into something (blocks or loses) that `before` does not; memory, data loading
/// and what GPUs exchange aside.
bool loses_more(const Estimate& plan, const Estimate& before);

/// Whether a plan has a budget and GPUs without a known price, so that it cannot answer that budget.
bool leaves_budget_open(const Evaluation& plan);

/// One answer to "what would fit?", ready to be shown: its question is the message "fit.<code>", its answer
/// "fit.<code>.answer" with the arguments.
struct FitAnswer {
    /// "largest-micro-batch", "longest-sequence", "largest-image", "smallest-card".
    std::string code;
    /// Empty when nothing fits with the margin.
    Arguments arguments;
    /// The edit that takes the answer over; empty when nothing fits, and when the plan is there already.
    ScenarioChanges changes;
    /// The plan with the answer in it.
    std::optional<PlanEffect> effect;
    /// The same where the safety margin is given up; empty when that gains nothing.
    Arguments without_margin;
    FitLimit limit = FitLimit::memory;

    bool found() const { return effect.has_value(); }
};

/// Every question that has a meaning for the scenario, in the order in which they are shown.
std::vector<FitAnswer> what_fits(const Scenario& scenario, const Advising& advising);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/scenario_change.h"
#include "core/scenario/finding.h"

#include <functional>
#include <string>
#include <vector>

namespace rigwright {

/// Limit that excludes the next larger value: memory, or the architecture (positions learned up to a length, the
/// largest extent in files).
enum class FitLimit { memory, model };

/// The largest value of one quantity on the scenario's machine, everything else unchanged. Each answer is the edit that
/// sets it.
struct Largest {
    /// Largest value with the verdict FITS, which includes the margin. Empty when even the smallest does not fit.
    std::optional<ScenarioChanges> with_margin;
    /// Largest value whose estimate is below the usable memory; at least `with_margin`.
    std::optional<ScenarioChanges> without_margin;
    /// The step after `with_margin`, or the smallest value if that is empty: its verdict is not FITS. Empty at the
    /// largest value that files allow.
    std::optional<ScenarioChanges> next;
    FitLimit limit = FitLimit::memory;
};

/// Empty if the question does not apply: the model has no such extent, its extent is fixed, the scenario cannot be
/// computed, or the card's usable memory is unknown.
using LargestAnswer = std::optional<Largest>;

/// An extent of a sample that can grow: tokens, or the height of an image whose width follows.
struct GrowingExtent {
    std::int64_t present = 1;
    /// The architecture accepts multiples of this.
    std::int64_t step = 1;
    std::int64_t highest = 1;
    /// The edit that sets the extent, a multiple of `step`.
    std::function<ScenarioChanges(std::int64_t extent)> at;
};

/// Empty if the model has no such extent, or a fixed one.
std::optional<GrowingExtent> sequence_extent(const Scenario& scenario, const EngineData& data);
std::optional<GrowingExtent> image_extent(const Scenario& scenario, const EngineData& data);

/// Micro-batch per GPU.
LargestAnswer largest_batch(const Scenario& scenario, const Advising& advising);
/// Tokens of one sample. Encoder-decoders keep the ratio of both lengths.
LargestAnswer largest_sequence(const Scenario& scenario, const Advising& advising);
/// Image of the same aspect ratio, in steps of height and width that the architecture accepts (the patch of a
/// transformer, the stride of a detector); the width is rounded to such a step.
LargestAnswer largest_image(const Scenario& scenario, const Advising& advising);

/// A card of the catalog and the plan's figures on it.
struct FittingCard {
    std::string id;
    std::string name;
    /// {"build.gpu", id}
    ScenarioChanges changes;
    PlanEffect effect;
};

/// Cards that could replace the build's own, smallest usable memory first; equal ones by their lowest recorded price in
/// dollars (unknown ones last), then the higher fp32 peak, then by id. Includes built-in chips only if the build has
/// one.
std::vector<const Gpu*> cards_by_size(const Scenario& scenario, const EngineData& data);

/// Whether it is a chip of a laptop or of a CPU, which cannot be bought separately.
bool is_built_in(const Gpu& gpu);

/// The smallest card with the verdict FITS, the rest of the build unchanged. Excludes cards whose time is unknown, that
/// lack units for the plan's format, or on which the plan gets a new warning. Empty when no card of the catalog fits.
std::optional<FittingCard> smallest_card(const Scenario& scenario, const Advising& advising);

/// Whether an evaluated plan has a finding (blocks or loses) that `before` does not; except for memory, data loading
/// and exchanges between GPUs.
bool loses_more(const Estimate& plan, const Estimate& before);

/// Whether a plan has a budget and GPUs without a known price, so that the budget cannot be checked.
bool leaves_budget_open(const Evaluation& plan);

/// One answer to "what would fit?", ready for display: its question is the message "fit.<code>", its answer
/// "fit.<code>.answer" with the arguments.
struct FitAnswer {
    /// "largest-micro-batch", "longest-sequence", "largest-image", "smallest-card".
    std::string code;
    /// Empty when nothing fits with the margin.
    Arguments arguments;
    /// The edit that applies the answer; empty when nothing fits, and when the plan already has it.
    ScenarioChanges changes;
    /// The effect of the plan with the answer.
    std::optional<PlanEffect> effect;
    /// The answer without the safety margin; empty when that gains nothing.
    Arguments without_margin;
    FitLimit limit = FitLimit::memory;

    bool found() const { return effect.has_value(); }
};

/// Every question that applies to the scenario, in display order.
std::vector<FitAnswer> what_fits(const Scenario& scenario, const Advising& advising);

} // namespace rigwright

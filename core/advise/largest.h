// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/plan_effect.h"
#include "core/advise/scenario_change.h"

#include <functional>

namespace rigwright {

/// What refuses the next larger value: memory, or the architecture (positions learned up to a length, an extent that
/// files end at).
enum class FitLimit { memory, model };

/// How large something may grow on the scenario's machine, everything else left as it is. Each answer is the edit that
/// sets it.
struct Largest {
    /// Largest whose verdict is FITS: the margin that the verdict uses is kept. Empty when not even the smallest does.
    std::optional<ScenarioChanges> with_margin;
    /// Largest that the estimate itself puts below the usable memory (FITS or TIGHT); at least `with_margin`.
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

} // namespace rigwright

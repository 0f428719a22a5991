// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/scenario.h"

#include <cstdint>
#include <optional>

namespace rigwright {

/// What tiles, growth and the share of positives make of the samples of a data set.
struct SampleNeed {
    /// As the data set has them.
    std::int64_t samples = 0;
    /// Tiles that one stored image is cut into; 1 without tiling.
    std::int64_t tiles_high = 1;
    std::int64_t tiles_wide = 1;
    std::int64_t tiles() const { return tiles_high * tiles_wide; }
    double growth = 1.0;
    /// Samples of one epoch as they come: samples x tiles x growth.
    double plain = 0.0;
    /// With the share p of positives given: those samples, an epoch that shows as many positives as others
    /// (2 max(p, 1 - p) times the plain one), and how often that shows each sample of the rarer kind.
    std::optional<double> positive_share;
    double positives = 0.0;
    double balanced = 0.0;
    double repeats = 1.0;
    /// Samples of an epoch that the run needs: the balanced ones where those are asked for.
    double epoch = 0.0;
};

/// Nothing where the data set gives no number of samples, or p is 0 or 1 and epochs are to be balanced.
/// Tiles count where the size of the stored images is known; the share is taken to be the same among tiles.
std::optional<SampleNeed> sample_need(const Scenario& scenario);

/// The training that the need asks for: the scenario with the images that growth and balance make of its own, rounded
/// up to whole ones. It keeps its tiling, so that the plan cuts each of them.
Scenario training_of_need(const Scenario& scenario);

/// The inspection of a production line: the same model on the same build, forward only, one part after another.
Scenario inspection_of_need(const Scenario& scenario);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/scenario.h"

#include <cstdint>
#include <optional>

namespace rigwright {

/// Tiles that a stored image is cut into: one where none are asked for, or the size of the stored images is not known.
struct TileGrid {
    std::int64_t high = 1;
    std::int64_t wide = 1;

    std::int64_t count() const { return high * wide; }
};

/// Tiles of `extent` pixels that cover a side of `side` pixels with `overlap` pixels shared by neighbours.
std::int64_t tiles_along(std::int64_t side, std::int64_t extent, std::int64_t overlap);

TileGrid tile_grid(const Scenario& scenario);

/// Samples that an epoch shows the network: stored samples x tiles. Empty where the data set gives no number of samples.
std::optional<std::int64_t> samples_with_tiles(const Scenario& scenario);

/// The data set as the run reads it. A training reads tiles that were cut beforehand, each a file of its own with its
/// share of the image's pixels and bytes; an inference reads whole images and cuts them itself.
Dataset dataset_as_read(const Scenario& scenario);

/// Samples of the network that one file of that data set gives: 1 in training, the tiles of an image in inference.
std::int64_t samples_of_a_file(const Scenario& scenario);

} // namespace rigwright

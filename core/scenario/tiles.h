// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/scenario.h"

#include <cstdint>
#include <optional>

namespace rigwright {

/// Number of tiles per stored image: one if tiling is off, or if the size of the stored images is unknown.
struct TileGrid {
    std::int64_t high = 1;
    std::int64_t wide = 1;

    std::int64_t count() const { return high * wide; }
};

/// Number of tiles of `extent` pixels that cover `side` pixels, with `overlap` pixels shared by neighbors.
std::int64_t tiles_along(std::int64_t side, std::int64_t extent, std::int64_t overlap);

TileGrid tile_grid(const Scenario& scenario);

/// Network samples per epoch: stored samples x tiles. Empty if the dataset has no number of samples.
std::optional<std::int64_t> samples_with_tiles(const Scenario& scenario);

/// The dataset as the run reads it. Training reads tiles cut beforehand, each a separate file with its share of the
/// image's pixels and bytes; inference reads whole images and cuts them itself.
Dataset dataset_as_read(const Scenario& scenario);

/// Network samples per file of that dataset: 1 in training, the tiles of an image in inference.
std::int64_t samples_of_a_file(const Scenario& scenario);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/explain/working.h"
#include "core/scenario/tiles.h"

namespace rigwright {

/// Tiles of one image, from its two sides.
Working explain_tiles(const TileGrid& grid);

/// Samples that an epoch shows the network: those stored, times the tiles of each where images are cut.
Working explain_samples_of_epoch(const Evaluation& e);

/// Samples, pixels and bytes of the files that the run reads: tiles in training, stored images in inference.
Working explain_samples_as_read(const Evaluation& e);
Working explain_pixels_as_read(const Evaluation& e);
Working explain_bytes_as_read(const Evaluation& e);

} // namespace rigwright

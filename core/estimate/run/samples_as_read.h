// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/term.h"
#include "core/scenario/scenario.h"
#include "core/scenario/tiles.h"

namespace rigwright {

// Samples of the dataset as the run reads them, and what their files hold.

/// Tiles of one image, from its two sides.
Term tiles_of_a_sample(const TileGrid& grid, Trace& trace);

/// Samples that an epoch shows the network: those stored, times the tiles of each where images are cut. Zero where the
/// dataset has no number of samples.
Term samples_of_epoch(const Scenario& scenario, Trace& trace);

/// Samples, pixels and bytes of the files that the run reads: tiles in training, stored images in inference. `read` is
/// dataset_as_read(scenario).
Term samples_as_read(const Scenario& scenario, Trace& trace);
Term pixels_as_read(const Scenario& scenario, const Dataset& read, Trace& trace);
Term bytes_as_read(const Scenario& scenario, const Dataset& read, Trace& trace);

} // namespace rigwright

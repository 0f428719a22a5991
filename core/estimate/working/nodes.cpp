// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/working/nodes.h"

namespace rigwright {

namespace {

bool reads_tiles(const Evaluation& e)
{
    return e.scenario.training.mode == RunMode::train && tile_grid(e.scenario).count() > 1;
}

Derivation stored_samples(const Evaluation& e)
{
    return from_field("samples", "dataset.samples", whole_value(e.scenario.dataset.samples.value_or(0)));
}

Derivation stored_bytes_of_an_image(const Evaluation& e)
{
    return from_field("bytes", "dataset.encoded_bytes_per_sample",
                      value_of(Bytes::of(e.scenario.dataset.encoded_bytes_per_sample.value_or(0))));
}

Value pixels_of(const Dataset& dataset)
{
    return count_value(static_cast<double>(dataset.source_height.value_or(0)) *
                       static_cast<double>(dataset.source_width.value_or(0)));
}

Derivation image_pixels(const Evaluation& e)
{
    const Dataset& d = e.scenario.dataset;
    return computed("pixels", "source_pixels", pixels_of(d), "height-times-width",
                    {from_field("height", "dataset.source_height", whole_value(d.source_height.value_or(0))),
                     from_field("width", "dataset.source_width", whole_value(d.source_width.value_or(0)))});
}

Derivation tile_pixels(const Evaluation& e)
{
    const Dataset d = dataset_as_read(e.scenario);
    return computed("pixels", "tile_pixels", pixels_of(d), "height-times-width",
                    {leaf("height", "tile_height", whole_value(d.source_height.value_or(0)), {}, "requirements.tiling"),
                     leaf("width", "tile_width", whole_value(d.source_width.value_or(0)), {}, "requirements.tiling")});
}

} // namespace

Derivation explain_tiles(const TileGrid& grid)
{
    return computed("tiles", "tiles_of_a_sample", whole_value(grid.count()), "tiles",
                    {leaf("high", "tiles_high", whole_value(grid.high), "source.tiles", "requirements.tiling"),
                     leaf("wide", "tiles_wide", whole_value(grid.wide), "source.tiles", "requirements.tiling")});
}

Derivation explain_samples_of_epoch(const Evaluation& e)
{
    const TileGrid grid = tile_grid(e.scenario);
    if (grid.count() == 1) return stored_samples(e);
    return computed("samples", "samples_of_epoch", whole_value(samples_with_tiles(e.scenario).value_or(0)),
                    "samples-times-tiles", {stored_samples(e), explain_tiles(grid)});
}

Derivation explain_samples_as_read(const Evaluation& e)
{
    return reads_tiles(e) ? explain_samples_of_epoch(e) : stored_samples(e);
}

Derivation explain_pixels_as_read(const Evaluation& e) { return reads_tiles(e) ? tile_pixels(e) : image_pixels(e); }

Derivation explain_bytes_as_read(const Evaluation& e)
{
    if (!reads_tiles(e)) return stored_bytes_of_an_image(e);
    const Bytes bytes = Bytes::of(dataset_as_read(e.scenario).encoded_bytes_per_sample.value_or(0));
    return computed("bytes", "file_bytes", value_of(bytes), "bytes-of-a-tile",
                    {stored_bytes_of_an_image(e), placed("tile", tile_pixels(e)), placed("image", image_pixels(e))});
}

} // namespace rigwright

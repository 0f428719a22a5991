// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/run/samples_as_read.h"

namespace rigwright {

namespace {

bool reads_tiles(const Scenario& scenario)
{
    return scenario.training.mode == RunMode::train && tile_grid(scenario).count() > 1;
}

Term whole_field(std::string_view path, std::optional<std::int64_t> number, Trace& trace, Measure measure = Unit::count)
{
    return trace.field(path, static_cast<double>(number.value_or(0)), measure);
}

Term stored_samples(const Scenario& scenario, Trace& trace)
{
    return whole_field("dataset.samples", scenario.dataset.samples, trace);
}

Term image_pixels(const Scenario& scenario, Trace& trace)
{
    const Dataset& stored = scenario.dataset;
    return trace.name("source_pixels",
                      whole_field("dataset.source_height", stored.source_height, trace) *
                          whole_field("dataset.source_width", stored.source_width, trace),
                      Unit::count);
}

Term tile_pixels(const Dataset& read, Trace& trace)
{
    const auto side = [&trace](const char* id, std::optional<std::int64_t> extent) {
        return trace.given(id, static_cast<double>(extent.value_or(0)), Unit::count, {}, "requirements.tiling");
    };
    return trace.name("tile_pixels", side("tile_height", read.source_height) * side("tile_width", read.source_width),
                      Unit::count);
}

} // namespace

Term tiles_of_a_sample(const TileGrid& grid, Trace& trace)
{
    const auto along = [&trace](const char* id, std::int64_t tiles) {
        return trace.given(id, static_cast<double>(tiles), Unit::count, "source.tiles", "requirements.tiling");
    };
    return trace.name("tiles_of_a_sample", along("tiles_high", grid.high) * along("tiles_wide", grid.wide),
                      Unit::count);
}

Term samples_of_epoch(const Scenario& scenario, Trace& trace)
{
    const Term stored = stored_samples(scenario, trace);
    const TileGrid grid = tile_grid(scenario);
    if (grid.count() == 1) return stored;
    const Term samples = stored * tiles_of_a_sample(grid, trace);
    return trace.name("samples_of_epoch",
                      samples.rounded_as(static_cast<double>(samples_with_tiles(scenario).value_or(0))), Unit::count);
}

Term samples_as_read(const Scenario& scenario, Trace& trace)
{
    return reads_tiles(scenario) ? samples_of_epoch(scenario, trace) : stored_samples(scenario, trace);
}

Term pixels_as_read(const Scenario& scenario, const Dataset& read, Trace& trace)
{
    return reads_tiles(scenario) ? tile_pixels(read, trace) : image_pixels(scenario, trace);
}

Term bytes_as_read(const Scenario& scenario, const Dataset& read, Trace& trace)
{
    const Dataset& stored = scenario.dataset;
    const Term bytes =
        whole_field("dataset.encoded_bytes_per_sample", stored.encoded_bytes_per_sample, trace, Unit::bytes);
    if (!reads_tiles(scenario)) return bytes;
    const Term tile = ceil(bytes * tile_pixels(read, trace) / image_pixels(scenario, trace));
    return trace.name("file_bytes", tile.rounded_as(static_cast<double>(read.encoded_bytes_per_sample.value_or(0))),
                      Unit::bytes);
}

} // namespace rigwright

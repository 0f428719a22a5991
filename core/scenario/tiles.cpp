// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/tiles.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// Larger counts overflow 64 bits later.
constexpr double most_samples_with_tiles = 1e15;

bool has_tiles(const Scenario& scenario)
{
    return scenario.requirements.tiling && scenario.dataset.source_height && scenario.dataset.source_width;
}

void cut_beforehand(const Tiling& tiling, Dataset& dataset)
{
    const std::int64_t height = std::min(tiling.tile_height, *dataset.source_height);
    const std::int64_t width = std::min(tiling.tile_width, *dataset.source_width);
    const double share = static_cast<double>(height) * static_cast<double>(width) /
                         (static_cast<double>(*dataset.source_height) * static_cast<double>(*dataset.source_width));
    dataset.source_height = height;
    dataset.source_width = width;
    if (!dataset.encoded_bytes_per_sample) return;
    const double bytes = std::ceil(static_cast<double>(*dataset.encoded_bytes_per_sample) * share);
    dataset.encoded_bytes_per_sample = std::max<std::int64_t>(static_cast<std::int64_t>(bytes), 1);
}

} // namespace

std::int64_t tiles_along(std::int64_t side, std::int64_t extent, std::int64_t overlap)
{
    if (side <= extent) return 1;
    const std::int64_t further = extent - overlap;
    return (side - overlap + further - 1) / further;
}

TileGrid tile_grid(const Scenario& scenario)
{
    if (!has_tiles(scenario)) return {};
    const Tiling& tiling = *scenario.requirements.tiling;
    return {tiles_along(*scenario.dataset.source_height, tiling.tile_height, tiling.overlap),
            tiles_along(*scenario.dataset.source_width, tiling.tile_width, tiling.overlap)};
}

std::optional<std::int64_t> samples_with_tiles(const Scenario& scenario)
{
    if (!scenario.dataset.samples) return std::nullopt;
    const std::int64_t tiles = tile_grid(scenario).count();
    const double samples = static_cast<double>(*scenario.dataset.samples) * static_cast<double>(tiles);
    if (samples > most_samples_with_tiles) return static_cast<std::int64_t>(most_samples_with_tiles);
    return *scenario.dataset.samples * tiles;
}

Dataset dataset_as_read(const Scenario& scenario)
{
    Dataset dataset = scenario.dataset;
    if (scenario.training.mode == RunMode::infer || tile_grid(scenario).count() == 1) return dataset;
    dataset.samples = samples_with_tiles(scenario);
    cut_beforehand(*scenario.requirements.tiling, dataset);
    return dataset;
}

std::int64_t samples_of_a_file(const Scenario& scenario)
{
    return scenario.training.mode == RunMode::infer ? tile_grid(scenario).count() : 1;
}

} // namespace rigwright

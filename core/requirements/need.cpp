// SPDX-License-Identifier: Apache-2.0
#include "core/requirements/need.h"

#include "core/estimate/takt_estimate.h"
#include "core/scenario/measurement_settings.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// Counts beyond this leave 64 bits further on.
constexpr double most_needed_samples = 1e15;

std::int64_t whole_samples(double samples)
{
    return static_cast<std::int64_t>(std::ceil(std::min(samples, most_needed_samples)));
}

bool is_tiled(const Scenario& scenario)
{
    return scenario.requirements.tiling && scenario.dataset.source_height && scenario.dataset.source_width;
}

/// A stored tile takes its share of the image's pixels.
void cut_into_tiles(const Tiling& tiling, Dataset& dataset)
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

std::optional<SampleNeed> sample_need(const Scenario& scenario)
{
    const Requirements& need = scenario.requirements;
    if (!scenario.dataset.samples) return std::nullopt;
    SampleNeed terms;
    terms.samples = *scenario.dataset.samples;
    if (is_tiled(scenario)) {
        const Tiling& tiling = *need.tiling;
        terms.tiles_high = tiles_along(*scenario.dataset.source_height, tiling.tile_height, tiling.overlap);
        terms.tiles_wide = tiles_along(*scenario.dataset.source_width, tiling.tile_width, tiling.overlap);
    }
    terms.growth = need.growth.value_or(1.0);
    terms.plain = static_cast<double>(terms.samples) * static_cast<double>(terms.tiles()) * terms.growth;
    terms.epoch = terms.plain;
    if (!need.positive_share) return terms;
    const double p = *need.positive_share;
    const double larger = std::max(p, 1.0 - p);
    if (larger >= 1.0) return need.balanced_epochs ? std::nullopt : std::optional(terms);
    terms.positive_share = p;
    terms.positives = p * terms.plain;
    terms.balanced = 2.0 * larger * terms.plain;
    terms.repeats = larger / (1.0 - larger);
    if (need.balanced_epochs) terms.epoch = terms.balanced;
    return terms;
}

Scenario training_of_need(const Scenario& scenario)
{
    Scenario training = scenario;
    if (!training.measurements.empty()) anchor_measurements(training);
    if (const auto need = sample_need(scenario)) {
        training.dataset.samples = whole_samples(need->epoch);
        if (need->tiles() > 1) cut_into_tiles(*scenario.requirements.tiling, training.dataset);
    } else if (training.dataset.tokens && scenario.requirements.growth) {
        training.dataset.tokens =
            whole_samples(static_cast<double>(*training.dataset.tokens) * *scenario.requirements.growth);
    }
    return training;
}

Scenario inspection_of_need(const Scenario& scenario)
{
    Scenario inspection = scenario;
    if (inspection.training.mode == RunMode::infer) return inspection;
    if (!inspection.measurements.empty()) inspection.measurements.clear();
    const auto need = sample_need(scenario);
    inspection.training.mode = RunMode::infer;
    inspection.training.epochs = 1;
    inspection.training.gradient_accumulation = 1;
    inspection.training.lora.reset();
    inspection.training.micro_batch =
        std::min(inspection.training.micro_batch, need ? need->tiles() : inspection.training.micro_batch);
    inspection.parallel.zero_stage = 0;
    inspection.parallel.offload = Offload::none;
    return inspection;
}

} // namespace rigwright

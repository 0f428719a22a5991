// SPDX-License-Identifier: Apache-2.0
#include "core/requirements/need.h"

#include "core/estimate/takt_estimate.h"
#include "core/scenario/measurement_settings.h"
#include "core/scenario/tiles.h"

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

} // namespace

std::optional<SampleNeed> sample_need(const Scenario& scenario)
{
    const Requirements& need = scenario.requirements;
    if (!scenario.dataset.samples) return std::nullopt;
    SampleNeed terms;
    terms.samples = *scenario.dataset.samples;
    const TileGrid grid = tile_grid(scenario);
    terms.tiles_high = grid.high;
    terms.tiles_wide = grid.wide;
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
        // The plan counts the tiles of each image itself.
        training.dataset.samples = whole_samples(need->epoch / static_cast<double>(need->tiles()));
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

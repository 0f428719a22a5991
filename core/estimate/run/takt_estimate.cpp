// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/run/takt_estimate.h"

#include "core/estimate/time/step_time.h"
#include "core/scenario/tiles.h"

#include <algorithm>

namespace rigwright {

namespace {

using Severity = Finding::Severity;

Finding unchecked(const char* code, const char* field) { return {Severity::unchecked, code, field, {}}; }

std::int64_t divided_up(std::int64_t amount, std::int64_t by) { return (amount + by - 1) / by; }

bool set_tiles(const Scenario& scenario, TaktEstimate& takt)
{
    const Dataset& dataset = scenario.dataset;
    if (scenario.requirements.tiling && (!dataset.source_height || !dataset.source_width)) return false;
    const TileGrid grid = tile_grid(scenario);
    takt.tiles_high = grid.high;
    takt.tiles_wide = grid.wide;
    takt.tiles_per_part = grid.count();
    return true;
}

void add_preparation(const LoadingTerms& loading, TaktEstimate& takt)
{
    if (loading.storage_rate) takt.read = Seconds(1.0 / *loading.storage_rate);
    if (!loading.decode) return;
    const auto tiles = static_cast<double>(takt.tiles_per_part);
    takt.decode = *loading.decode;
    takt.threads = loading.threads;
    takt.prepare = loading.augment / std::min(takt.threads, tiles);
}

void add_batches(const TimeEstimate& time, const TimeTerms& step, std::int64_t micro_batch, TaktEstimate& takt)
{
    takt.batches_per_part = divided_up(takt.tiles_per_part, micro_batch);
    takt.rounds = divided_up(takt.batches_per_part, step.data_parallel_degree);
    takt.copy = step.loading.copy.value_or(Seconds());
    takt.copy_overlaps = step.loading.copy_overlaps;
    // A measured step stands for computing where loading does not show in it.
    takt.compute = std::max(Seconds(), time.step - step.loading.exposed);
    takt.batch_latency = takt.copy + takt.compute;
    takt.part_latency = takt.read + takt.decode + takt.prepare + takt.batch_latency * static_cast<double>(takt.rounds);
}

void add_throughput(const LoadingTerms& loading, TaktEstimate& takt)
{
    const Seconds work = takt.decode + loading.augment;
    const Seconds one_batch = takt.copy_overlaps ? std::max(takt.copy, takt.compute) : takt.batch_latency;
    const Seconds device = one_batch * static_cast<double>(takt.rounds);
    takt.between_parts = std::max({takt.read, work / takt.threads, device});
    takt.parts_per_second = 1.0 / takt.between_parts.base();
}

} // namespace

TaktResult takt_estimate(const Scenario& scenario, const TimeEstimate& time, const TimeTerms& step,
                         const RunCoefficients& coefficients)
{
    TaktResult result;
    const Requirements& need = scenario.requirements;
    if (!need.takt_seconds) return result;
    if (scenario.training.mode != RunMode::infer) {
        result.findings.push_back(unchecked("takt-needs-inference", "training.mode"));
        return result;
    }
    TaktEstimate takt;
    if (!set_tiles(scenario, takt)) {
        result.findings.push_back(unchecked("takt-needs-source-size", "dataset.source_height"));
        return result;
    }
    add_preparation(step.loading, takt);
    add_batches(time, step, scenario.training.micro_batch, takt);
    add_throughput(step.loading, takt);
    takt.takt = Seconds(*need.takt_seconds);
    takt.limit = takt.takt * coefficients.takt_share;
    takt.met = takt.part_latency <= takt.limit;
    if (!step.loading.decode) result.findings.push_back(unchecked("takt-decoding-not-known", "dataset.encoding"));
    if (!takt.met) {
        result.findings.push_back(Finding{Severity::blocks,
                                          "takt-missed",
                                          "requirements.takt_seconds",
                                          {{"part", value_of(takt.part_latency)},
                                           {"limit", value_of(takt.limit)},
                                           {"takt", value_of(takt.takt)},
                                           {"tiles", value_of(Count(takt.tiles_per_part))}}});
    }
    result.takt = takt;
    return result;
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/run/takt_estimate.h"

#include "core/scenario/tiles.h"

#include <algorithm>

namespace rigwright {

namespace {

using Severity = Finding::Severity;

Finding unchecked(const char* code, const char* field) { return {Severity::unchecked, code, field, {}}; }

std::int64_t divided_up(std::int64_t amount, std::int64_t by) { return (amount + by - 1) / by; }

bool set_tiles(const Scenario& scenario, TaktTerms& terms)
{
    const Dataset& dataset = scenario.dataset;
    if (scenario.requirements.tiling && (!dataset.source_height || !dataset.source_width)) return false;
    const TileGrid grid = tile_grid(scenario);
    terms.tiles_high = grid.high;
    terms.tiles_wide = grid.wide;
    terms.tiles = grid.count();
    return true;
}

void add_preparation(const LoadingTerms& loading, TaktTerms& terms)
{
    if (loading.storage_rate) terms.read = Seconds(1.0 / *loading.storage_rate);
    if (!loading.decode) return;
    const auto tiles = static_cast<double>(terms.tiles);
    terms.decode = *loading.decode;
    terms.threads = loading.threads;
    terms.prepare = loading.augment / std::min(terms.threads, tiles);
}

void add_batches(const TimeEstimate& time, const TimeTerms& step, std::int64_t micro_batch, TaktTerms& terms)
{
    terms.batches = divided_up(terms.tiles, micro_batch);
    terms.rounds = divided_up(terms.batches, step.data_parallel_degree);
    terms.copy = step.loading.copy.value_or(Seconds());
    terms.copy_overlaps = step.loading.copy_overlaps;
    // A measured step stands for computing where loading does not show in it.
    terms.compute = std::max(Seconds(), time.step - step.loading.exposed);
    terms.batch = terms.copy + terms.compute;
    terms.part = terms.read + terms.decode + terms.prepare + terms.batch * static_cast<double>(terms.rounds);
}

void add_throughput(const LoadingTerms& loading, TaktTerms& terms)
{
    const Seconds work = terms.decode + loading.augment;
    const Seconds one_batch = terms.copy_overlaps ? std::max(terms.copy, terms.compute) : terms.batch;
    const Seconds device = one_batch * static_cast<double>(terms.rounds);
    terms.between_parts = std::max({terms.read, work / terms.threads, device});
}

} // namespace

TaktResult takt_terms(const Scenario& scenario, const TimeEstimate& time, const TimeTerms& step,
                      const RunCoefficients& coefficients)
{
    TaktResult result;
    const Requirements& need = scenario.requirements;
    if (!need.takt_seconds) return result;
    if (scenario.training.mode != RunMode::infer) {
        result.findings.push_back(unchecked("takt-needs-inference", "training.mode"));
        return result;
    }
    TaktTerms terms;
    if (!set_tiles(scenario, terms)) {
        result.findings.push_back(unchecked("takt-needs-source-size", "dataset.source_height"));
        return result;
    }
    add_preparation(step.loading, terms);
    add_batches(time, step, scenario.training.micro_batch, terms);
    add_throughput(step.loading, terms);
    terms.takt = Seconds(*need.takt_seconds);
    terms.share = coefficients.takt_share;
    terms.limit = terms.takt * terms.share;
    if (!step.loading.decode) result.findings.push_back(unchecked("takt-decoding-not-known", "dataset.encoding"));
    if (terms.part > terms.limit) {
        result.findings.push_back(Finding{Severity::blocks,
                                          "takt-missed",
                                          "requirements.takt_seconds",
                                          {{"part", value_of(terms.part)},
                                           {"limit", value_of(terms.limit)},
                                           {"takt", value_of(terms.takt)},
                                           {"tiles", value_of(Count(terms.tiles))}}});
    }
    result.terms = terms;
    return result;
}

TaktEstimate takt_estimate(const TaktTerms& terms)
{
    TaktEstimate takt;
    takt.tiles_per_part = terms.tiles;
    takt.batches_per_part = terms.batches;
    takt.batch_latency = terms.batch;
    takt.part_latency = terms.part;
    takt.limit = terms.limit;
    takt.parts_per_second = 1.0 / terms.between_parts.base();
    takt.met = terms.part <= terms.limit;
    return takt;
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/run/takt_estimate.h"

#include "core/estimate/run/samples_as_read.h"
#include "core/estimate/time/step_time.h"
#include "core/scenario/tiles.h"

namespace rigwright {

namespace {

using Severity = Finding::Severity;

Finding unchecked(const char* code, const char* field) { return {Severity::unchecked, code, field, {}}; }

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

/// What follows from the step: reading and preparing the tiles of a part, their batches, parts per second.
class TaktTerms {
public:
    TaktTerms(const Scenario& scenario, const TimeEstimate& time, const TimeTerms& step, TaktEstimate& takt,
              Trace& trace)
        : scenario_(scenario),
          time_(time),
          step_(step),
          loading_(step.loading),
          takt_(takt),
          trace_(trace)
    {}

    void add_all()
    {
        const Term tiles =
            trace_.keep("takt.tiles_per_part", tiles_of_a_sample({takt_.tiles_high, takt_.tiles_wide}, trace_));
        add_batch(tiles);
        const Term device = (takt_.copy_overlaps ? max(copy_, compute_) : batch_) * rounds_;
        const Term read = reading();
        takt_.read = Seconds(read.amount());
        if (loading_.decode) {
            add_preparation(tiles);
        } else {
            decode_ = trace_.given("decode_time", 0.0, Unit::seconds, "source.decoding-not-known", "dataset.encoding");
            of_each_thread_ = decode_;
        }
        Term part = read + decode_;
        if (loading_.decode) part = part + prepare_;
        part = trace_.name("takt.part_latency_seconds", part + batch_ * rounds_, Unit::seconds);
        takt_.part_latency = Seconds(part.amount());
        const Term between =
            trace_.name("between_parts", max(read, of_each_thread_, device), Unit::seconds, "source.between-parts");
        takt_.between_parts = Seconds(between.amount());
        takt_.parts_per_second = trace_.name("takt.parts_per_second", 1.0 / between, Unit::ratio).amount();
    }

    void add_limit(const RunCoefficients& coefficients)
    {
        takt_.takt = Seconds(*scenario_.requirements.takt_seconds);
        const Term limit = trace_.field("requirements.takt_seconds", takt_.takt.base(), Unit::seconds) *
                           trace_.coefficient("takt_share", coefficients.takt_share, Unit::share, true);
        takt_.limit = Seconds(trace_.name("takt.limit_seconds", limit, Unit::seconds).amount());
        takt_.met = takt_.part_latency <= takt_.limit;
    }

private:
    Term reading()
    {
        if (!loading_.storage_rate) return trace_.given("part_read", 0.0, Unit::seconds, {}, "build.storage");
        const char* id = loading_.cached_share > 0.0 ? "storage_rate_with_cache" : "storage_rate";
        const Term rate = trace_.known(id, *loading_.storage_rate, Unit::samples_per_second);
        return trace_.name("part_read", 1.0 / rate, Unit::seconds);
    }

    /// Decoding the part on one thread, cutting and resizing its tiles on all of them, and both as a thread's share of
    /// what all threads do for several parts.
    void add_preparation(const Term& tiles)
    {
        takt_.decode = *loading_.decode;
        takt_.threads = loading_.threads;
        decode_ = trace_.known("decode_time", takt_.decode.base(), Unit::seconds);
        const Term threads = trace_.known("loader_threads", takt_.threads, Unit::ratio);
        const Term augment = trace_.known("augment_time", loading_.augment.base(), Unit::seconds);
        prepare_ =
            trace_.name("tile_preparation", augment / min(threads, tiles), Unit::seconds, "source.tile-preparation");
        takt_.prepare = Seconds(prepare_.amount());
        of_each_thread_ = (decode_ + augment) / threads;
    }

    /// One batch of tiles on its own, and how many of them one GPU computes after one another.
    void add_batch(const Term& tiles)
    {
        const std::int64_t micro_batch = scenario_.training.micro_batch;
        const Term batches = trace_.name(
            "takt.batches_per_part",
            ceil(tiles / trace_.field("training.micro_batch", static_cast<double>(micro_batch), Unit::count)),
            Unit::count);
        takt_.batches_per_part = static_cast<std::int64_t>(batches.amount());
        const auto replicas = static_cast<double>(step_.data_parallel_degree);
        rounds_ =
            trace_.name("batch_rounds", ceil(batches / trace_.given("data_parallel_degree", replicas, Unit::count)),
                        Unit::count, "source.batch-rounds");
        takt_.rounds = static_cast<std::int64_t>(rounds_.amount());
        takt_.copy = loading_.copy.value_or(Seconds());
        takt_.copy_overlaps = loading_.copy_overlaps;
        copy_ =
            loading_.copy
                ? trace_.known("time.loading.host_to_device_copy_seconds", takt_.copy.base(), Unit::seconds)
                : trace_.given("time.loading.host_to_device_copy_seconds", 0.0, Unit::seconds, "source.copy-not-known");
        // A measured step is the computing where loading does not show in it.
        const Term step = trace_.given("time.step_seconds", time_.step.base(), Unit::seconds);
        const Term loading = trace_.known("time.parts.exposed_data_loading", loading_.exposed.base(), Unit::seconds);
        compute_ = trace_.name("batch_compute", max(0.0, step - loading), Unit::seconds, "source.forward-only");
        takt_.compute = Seconds(compute_.amount());
        batch_ = trace_.name("takt.batch_latency_seconds", copy_ + compute_, Unit::seconds);
        takt_.batch_latency = Seconds(batch_.amount());
    }

    const Scenario& scenario_;
    const TimeEstimate& time_;
    const TimeTerms& step_;
    const LoadingTerms& loading_;
    TaktEstimate& takt_;
    Trace& trace_;
    Term copy_;
    Term compute_;
    Term batch_;
    Term rounds_;
    Term decode_;
    Term prepare_;
    Term of_each_thread_;
};

} // namespace

TaktResult takt_estimate(const Scenario& scenario, const TimeEstimate& time, const TimeTerms& step,
                         const RunCoefficients& coefficients, Trace& trace)
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
    TaktTerms terms(scenario, time, step, takt, trace);
    terms.add_all();
    terms.add_limit(coefficients);
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

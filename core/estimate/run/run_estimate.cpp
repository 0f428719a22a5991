// SPDX-License-Identifier: Apache-2.0

#include "core/estimate/run/run_estimate.h"

#include "core/estimate/recipes.h"
#include "core/estimate/run/data_loading.h"
#include "core/estimate/time/step_time.h"
#include "core/scenario/tiles.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

constexpr double bits_per_byte = 8.0;
constexpr double bits_per_megabit = 1e6;
/// Forward and two products of backward, two operations per multiply-add (Kaplan et al. 2020, section 2.1).
constexpr double operations_per_parameter_and_token = 6.0;

double moment_bytes(const OptimizerRow& optimizer, NumberFormat stored)
{
    switch (optimizer.storage) {
    case MomentStorage::full: return optimizer.moments * storage_bytes(stored);
    case MomentStorage::one_byte: return optimizer.moments;
    // Sums of rows and columns: a thousandth of the parameters, left out.
    case MomentStorage::factored: return 0.0;
    }
    return 0.0;
}

/// Forward passes of one step, or the loader if that takes longer.
Seconds validation_step(const RunInputs& in)
{
    const TimeTerms& t = in.terms;
    const Seconds gpu = t.gpu.total();
    if (gpu <= Seconds()) return {};
    const double forward = t.gpu.forward / gpu;
    const double corrected = in.time.step / t.step;
    const Seconds passes = t.micro * (static_cast<double>(t.accumulation) * forward * corrected);
    return std::max(passes, t.loading.needed);
}

/// Names results of the run, each derived from those before.
class RunTerms {
public:
    RunTerms(const RunInputs& in, RunEstimate& run, Trace& trace)
        : in_(in),
          run_(run),
          trace_(trace),
          steps_(trace.given("time.steps_per_epoch", static_cast<double>(in.time.steps_per_epoch), Unit::count)),
          epochs_(trace.field("training.epochs", static_cast<double>(in.scenario.training.epochs), Unit::count))
    {}

    void add_all()
    {
        const Term training = part(RunPart::training, training_time());
        const Term cold_cache = part(RunPart::cold_cache, cold_cache_time());
        const Term validation = part(RunPart::validation, validation_time());
        const Term useful = trace_.name("useful_time", training + cold_cache + validation, Unit::seconds);
        run_.useful = Seconds(useful.amount());
        add_checkpoint();
        add_failures();
        add_interval(useful);
        const Term checkpoints = part(RunPart::checkpoints, checkpoint_time(useful));
        const Term undisturbed = useful + checkpoints;
        const Term failures = part(RunPart::failures, max(0.0, useful * stretch() - undisturbed));
        const Term wall = trace_.name("time.wall_seconds", training + cold_cache + validation + checkpoints + failures,
                                      Unit::seconds);
        run_.wall = Seconds(wall.amount());
        const auto end = [&](const char* id, bool high) {
            return Seconds(end_of_range(id, wall, Unit::seconds, in_.time, high, trace_).amount());
        };
        run_.wall_low = end("time.wall_low_seconds", false);
        run_.wall_high = end("time.wall_high_seconds", true);
        run_.goodput = trace_.name("time.goodput", useful / wall, Unit::share).amount();
    }

private:
    Term seconds(const char* id, Seconds time, const char* source = "")
    {
        return trace_.given(id, time.base(), Unit::seconds, source);
    }

    Term part(RunPart which, const Term& time)
    {
        run_.part(which) = Seconds(time.amount());
        if (!trace_.keeps()) return time;
        return trace_.name("time.run_parts." + std::string(words<RunPart>[static_cast<std::size_t>(which)]), time,
                           Unit::seconds);
    }

    Term training_time()
    {
        const Term time = epochs_ * steps_ * seconds("time.step_seconds", in_.time.step);
        // The total of the step's own estimate, which rounds in its own order.
        return time.rounded_as(in_.time.total.base());
    }

    Term cold_cache_time()
    {
        const LoadingTerms& loading = in_.terms.loading;
        const Seconds wait = loading.exposed_first_epoch - loading.exposed;
        const Term time = seconds("cold_wait", wait) * steps_;
        if (wait > Seconds()) return time;
        return seconds("time.run_parts.cold_cache", Seconds(time.amount()), "source.no-cold-cache");
    }

    Term validation_time()
    {
        const double share = in_.scenario.run.validation_share;
        const Term asked = trace_.field("run.validation_share", share, Unit::share);
        const Term steps = steps_ * asked;
        const Seconds step = steps.amount() > 0.0 ? validation_step(in_) : Seconds();
        return seconds("validation_step", step, "source.validation-step") * (steps * epochs_);
    }

    void add_checkpoint()
    {
        const Term bytes = checkpoint_bytes(in_.model, in_.scenario.training, trace_);
        run_.checkpoint = Bytes::rounded(bytes.amount());
        if (in_.storage == nullptr || !in_.storage->sequential_write) return;
        const auto machines = static_cast<double>(in_.scenario.build.nodes);
        const Term rate = trace_.given("write_rate", (*in_.storage->sequential_write * machines).base(),
                                       Unit::bytes_per_second, "source.all-drives", "build.storage");
        write_ = trace_.name("checkpoint_write", bytes / rate, Unit::seconds);
        run_.write = Seconds(write_.amount());
    }

    void add_failures()
    {
        const Run& asked = in_.scenario.run;
        const double each = asked.gpu_hours_per_failure.value_or(in_.coefficients.gpu_hours_per_failure);
        const Term hours = asked.gpu_hours_per_failure ? trace_.field("run.gpu_hours_per_failure", each, Unit::count)
                                                       : trace_.coefficient("gpu_hours_per_failure", each, Unit::count);
        const auto gpus = static_cast<double>(gpu_count(in_.scenario.build));
        mtbf_ = trace_.name("time.mtbf_seconds",
                            hours * trace_.given("one_hour", seconds_per_hour, Unit::seconds) /
                                trace_.given("gpus_of_build", gpus, Unit::count),
                            Unit::seconds);
        run_.mtbf = Seconds(mtbf_.amount());
        run_.restart = Seconds(asked.restart_seconds.value_or(in_.coefficients.restart_seconds));
        restart_ = asked.restart_seconds ? trace_.field("run.restart_seconds", run_.restart.base(), Unit::seconds)
                                         : trace_.coefficient("restart_seconds", run_.restart.base(), Unit::seconds);
    }

    /// Young 1974. The last checkpoint is the result itself.
    void add_interval(const Term& useful)
    {
        const std::optional<double>& given = in_.scenario.run.checkpoint_interval_seconds;
        if (!given && !(run_.write && *run_.write > Seconds())) return;
        const Term asked =
            given ? trace_.field("run.checkpoint_interval_seconds", *given, Unit::seconds) : sqrt(2.0 * write_ * mtbf_);
        interval_ = trace_.name("time.checkpoint_interval_seconds", min(asked, useful), Unit::seconds);
        run_.checkpoint_interval = Seconds(interval_.amount());
    }

    Term checkpoint_time(const Term& useful)
    {
        if (run_.checkpoint_interval && run_.write) return write_ * (useful / interval_);
        return trace_.given("time.run_parts.checkpoints", 0.0, Unit::seconds, "source.write-rate-not-known",
                            "build.storage");
    }

    /// Time of a run with failures over the useful time: Daly's formula, or its limit without an interval.
    Term stretch()
    {
        const Term restarts = exp(restart_ / mtbf_);
        if (!run_.checkpoint_interval) return restarts;
        const Term segment = run_.write ? interval_ + write_ : interval_;
        return mtbf_ / interval_ * restarts * expm1(segment / mtbf_);
    }

    const RunInputs& in_;
    RunEstimate& run_;
    Trace& trace_;
    Term steps_;
    Term epochs_;
    Term write_;
    Term mtbf_;
    Term restart_;
    Term interval_;
};

} // namespace

Term checkpoint_bytes(const ModelEstimate& model, const Training& training, Trace& trace)
{
    const PrecisionRecipe recipe = trained_recipe(training);
    const auto each = [&trace](const char* id, double bytes, const char* source, const char* field) {
        return trace.given(id, bytes, Unit::bytes_per_element, source, field);
    };
    const Term weight = each("bytes_of_weight", storage_bytes(recipe.weights) * (training.ema ? 2.0 : 1.0),
                             "source.precision-recipe", "training.precision");
    const Term master = each("bytes_of_master", recipe.master ? storage_bytes(*recipe.master) : 0.0,
                             "source.precision-recipe", "training.precision");
    const Term moments = each("bytes_of_moments",
                              moment_bytes(optimizer_row(training.optimizer), recipe.master.value_or(recipe.weights)),
                              "source.optimizer", "training.optimizer");
    const Count saved = training.lora ? model.trainable_parameters : model.parameters;
    const Term trainable =
        trace.given("model.trainable_parameters", model.trainable_parameters.as_double(), Unit::count);
    const Term bytes =
        trace.given("saved_weights", saved.as_double(), Unit::count) * weight + trainable * (master + moments);
    return trace.name("time.checkpoint_bytes", bytes.rounded_as(Bytes::rounded(bytes.amount()).as_double()),
                      Unit::stored_bytes);
}

Term end_of_range(std::string_view id, const Term& amount, Measure measure, const TimeEstimate& time, bool high,
                  Trace& trace)
{
    const Seconds end = high ? time.total_high : time.total_low;
    const Term share =
        trace.given(high ? "time.total_high_seconds" : "time.total_low_seconds", end.base(), Unit::seconds) /
        trace.given("time.total_seconds", time.total.base(), Unit::seconds);
    return trace.name(id, amount * share, measure);
}

bool RunEstimate::ends() const { return std::isfinite(wall.base()); }

RunEstimate run_estimate(const RunInputs& inputs, Trace& trace)
{
    RunEstimate run;
    RunTerms(inputs, run, trace).add_all();
    return run;
}

std::optional<double> samples_of_epoch(const Scenario& scenario, const TimeEstimate& time)
{
    if (const auto samples = samples_with_tiles(scenario)) return static_cast<double>(*samples);
    if (!scenario.dataset.tokens || !time.tokens_per_second) return std::nullopt;
    const double tokens = *time.tokens_per_second / time.samples_per_second;
    return static_cast<double>(*scenario.dataset.tokens) / tokens;
}

std::optional<double> tokens_of_run(const Scenario& scenario, const TimeEstimate& time)
{
    if (!time.tokens_per_second) return std::nullopt;
    const auto epochs = static_cast<double>(scenario.training.epochs);
    if (!scenario.dataset.samples && scenario.dataset.tokens)
        return static_cast<double>(*scenario.dataset.tokens) * epochs;
    const auto samples = samples_of_epoch(scenario, time);
    if (!samples) return std::nullopt;
    return *samples * (*time.tokens_per_second / time.samples_per_second) * epochs;
}

void add_run_figures(const Scenario& scenario, const ModelEstimate& model, TimeEstimate& time, Trace& trace)
{
    const Dataset read = dataset_as_read(scenario);
    if (scenario.run.upload_mbit_per_second && read.samples && read.encoded_bytes_per_sample) {
        const Term rate = trace.field("run.upload_Mbit_per_second", *scenario.run.upload_mbit_per_second, Unit::ratio);
        const Term bytes = samples_as_read(scenario, trace) * bytes_as_read(scenario, read, trace);
        const Term upload = bytes * bits_per_byte / (rate * bits_per_megabit);
        time.upload = Seconds(trace.name("time.upload_seconds", upload, Unit::seconds).amount());
    }
    if (scenario.training.mode != RunMode::train) return;
    const auto samples = samples_of_epoch(scenario, time);
    if (!samples) return;
    const Term epoch = scenario.dataset.samples ? samples_of_epoch(scenario, trace)
                                                : trace.given("samples_of_epoch", *samples, Unit::count);
    const Term flops =
        trace.given("model.training_flops_per_sample", model.training_flops_per_sample.base(), Unit::flops) * epoch *
        trace.field("training.epochs", static_cast<double>(scenario.training.epochs), Unit::count);
    const Term counted = trace.name("time.pf_days", flops.in_units_of(flops_per_pf_day), Unit::ratio);
    time.pf_days = counted.amount();
    if (const auto tokens = tokens_of_run(scenario, time)) {
        const Term rule = operations_per_parameter_and_token *
                          trace.given("model.active_parameters", model.active_parameters.as_double(), Unit::count) *
                          trace.given("tokens_of_run", *tokens, Unit::count);
        time.six_n_d_pf_days = trace
                                   .name("time.six_n_d_pf_days", rule.in_units_of(flops_per_pf_day).beside(counted),
                                         Unit::ratio, "source.six-n-d")
                                   .amount();
    }
}

std::optional<Seconds> run_time(const TimeEstimate& time, RunMode mode)
{
    if (time.run) return time.run->wall;
    if (mode == RunMode::infer && time.knows_run()) return time.total;
    return std::nullopt;
}

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

/// Results that follow from the step: reading and preparing the tiles of a part, their batches, parts per second.
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
                           trace_.coefficient("takt_share", coefficients.takt_share, Unit::share);
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

    /// Decoding the part on one thread, cutting and resizing its tiles on all threads, and each thread's share of the
    /// work on consecutive parts.
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

    /// One batch of tiles alone, and the number of batches that one GPU computes in sequence.
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
        // A measured step is the computing time if loading is not exposed in it.
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

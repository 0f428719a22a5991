// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain_run.h"

#include "core/explain/explain_loading.h"
#include "core/explain/explain_samples.h"
#include "core/explain/explained_rows.h"
#include "core/explain/nodes.h"

#include <array>

namespace rigwright {

namespace {

using Explained = std::optional<Working>;

Working with_symbol(Working node, const char* symbol)
{
    node.symbol = symbol;
    return node;
}

const RunTerms& run_of(const Evaluation& e) { return *e.run; }

Working epochs(const Evaluation& e)
{
    return from_field("epochs", "training.epochs", value_of(Count(e.scenario.training.epochs)));
}

Working steps(const Evaluation& e)
{
    return leaf("steps", "time.steps_per_epoch", value_of(Count(e.estimate->time->steps_per_epoch)));
}

Working training_part(const Evaluation& e, const EngineData&)
{
    return computed("training", "time.run_parts.training", value_of(run_of(e).parts[0]), "training-time",
                    {epochs(e), steps(e), leaf("step", "time.step_seconds", value_of(run_of(e).step))});
}

Working cold_part(const Evaluation& e, const EngineData& data)
{
    const RunTerms& r = run_of(e);
    const Value value = value_of(r.parts[1]);
    if (r.cold_wait <= Seconds()) return leaf("cold_cache", "time.run_parts.cold_cache", value, "source.no-cold-cache");
    return computed("cold_cache", "time.run_parts.cold_cache", value, "steps-times-wait",
                    {steps(e), leaf("wait", "cold_wait", value_of(r.cold_wait)),
                     with_symbol(explain_loading_needed(e, data, true), "")});
}

Working validation_part(const Evaluation& e, const EngineData&)
{
    const RunTerms& r = run_of(e);
    const double share = e.scenario.run.validation_share;
    Working share_of = from_field("share", "run.validation_share", ratio_value(share));
    if (share <= 0.0)
        return computed("validation", "time.run_parts.validation", value_of(r.parts[2]), "no-validation",
                        {std::move(share_of)});
    return computed("validation", "time.run_parts.validation", value_of(r.parts[2]), "validation",
                    {epochs(e), steps(e), std::move(share_of),
                     leaf("step", "validation_step", value_of(r.validation_step), "source.validation-step")});
}

Working checkpoint_bytes(const Evaluation& e, const EngineData&)
{
    const CheckpointTerms& c = run_of(e).checkpoint;
    const auto each = [](double bytes) { return Value{bytes, Unit::bytes_per_element}; };
    return computed(
        "checkpoint", "time.checkpoint_bytes", value_of(c.total), "checkpoint-bytes",
        {leaf("weights", "saved_weights", value_of(c.weights)),
         leaf("weight", "bytes_of_weight", each(c.bytes_of_weight), "source.precision-recipe", "training.precision"),
         leaf("trainable", "model.trainable_parameters", value_of(c.trainable)),
         leaf("master", "bytes_of_master", each(c.bytes_of_master), "source.precision-recipe", "training.precision"),
         leaf("moments", "bytes_of_moments", each(c.bytes_of_moments), "source.optimizer", "training.optimizer")});
}

Working write_time(const Evaluation& e, const EngineData& data)
{
    const RunTerms& r = run_of(e);
    return computed("write", "checkpoint_write", value_of(*r.write), "bytes-over-write-rate",
                    {checkpoint_bytes(e, data),
                     leaf("rate", "write_rate", value_of(*r.write_rate), "source.all-drives", "build.storage")});
}

Working mtbf(const Evaluation& e, const EngineData&)
{
    const RunTerms& r = run_of(e);
    const Value hours = count_value(r.gpu_hours_per_failure);
    Working rate = e.scenario.run.gpu_hours_per_failure ? from_field("hours", "run.gpu_hours_per_failure", hours)
                                                        : coefficient("hours", "gpu_hours_per_failure", hours);
    return computed("mtbf", "time.mtbf_seconds", value_of(r.mtbf), "mtbf",
                    {std::move(rate), leaf("gpus", "gpus_of_build", count_value(r.gpus))});
}

Explained interval(const Evaluation& e, const EngineData& data)
{
    const RunTerms& r = run_of(e);
    if (!r.interval) return std::nullopt;
    const Value value = value_of(*r.interval);
    Working whole = leaf("useful", "useful_time", value_of(r.useful));
    if (e.scenario.run.checkpoint_interval_seconds) {
        return computed("interval", "time.checkpoint_interval_seconds", value, "interval-given",
                        {from_field("given", "run.checkpoint_interval_seconds",
                                    {*e.scenario.run.checkpoint_interval_seconds, Unit::seconds}),
                         std::move(whole)});
    }
    return computed("interval", "time.checkpoint_interval_seconds", value, "young-interval",
                    {write_time(e, data), mtbf(e, data), std::move(whole)});
}

Working checkpoint_part(const Evaluation& e, const EngineData& data)
{
    const RunTerms& r = run_of(e);
    const Value value = value_of(r.parts[3]);
    if (!r.interval || !r.write)
        return leaf("checkpoints", "time.run_parts.checkpoints", value, "source.write-rate-not-known", "build.storage");
    return computed("checkpoints", "time.run_parts.checkpoints", value, "checkpoints",
                    {leaf("useful", "useful_time", value_of(r.useful)), *interval(e, data), write_time(e, data)});
}

Working restart(const Evaluation& e)
{
    const Value value = value_of(run_of(e).restart);
    return e.scenario.run.restart_seconds ? from_field("restart", "run.restart_seconds", value)
                                          : coefficient("restart", "restart_seconds", value);
}

Working failure_part(const Evaluation& e, const EngineData& data)
{
    const RunTerms& r = run_of(e);
    const Value value = value_of(r.parts[4]);
    std::vector<Working> inputs{leaf("useful", "useful_time", value_of(r.useful)), mtbf(e, data), restart(e)};
    if (!r.interval)
        return computed("failures", "time.run_parts.failures", value, "failures-without-checkpoints",
                        std::move(inputs));
    inputs.push_back(*interval(e, data));
    inputs.push_back(leaf("write", "checkpoint_write", value_of(r.write.value_or(Seconds()))));
    inputs.push_back(leaf("checkpoints", "time.run_parts.checkpoints", value_of(r.parts[3])));
    return computed("failures", "time.run_parts.failures", value, "failures", std::move(inputs));
}

template <bool High>
Working wall_bound(const Evaluation& e, const EngineData&)
{
    const TimeEstimate& time = *e.estimate->time;
    const Seconds total = High ? time.total_high : time.total_low;
    return computed("", High ? "time.wall_high_seconds" : "time.wall_low_seconds",
                    value_of(High ? time.run->wall_high : time.run->wall_low), "follows-total",
                    {leaf("amount", "time.wall_seconds", value_of(time.run->wall)),
                     leaf("bound", High ? "time.total_high_seconds" : "time.total_low_seconds", value_of(total)),
                     leaf("total", "time.total_seconds", value_of(time.total))});
}

Working goodput(const Evaluation& e, const EngineData& data)
{
    return computed("", "time.goodput", {e.estimate->time->run->goodput, Unit::share}, "goodput",
                    {leaf("useful", "useful_time", value_of(run_of(e).useful)), explain_wall(e, data)});
}

Working pf_days(const Evaluation& e, const EngineData&)
{
    const TimeEstimate& time = *e.estimate->time;
    Working samples = e.scenario.dataset.samples ? explain_samples_of_epoch(e)
                                                 : leaf("samples", "samples_of_epoch",
                                                        count_value(samples_of_epoch(e.scenario, time).value_or(0.0)));
    return computed(
        "", "time.pf_days", ratio_value(*time.pf_days), "pf-days",
        {leaf("flops", "model.training_flops_per_sample", value_of(e.estimate->model.training_flops_per_sample)),
         std::move(samples), epochs(e)});
}

Working six_n_d(const Evaluation& e, const EngineData&)
{
    const TimeEstimate& time = *e.estimate->time;
    return computed("", "time.six_n_d_pf_days", ratio_value(*time.six_n_d_pf_days), "six-n-d",
                    {leaf("parameters", "model.active_parameters", value_of(e.estimate->model.active_parameters)),
                     leaf("tokens", "tokens_of_run", count_value(tokens_of_run(e.scenario, time).value_or(0.0))),
                     leaf("counted", "time.pf_days", ratio_value(time.pf_days.value_or(0.0)), "source.six-n-d")});
}

Working upload(const Evaluation& e, const EngineData&)
{
    return computed("", "time.upload_seconds", value_of(*e.estimate->time->upload), "upload",
                    {explain_samples_as_read(e), explain_bytes_as_read(e),
                     from_field("rate", "run.upload_Mbit_per_second",
                                ratio_value(e.scenario.run.upload_mbit_per_second.value_or(0.0)))});
}

Working exposed_copy(const Evaluation& e, const EngineData& data)
{
    const LoadingTerms& l = e.time->loading;
    Working node = computed("", "time.loading.exposed_copy_seconds", value_of(l.exposed_copy),
                            l.copy_overlaps ? "copy-overlapped" : "copy-in-turn", {explain_copy(e, data)});
    if (l.copy_overlaps)
        node.inputs.push_back(
            leaf("step", "step_without_loading", value_of(e.time->undisturbed * (1.0 + e.time->straggler_share))));
    return node;
}

bool has_loading(const Evaluation& e) { return e.estimate->time->loading.has_value(); }
bool has_copy(const Evaluation& e) { return has_loading(e) && e.time->loading.copy.has_value(); }
bool has_run(const Evaluation& e) { return e.run && e.estimate->time->run; }
bool has_work(const Evaluation& e) { return e.estimate->time->pf_days.has_value(); }
bool has_six_n_d(const Evaluation& e) { return e.estimate->time->six_n_d_pf_days.has_value(); }
bool has_upload(const Evaluation& e) { return e.estimate->time->upload.has_value(); }
bool has_interval(const Evaluation& e) { return has_run(e) && e.run->interval.has_value(); }

struct RunRow {
    std::string_view id;
    bool (*exists)(const Evaluation&);
    Working (*explain)(const Evaluation&, const EngineData&);
};

constexpr std::array explained_run_rows{
    RunRow{"time.loading.needed_seconds", has_loading,
           [](const Evaluation& e, const EngineData& data) { return explain_loading_needed(e, data, false); }},
    RunRow{"time.loading.first_epoch_needed_seconds", has_loading,
           [](const Evaluation& e, const EngineData& data) { return explain_loading_needed(e, data, true); }},
    RunRow{"time.loading.host_to_device_copy_seconds", has_copy, explain_copy},
    RunRow{"time.loading.exposed_copy_seconds", has_copy, exposed_copy},
    RunRow{"time.pf_days", has_work, pf_days},
    RunRow{"time.six_n_d_pf_days", has_six_n_d, six_n_d},
    RunRow{"time.upload_seconds", has_upload, upload},
    RunRow{"time.run_parts.training", has_run, training_part},
    RunRow{"time.run_parts.cold_cache", has_run, cold_part},
    RunRow{"time.run_parts.validation", has_run, validation_part},
    RunRow{"time.run_parts.checkpoints", has_run, checkpoint_part},
    RunRow{"time.run_parts.failures", has_run, failure_part},
    RunRow{"time.wall_seconds", has_run, explain_wall},
    RunRow{"time.wall_low_seconds", has_run, wall_bound<false>},
    RunRow{"time.wall_high_seconds", has_run, wall_bound<true>},
    RunRow{"time.goodput", has_run, goodput},
    RunRow{"time.mtbf_seconds", has_run, mtbf},
    RunRow{"time.checkpoint_bytes", has_run, checkpoint_bytes},
    RunRow{"time.checkpoint_interval_seconds", has_interval,
           [](const Evaluation& e, const EngineData& data) { return *interval(e, data); }},
};

} // namespace

Working explain_wall(const Evaluation& e, const EngineData& data)
{
    return computed("wall", "time.wall_seconds", value_of(e.estimate->time->run->wall), "wall-time",
                    {training_part(e, data), cold_part(e, data), validation_part(e, data), checkpoint_part(e, data),
                     failure_part(e, data)});
}

std::optional<Working> explain_run(const Evaluation& e, const EngineData& data, std::string_view quantity)
{
    if (!e.estimate || !e.estimate->time || !e.time) return std::nullopt;
    const RunRow* row = row_of(explained_run_rows, quantity);
    if (row == nullptr || !row->exists(e)) return std::nullopt;
    Working node = row->explain(e, data);
    node.quantity = "quantity." + std::string(quantity);
    return node;
}

const std::vector<std::string_view>& explained_run_quantities()
{
    static const std::vector<std::string_view> ids = ids_of(explained_run_rows);
    return ids;
}

} // namespace rigwright

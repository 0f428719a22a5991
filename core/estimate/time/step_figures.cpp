// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/run/data_loading.h"
#include "core/estimate/time/device_peak.h"
#include "core/estimate/time/step_causes.h"
#include "core/estimate/time/step_time.h"
#include "core/estimate/time/time_range.h"
#include "core/network/operator_counts.h"
#include "core/scenario/tiles.h"

namespace rigwright {

namespace {

/// Samples of the dataset, its images cut into tiles, or the sequences that its tokens fill.
std::optional<std::int64_t> dataset_samples(const Scenario& scenario, std::optional<std::int64_t> tokens)
{
    const Dataset& dataset = scenario.dataset;
    if (dataset.samples) return samples_with_tiles(scenario);
    if (!dataset.tokens || !tokens || *tokens < 1) return std::nullopt;
    return divide_rounding_up(Count(*dataset.tokens), Count(*tokens)).value();
}

/// Figures that follow from the step time. Each is an operand of those after it, which link to its derivation.
class StepFigures {
public:
    StepFigures(const TimeTerms& terms, const StepTimeInputs& inputs, TimeEstimate& time, Trace& trace)
        : terms_(terms),
          in_(inputs),
          scenario_(inputs.scenario),
          trains_(scenario_.training.mode == RunMode::train),
          tokens_(tokens_per_sample(inputs.network)),
          time_(time),
          trace_(trace),
          step_(trace.given("time.step_seconds", time.step.base(), Unit::seconds))
    {}

    void add(double range_share)
    {
        add_range_factors(range_share);
        time_.low = bound("time.low_seconds", step_, low_);
        time_.high = bound("time.high_seconds", step_, high_);
        const Term batch = global_batch();
        add_throughput(batch);
        add_epochs(batch);
        add_utilisation();
    }

private:
    Term field(std::string_view path, std::int64_t amount)
    {
        return trace_.field(path, static_cast<double>(amount), Unit::count);
    }

    Term figure(std::string_view id, const Term& term, const Measure& measure)
    {
        trace_.name(id, term, measure);
        return trace_.given(id, term.amount(), measure);
    }

    void add_range_factors(double range_share)
    {
        const TimeCoefficients& c = in_.coefficients;
        const RangeCauses causes = range_causes(terms_, scenario_, in_.family, in_.gpu, c);
        const Term width = range_width(causes, c.range, trace_);
        time_.order_of_magnitude = is_order_of_magnitude(causes, c.range, range_share);
        high_ = narrowed(trace_.name("range_factor_high", exp(width), Unit::ratio), range_share, trace_);
        low_ = narrowed(trace_.name("range_factor_low", 1.0 / exp(width), Unit::ratio), range_share, trace_);
    }

    Seconds bound(std::string_view id, const Term& time, const Term& factor)
    {
        return Seconds(trace_.name(id, time * factor, Unit::seconds).amount());
    }

    /// GPUs of the build over those that share one replica of the model.
    Term replicas()
    {
        const BuildChoice& build = scenario_.build;
        const Parallel& parallel = scenario_.parallel;
        const Term gpus = field("build.gpus_per_node", build.gpus_per_node) * field("build.nodes", build.nodes);
        const Term shared = field("parallel.tensor", parallel.tensor) * field("parallel.pipeline", parallel.pipeline) *
                            field("parallel.context", parallel.context);
        const auto degree = static_cast<double>(terms_.data_parallel_degree);
        return trace_.name("data_parallel_degree", (gpus / shared).rounded_as(degree), Unit::count);
    }

    Term global_batch()
    {
        time_.global_batch = terms_.accumulation * terms_.data_parallel_degree * scenario_.training.micro_batch;
        Term batch = replicas() * field("training.micro_batch", scenario_.training.micro_batch);
        if (trains_) batch = field("training.gradient_accumulation", terms_.accumulation) * batch;
        return figure("time.global_batch", batch.rounded_as(static_cast<double>(time_.global_batch)), Unit::count);
    }

    void add_throughput(const Term& batch)
    {
        const Term rate = figure("time.samples_per_second", batch / step_, Unit::samples_per_second);
        time_.samples_per_second = rate.amount();
        if (tokens_)
            time_.tokens_per_second =
                trace_.name("time.tokens_per_second", rate * tokens_of_sample(), Unit::tokens_per_second).amount();
        if (!trains_ && !tokens_ && prepared_sample(in_.network).pixels > 0.0)
            time_.images_per_second =
                trace_
                    .name("time.images_per_second", rate / tiles_of_a_sample(tile_grid(scenario_), trace_), Unit::ratio)
                    .amount();
    }

    Term tokens_of_sample() { return trace_.given("tokens_per_sample", static_cast<double>(*tokens_), Unit::count); }

    Term samples()
    {
        if (scenario_.dataset.samples) return samples_of_epoch(scenario_, trace_);
        return ceil(field("dataset.tokens", *scenario_.dataset.tokens) / tokens_of_sample());
    }

    void add_epochs(const Term& batch)
    {
        const auto count = dataset_samples(scenario_, tokens_);
        if (!count) return;
        time_.steps_per_epoch = steps_per_epoch(*count, time_.global_batch);
        const auto whole = static_cast<double>(time_.steps_per_epoch);
        const Term steps = figure("time.steps_per_epoch", ceil(samples() / batch).rounded_as(whole), Unit::count);
        const Term epoch = figure("time.epoch_seconds", steps * step_, Unit::seconds);
        const Term total =
            figure("time.total_seconds", field("training.epochs", scenario_.training.epochs) * epoch, Unit::seconds);
        time_.epoch = Seconds(epoch.amount());
        time_.total = Seconds(total.amount());
        time_.total_low = bound("time.total_low_seconds", total, low_);
        time_.total_high = bound("time.total_high_seconds", total, high_);
    }

    /// FLOPs of the step over its time at peak; the second includes recomputation.
    void add_utilisation()
    {
        const Parallel& parallel = scenario_.parallel;
        const auto gpus = static_cast<double>(parallel.tensor * parallel.pipeline * parallel.context);
        const Term possible =
            trace_.given("gpus_per_replica", gpus, Unit::count) * (device_peak(terms_, trace_) * step_);
        const auto share = [&](const char* id, Term work) {
            if (trains_) work = work * field("training.gradient_accumulation", terms_.accumulation);
            return trace_.name(id, work / possible, Unit::share).amount();
        };
        const Term model = trace_.given("model_flops", terms_.model_flops.base(), Unit::flops);
        time_.mfu = share("time.mfu", model);
        const Term recomputed = trace_.given("recomputed_flops", terms_.recomputed_flops.base(), Unit::flops);
        time_.hfu = trains_ ? share("time.hfu", model + recomputed) : time_.mfu;
    }

    const TimeTerms& terms_;
    const StepTimeInputs& in_;
    const Scenario& scenario_;
    const bool trains_;
    const std::optional<std::int64_t> tokens_;
    TimeEstimate& time_;
    Trace& trace_;
    const Term step_;
    Term low_;
    Term high_;
};

} // namespace

std::int64_t steps_per_epoch(std::int64_t samples, std::int64_t global_batch)
{
    return divide_rounding_up(Count(samples), Count(global_batch)).value();
}

void add_step_figures(const TimeTerms& terms, const StepTimeInputs& inputs, double range_share, TimeEstimate& time,
                      Trace& trace)
{
    StepFigures(terms, inputs, time, trace).add(range_share);
}

TimeEstimate time_estimate(const TimeTerms& terms, const StepTimeInputs& inputs)
{
    TimeEstimate time;
    time.parts = terms.parts;
    time.step = terms.step;
    Trace untraced(false);
    add_step_figures(terms, inputs, 1.0, time, untraced);
    time.forward = time.part(TimePart::forward);
    time.backward = time.part(TimePart::backward);
    const LoadingTerms& loading = terms.loading;
    if (loading.modelled) {
        time.loading = LoadingEstimate{loading.needed, loading.needed_first_epoch, loading.copy, {}};
        if (loading.copy) time.loading->exposed_copy = loading.exposed_copy;
    }
    time.bottleneck = step_causes(terms).front().cause;
    return time;
}

} // namespace rigwright

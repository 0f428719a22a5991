// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/step_causes.h"
#include "core/estimate/step_time.h"
#include "core/network/operator_counts.h"
#include "core/scenario/tiles.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// Samples of the data set, its images cut into tiles, or the sequences that its tokens fill.
std::optional<std::int64_t> dataset_samples(const Scenario& scenario, std::optional<std::int64_t> tokens)
{
    const Dataset& dataset = scenario.dataset;
    if (dataset.samples) return samples_with_tiles(scenario);
    if (!dataset.tokens || !tokens || *tokens < 1) return std::nullopt;
    return divide_rounding_up(Count(*dataset.tokens), Count(*tokens)).value();
}

/// No step on a processor stands among the measured cases: the widest bounds of any class, once more widened as for a
/// generation without a case.
RangeFactors widest_factors(const TimeCoefficients& c)
{
    RangeFactors widest;
    for (const TimeCoefficients::ModelClass& each : c.classes) {
        widest.low = std::min(widest.low, each.low);
        widest.high = std::max(widest.high, each.high);
    }
    return {std::pow(widest.low, c.unseen_generation), std::pow(widest.high, c.unseen_generation)};
}

} // namespace

std::int64_t steps_per_epoch(std::int64_t samples, std::int64_t global_batch)
{
    return divide_rounding_up(Count(samples), Count(global_batch)).value();
}

const TimeCoefficients::ModelClass& range_class(const Scenario& scenario, std::string_view family,
                                                const TimeCoefficients& c)
{
    return c.class_of(scenario.parallel.offload == Offload::none ? family : std::string_view());
}

RangeFactors range_factors(const TimeCoefficients::ModelClass& model_class, const Gpu* gpu, const TimeCoefficients& c)
{
    if (gpu == nullptr) return widest_factors(c);
    const GpuGeneration generation = generation_of(*gpu);
    const bool measured = generation != GpuGeneration::unmeasured && generation != GpuGeneration::blackwell_consumer;
    const double wider = measured ? 1.0 : c.unseen_generation;
    return {std::pow(model_class.low, wider), std::pow(model_class.high, wider)};
}

TimeEstimate time_estimate(const TimeTerms& terms, const StepTimeInputs& inputs)
{
    const Scenario& scenario = inputs.scenario;
    const TimeCoefficients::ModelClass& range = range_class(scenario, inputs.family, inputs.coefficients);
    TimeEstimate time;
    time.parts = terms.parts;
    time.step = terms.step;
    const RangeFactors factors = range_factors(range, inputs.gpu, inputs.coefficients);
    time.low = terms.step * factors.low;
    time.high = terms.step * factors.high;
    time.global_batch = terms.accumulation * terms.data_parallel_degree * scenario.training.micro_batch;
    time.samples_per_second = static_cast<double>(time.global_batch) / terms.step.base();
    const std::optional<std::int64_t> tokens = tokens_per_sample(inputs.network);
    if (tokens) time.tokens_per_second = time.samples_per_second * static_cast<double>(*tokens);
    if (scenario.training.mode == RunMode::infer && !tokens && prepared_sample(inputs.network).pixels > 0.0)
        time.tiles_per_image = tile_grid(scenario).count();
    time.forward = time.part(TimePart::forward);
    time.backward = time.part(TimePart::backward);
    if (const auto samples = dataset_samples(scenario, tokens)) {
        time.steps_per_epoch = steps_per_epoch(*samples, time.global_batch);
        time.epoch = terms.step * static_cast<double>(time.steps_per_epoch);
        const auto epochs = static_cast<double>(scenario.training.epochs);
        time.total = time.epoch * epochs;
        time.total_low = time.total * factors.low;
        time.total_high = time.total * factors.high;
    }
    const Parallel& parallel = scenario.parallel;
    const auto gpus = static_cast<double>(parallel.tensor * parallel.pipeline * parallel.context);
    const Flops possible = terms.peak * terms.step * gpus;
    const auto count = static_cast<double>(terms.accumulation);
    time.mfu = terms.model_flops * count / possible;
    time.hfu = (terms.model_flops + terms.recomputed_flops) * count / possible;
    const LoadingTerms& loading = terms.loading;
    if (loading.modelled) {
        time.loading = LoadingEstimate{loading.needed, loading.needed_first_epoch, loading.copy, {}};
        if (loading.copy) time.loading->exposed_copy = loading.exposed_copy;
    }
    time.bottleneck = step_causes(terms).front().cause;
    return time;
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/evaluation.h"
#include "core/estimate/run/samples_as_read.h"
#include "core/estimate/time/time_range.h"
#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"
#include "core/scenario/resolved_model.h"

#include <algorithm>
#include <array>
#include <string>

namespace rigwright {

namespace {

/// GPUs of the build over those that share one replica of the model.
Derivation explain_replicas(const Evaluation& e)
{
    const Scenario& s = e.scenario;
    return computed("replicas", "data_parallel_degree", whole_value(e.time->data_parallel_degree),
                    "data-parallel-degree",
                    {from_field("gpus", "build.gpus_per_node", whole_value(s.build.gpus_per_node)),
                     from_field("nodes", "build.nodes", whole_value(s.build.nodes)),
                     from_field("tensor", "parallel.tensor", whole_value(s.parallel.tensor)),
                     from_field("pipeline", "parallel.pipeline", whole_value(s.parallel.pipeline)),
                     from_field("context", "parallel.context", whole_value(s.parallel.context))});
}

Derivation step_leaf(const Evaluation& e)
{
    return leaf("step", "time.step_seconds", value_of(e.estimate->time->step));
}

/// Share of the step times the width of a step that is nothing else.
Derivation range_part(const char* symbol, const char* quantity, double share, double width)
{
    return computed(symbol, quantity, {share * width, Unit::ratio}, "range-part",
                    {leaf("share", "range_share", {share, Unit::share}, "source.operator-model"),
                     leaf("width", "range_whole_width", {width, Unit::ratio}, "source.time-range",
                          "calibration/time_range/widths")});
}

Derivation explain_width(const RangeCauses& causes, const TimeRangeWidths& widths)
{
    const Value width{range_width(causes, widths), Unit::ratio};
    if (causes.order_of_magnitude)
        return leaf("width", "range_width", width, "source.range-order-of-magnitude", "calibration/time_range/widths");
    Derivation kind = leaf("kind", "range_kind", {causes.new_kind ? widths.new_kind : 0.0, Unit::ratio},
                           causes.new_kind ? "source.range-new-kind" : "source.range-measured-kind",
                           "calibration/time_range/measured_kinds");
    kind.arguments = {{"class", MessageCode{"model-class." + std::string(causes.model_class)}}};
    return computed(
        "width", "range_width", width, "range-width",
        {leaf("safety", "range_safety", {widths.factor, Unit::ratio}, "source.time-range",
              "calibration/time_range/widths"),
         leaf("base", "range_base", {widths.base, Unit::ratio}, "source.time-range", "calibration/time_range/widths"),
         std::move(kind), range_part("host", "range_host", causes.host, widths.host),
         range_part("waiting", "range_communication", causes.communication, widths.communication)});
}

Derivation range_factor(const Evaluation& e, const EngineData& data, bool high)
{
    const ResolvedModel model = resolve_model(e.scenario, data.presets);
    const Gpu* board = data.hardware.gpu(e.scenario.build.gpu);
    const RangeCauses causes = range_causes(*e.time, e.scenario, model.line_id(), board, data.time);
    const double wider = std::exp(range_width(causes, data.time.range));
    return computed("factor", high ? "range_factor_high" : "range_factor_low",
                    {high ? wider : 1.0 / wider, Unit::ratio}, high ? "range-factor-high" : "range-factor-low",
                    {explain_width(causes, data.time.range)});
}

template <bool High>
Derivation step_bound(const Evaluation& e, const EngineData& data)
{
    const TimeEstimate& time = *e.estimate->time;
    return computed("", High ? "time.high_seconds" : "time.low_seconds", value_of(High ? time.high : time.low),
                    "time-bound", {step_leaf(e), range_factor(e, data, High)});
}

Derivation global_batch_of(const Evaluation& e, const EngineData&)
{
    return computed("global_batch", "time.global_batch", whole_value(e.estimate->time->global_batch), "global-batch",
                    {from_field("accumulation", "training.gradient_accumulation", whole_value(e.time->accumulation)),
                     explain_replicas(e),
                     from_field("micro_batch", "training.micro_batch", whole_value(e.scenario.training.micro_batch))});
}

Derivation steps_of_epoch(const Evaluation& e, const EngineData& data)
{
    std::vector<Derivation> inputs;
    if (e.scenario.dataset.samples)
        inputs.push_back(working_from("samples", [&e](Trace& trace) { return samples_of_epoch(e.scenario, trace); }));
    else
        inputs.push_back(from_field("samples", "dataset.tokens", whole_value(e.scenario.dataset.tokens.value_or(0))));
    inputs.push_back(global_batch_of(e, data));
    const bool tokens = !e.scenario.dataset.samples;
    return computed("steps", "time.steps_per_epoch", whole_value(e.estimate->time->steps_per_epoch),
                    tokens ? "steps-per-epoch-of-tokens" : "steps-per-epoch", std::move(inputs));
}

Derivation epoch(const Evaluation& e, const EngineData& data)
{
    return computed("epoch", "time.epoch_seconds", value_of(e.estimate->time->epoch), "epoch",
                    {steps_of_epoch(e, data), step_leaf(e)});
}

Derivation total_time(const Evaluation& e, const EngineData& data)
{
    return computed("total", "time.total_seconds", value_of(e.estimate->time->total), "training-time",
                    {from_field("epochs", "training.epochs", whole_value(e.scenario.training.epochs)),
                     steps_of_epoch(e, data), step_leaf(e)});
}

template <bool High>
Derivation total_bound(const Evaluation& e, const EngineData& data)
{
    const TimeEstimate& time = *e.estimate->time;
    return computed("", High ? "time.total_high_seconds" : "time.total_low_seconds",
                    value_of(High ? time.total_high : time.total_low), "total-bound",
                    {leaf("total", "time.total_seconds", value_of(time.total)), range_factor(e, data, High)});
}

Derivation samples_a_second(const Evaluation& e, const EngineData& data)
{
    return computed("rate", "time.samples_per_second", {e.estimate->time->samples_per_second, Unit::samples_per_second},
                    "samples-per-second", {global_batch_of(e, data), step_leaf(e)});
}

Derivation images(const Evaluation& e, const EngineData& data)
{
    return computed("", "time.images_per_second", ratio_value(*e.estimate->time->images_per_second()),
                    "images-per-second", {samples_a_second(e, data), working_from("tiles", [&e](Trace& trace) {
                                              return tiles_of_a_sample(tile_grid(e.scenario), trace);
                                          })});
}

Derivation tokens_a_second(const Evaluation& e, const EngineData& data)
{
    const TimeEstimate& time = *e.estimate->time;
    return computed(
        "", "time.tokens_per_second", {*time.tokens_per_second, Unit::tokens_per_second}, "tokens-per-second",
        {samples_a_second(e, data),
         leaf("tokens", "tokens_per_sample", {*time.tokens_per_second / time.samples_per_second, Unit::count})});
}

template <bool Hardware>
Derivation utilisation(const Evaluation& e)
{
    const TimeTerms& terms = *e.time;
    const Parallel& parallel = e.scenario.parallel;
    std::vector<Derivation> inputs{
        leaf("flops", "model_flops", value_of(terms.model_flops)),
        from_field("accumulation", "training.gradient_accumulation", whole_value(terms.accumulation)),
        leaf("gpus", "gpus_per_replica", whole_value(parallel.tensor * parallel.pipeline * parallel.context)),
        device_peak_leaf(e), step_leaf(e)};
    if (Hardware) inputs.push_back(leaf("recomputed", "recomputed_flops", value_of(terms.recomputed_flops)));
    const double share = Hardware ? e.estimate->time->hfu : e.estimate->time->mfu;
    return computed("", Hardware ? "time.hfu" : "time.mfu", {share, Unit::share}, Hardware ? "hfu" : "mfu",
                    std::move(inputs));
}

constexpr auto time_workings = std::to_array<ExplainedRow>({
    {"time.step_seconds", nullptr},
    {"time.low_seconds", working_by<step_bound<false>>},
    {"time.high_seconds", working_by<step_bound<true>>},
    {"time.parts.forward", nullptr},
    {"time.parts.backward", nullptr},
    {"time.parts.recompute", nullptr},
    {"time.parts.optimizer", nullptr},
    {"time.parts.exposed_communication", nullptr},
    {"time.parts.pipeline_bubble", nullptr},
    {"time.parts.exposed_data_loading", nullptr},
    {"time.parts.host_overhead", nullptr},
    {"time.parts.measured_correction", working_by<explain_time_correction>},
    {"time.global_batch", working_by<global_batch_of>},
    {"time.steps_per_epoch", working_by<steps_of_epoch>},
    {"time.forward_seconds", nullptr},
    {"time.backward_seconds", nullptr},
    {"time.samples_per_second", working_by<samples_a_second>},
    {"time.images_per_second", working_by<images>},
    {"time.tokens_per_second", working_by<tokens_a_second>},
    {"time.epoch_seconds", working_by<epoch>},
    {"time.total_seconds", working_by<total_time>},
    {"time.total_low_seconds", working_by<total_bound<false>>},
    {"time.total_high_seconds", working_by<total_bound<true>>},
    {"time.mfu", working_by<utilisation<false>>},
    {"time.hfu", working_by<utilisation<true>>},
});

template <Pass Which>
Derivation pass(const Evaluation& e, const EngineData& data)
{
    return explain_pass(e, data, Which);
}

constexpr auto pass_workings = std::to_array<ExplainedRow>({
    {"micro_forward", working_by<pass<Pass::forward>>},
    {"micro_backward", working_by<pass<Pass::backward>>},
    {"micro_recompute", working_by<pass<Pass::recompute>>},
    {"data_parallel_degree", working_by<explain_replicas>},
    {"processor_peak", nullptr},
});

} // namespace

ExplainedRows explained_times() { return time_workings; }

ExplainedRows explained_passes() { return pass_workings; }

} // namespace rigwright

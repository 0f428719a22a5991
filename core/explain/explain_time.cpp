// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain_time.h"

#include "core/explain/explain_limits.h"
#include "core/explain/explain_machine.h"
#include "core/explain/explain_measured.h"
#include "core/explain/explain_passes.h"
#include "core/explain/explain_samples.h"
#include "core/explain/explain_time_parts.h"
#include "core/explain/explained_rows.h"
#include "core/explain/nodes.h"
#include "core/scenario/resolved_model.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

Working step(const Evaluation& e, const EngineData& data)
{
    std::vector<Working> parts;
    for (std::size_t i = 0; i < time_part_count; ++i)
        parts.push_back(explain_time_part(e, data, static_cast<TimePart>(i)));
    Working node =
        computed("step", "time.step_seconds", value_of(e.estimate->time->step), "time-step", std::move(parts));
    add_time_correction(node, e);
    return node;
}

Working step_leaf(const Evaluation& e) { return leaf("step", "time.step_seconds", value_of(e.estimate->time->step)); }

Working range_factor(const Evaluation& e, const EngineData& data, bool high)
{
    const ResolvedModel model = resolve_model(e.scenario, data.presets);
    const TimeCoefficients::ModelClass& range = range_class(e.scenario, model.line_id(), data.time);
    const Gpu* board = data.hardware.gpu(e.scenario.build.gpu);
    const RangeFactors factors = range_factors(range, board, data.time);
    Working node = leaf("factor", high ? "range_factor_high" : "range_factor_low",
                        {high ? factors.high : factors.low, Unit::ratio}, "source.time-range",
                        "calibration/time_range/" + range.id);
    node.arguments = {{"class", MessageCode{"model-class." + range.id}}};
    return node;
}

template <bool High>
Working step_bound(const Evaluation& e, const EngineData& data)
{
    const TimeEstimate& time = *e.estimate->time;
    return computed("", High ? "time.high_seconds" : "time.low_seconds", value_of(High ? time.high : time.low),
                    "time-bound", {step_leaf(e), range_factor(e, data, High)});
}

Working global_batch_of(const Evaluation& e, const EngineData&)
{
    return computed("global_batch", "time.global_batch", whole_value(e.estimate->time->global_batch), "global-batch",
                    {from_field("accumulation", "training.gradient_accumulation", whole_value(e.time->accumulation)),
                     explain_replicas(e),
                     from_field("micro_batch", "training.micro_batch", whole_value(e.scenario.training.micro_batch))});
}

Working steps(const Evaluation& e, const EngineData& data)
{
    std::vector<Working> inputs;
    if (e.scenario.dataset.samples)
        inputs.push_back(explain_samples_of_epoch(e));
    else
        inputs.push_back(from_field("samples", "dataset.tokens", whole_value(e.scenario.dataset.tokens.value_or(0))));
    inputs.push_back(global_batch_of(e, data));
    const bool tokens = !e.scenario.dataset.samples;
    return computed("steps", "time.steps_per_epoch", whole_value(e.estimate->time->steps_per_epoch),
                    tokens ? "steps-per-epoch-of-tokens" : "steps-per-epoch", std::move(inputs));
}

Working epoch(const Evaluation& e, const EngineData& data)
{
    return computed("epoch", "time.epoch_seconds", value_of(e.estimate->time->epoch), "epoch",
                    {steps(e, data), step(e, data)});
}

Working total_time(const Evaluation& e, const EngineData& data)
{
    return computed("total", "time.total_seconds", value_of(e.estimate->time->total), "training-time",
                    {from_field("epochs", "training.epochs", whole_value(e.scenario.training.epochs)), steps(e, data),
                     step(e, data)});
}

template <bool High>
Working total_bound(const Evaluation& e, const EngineData& data)
{
    const TimeEstimate& time = *e.estimate->time;
    return computed("", High ? "time.total_high_seconds" : "time.total_low_seconds",
                    value_of(High ? time.total_high : time.total_low), "total-bound",
                    {leaf("total", "time.total_seconds", value_of(time.total)), range_factor(e, data, High)});
}

Working samples(const Evaluation& e, const EngineData& data)
{
    return computed("rate", "time.samples_per_second", {e.estimate->time->samples_per_second, Unit::samples_per_second},
                    "samples-per-second", {global_batch_of(e, data), step_leaf(e)});
}

Working images(const Evaluation& e, const EngineData& data)
{
    return computed("", "time.images_per_second", ratio_value(*e.estimate->time->images_per_second()),
                    "images-per-second", {samples(e, data), explain_tiles(tile_grid(e.scenario))});
}

Working tokens(const Evaluation& e, const EngineData& data)
{
    const TimeEstimate& time = *e.estimate->time;
    return computed("", "time.tokens_per_second", {*time.tokens_per_second, Unit::tokens_per_second},
                    "tokens-per-second",
                    {samples(e, data), leaf("tokens", "tokens_per_sample",
                                            {*time.tokens_per_second / time.samples_per_second, Unit::count})});
}

template <bool Hardware>
Working utilisation(const Evaluation& e, const EngineData& data)
{
    const TimeTerms& terms = *e.time;
    const Parallel& parallel = e.scenario.parallel;
    std::vector<Working> inputs{
        leaf("flops", "model_flops", value_of(terms.model_flops)),
        from_field("accumulation", "training.gradient_accumulation", whole_value(terms.accumulation)),
        leaf("gpus", "gpus_per_replica", whole_value(parallel.tensor * parallel.pipeline * parallel.context)),
        explain_device_peak(e, data), step_leaf(e)};
    if (Hardware) inputs.push_back(leaf("recomputed", "recomputed_flops", value_of(terms.recomputed_flops)));
    const double share = Hardware ? e.estimate->time->hfu : e.estimate->time->mfu;
    return computed("", Hardware ? "time.hfu" : "time.mfu", {share, Unit::share}, Hardware ? "hfu" : "mfu",
                    std::move(inputs));
}

template <TimePart Part>
Working part(const Evaluation& e, const EngineData& data)
{
    return explain_time_part(e, data, Part);
}

bool always(const TimeEstimate&) { return true; }
bool with_dataset(const TimeEstimate& time) { return time.steps_per_epoch > 0; }
bool corrected(const TimeEstimate& time) { return time.measured_correction.has_value(); }
bool with_tokens(const TimeEstimate& time) { return time.tokens_per_second.has_value(); }

/// One line a quantity: when it exists and what explains it.
struct TimeRow {
    std::string_view id;
    bool (*exists)(const TimeEstimate&);
    Working (*explain)(const Evaluation&, const EngineData&);
};

constexpr std::array explained_time_rows{
    TimeRow{"time.step_seconds", always, step},
    TimeRow{"time.low_seconds", always, step_bound<false>},
    TimeRow{"time.high_seconds", always, step_bound<true>},
    TimeRow{"time.parts.forward", always, part<TimePart::forward>},
    TimeRow{"time.parts.backward", always, part<TimePart::backward>},
    TimeRow{"time.parts.recompute", always, part<TimePart::recompute>},
    TimeRow{"time.parts.optimizer", always, part<TimePart::optimizer>},
    TimeRow{"time.parts.exposed_communication", always, part<TimePart::exposed_communication>},
    TimeRow{"time.parts.pipeline_bubble", always, part<TimePart::pipeline_bubble>},
    TimeRow{"time.parts.exposed_data_loading", always, part<TimePart::exposed_data_loading>},
    TimeRow{"time.parts.host_overhead", always, part<TimePart::host_overhead>},
    TimeRow{"time.parts.measured_correction", corrected,
            [](const Evaluation& e, const EngineData& data) { return *explain_time_correction(e, data); }},
    TimeRow{"time.global_batch", always, global_batch_of},
    TimeRow{"time.steps_per_epoch", with_dataset, steps},
    TimeRow{"time.forward_seconds", always, part<TimePart::forward>},
    TimeRow{"time.backward_seconds", always, part<TimePart::backward>},
    TimeRow{"time.samples_per_second", always, samples},
    TimeRow{"time.images_per_second", [](const TimeEstimate& time) { return time.images_per_second().has_value(); },
            images},
    TimeRow{"time.tokens_per_second", with_tokens, tokens},
    TimeRow{"time.epoch_seconds", with_dataset, epoch},
    TimeRow{"time.total_seconds", with_dataset, total_time},
    TimeRow{"time.total_low_seconds", with_dataset, total_bound<false>},
    TimeRow{"time.total_high_seconds", with_dataset, total_bound<true>},
    TimeRow{"time.mfu", always, utilisation<false>},
    TimeRow{"time.hfu", always, utilisation<true>},
};

} // namespace

std::optional<Working> explain_time(const Evaluation& evaluation, const EngineData& data, std::string_view quantity)
{
    if (!evaluation.estimate || !evaluation.estimate->time || !evaluation.time) return std::nullopt;
    const TimeRow* row = row_of(explained_time_rows, quantity);
    if (row == nullptr) return explain_limit(evaluation, data, quantity);
    if (!row->exists(*evaluation.estimate->time)) return std::nullopt;
    Working node = row->explain(evaluation, data);
    node.quantity = "quantity." + std::string(quantity);
    return node;
}

const std::vector<std::string_view>& explained_time_quantities()
{
    static const std::vector<std::string_view> ids = [] {
        std::vector<std::string_view> all = ids_of(explained_time_rows);
        all.insert(all.end(), explained_limits().begin(), explained_limits().end());
        return all;
    }();
    return ids;
}

} // namespace rigwright

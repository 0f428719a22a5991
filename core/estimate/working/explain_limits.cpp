// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/run/doubling.h"
#include "core/estimate/run/sweep.h"
#include "core/estimate/time/step_causes.h"
#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"

#include <algorithm>

namespace rigwright {

namespace {

using Explained = std::optional<Derivation>;

Derivation cause_leaf(const StepCause& cause)
{
    Derivation node = leaf("", "cause", value_of(cause.time));
    node.arguments = {{"cause", MessageCode{std::string("bottleneck.") + key_of(cause.cause)}}};
    return node;
}

/// The largest cause with all the others below it.
Derivation binding(const Evaluation& e)
{
    const auto causes = step_causes(*e.time);
    std::vector<Derivation> inputs;
    for (const StepCause& cause : causes) {
        if (cause.time > Seconds()) inputs.push_back(cause_leaf(cause));
    }
    if (!inputs.empty()) inputs.front().symbol = "largest";
    Derivation node =
        computed("time", "time.bottleneck_seconds", value_of(causes.front().time), "largest-cause", std::move(inputs));
    node.source = "source.step-causes";
    return node;
}

Explained bottleneck_share(const Evaluation& e, const EngineData&)
{
    const Seconds time = step_causes(*e.time).front().time;
    return computed("", "time.bottleneck_share", {time / e.time->step, Unit::share}, "share-of-step",
                    {binding(e), leaf("step", "time.step_seconds", value_of(e.time->step))});
}

Explained step_from_bound(const Evaluation& e, const EngineData& data)
{
    const PeakGap gap = peak_gap(*e.network, *e.analysis, *e.time, e.scenario);
    std::vector<Derivation> inputs{explain_peak_bound(e, data)};
    for (std::size_t i = 0; i < gap_count; ++i) {
        const std::string key = key_of(static_cast<Gap>(i));
        inputs.push_back(leaf(key, "gap." + key, value_of(gap.terms[i])));
    }
    return computed("", "time.step_from_bound", value_of(e.time->step), "step-from-bound", std::move(inputs));
}

template <WhatIfTarget Which>
Explained doubled(const Evaluation& e, const EngineData& data)
{
    const std::vector<WhatIfResult> all = doublings(e, data);
    const auto found = std::find_if(all.begin(), all.end(), [](const WhatIfResult& d) { return d.lever == Which; });
    if (found == all.end()) return std::nullopt;
    Trace trace(true);
    Term sum;
    for (std::size_t i = 0; i < time_part_count; ++i) {
        const Seconds part = found->parts[i];
        const std::string id = std::string("time.parts.") + key_of(static_cast<TimePart>(i));
        // Without a working: this is another machine's.
        const auto which = static_cast<TimePart>(i);
        const bool of_training =
            which == TimePart::backward || which == TimePart::recompute || which == TimePart::optimizer;
        if (of_training && e.scenario.training.mode == RunMode::infer) continue;
        const Term time = trace.given(id, part.base(), Unit::seconds, "source.doubled-part");
        sum = sum.has_working() ? sum + time : time;
    }
    sum = sum.rounded_as(found->step.base());
    Derivation node = trace.name("doubled_step", sum, Unit::seconds).working();
    node.inputs.push_back(leaf("", "time.step_seconds", value_of(e.time->step)));
    node.source = "source.doubled";
    return node;
}

Explained saturation_micro_batch(const Evaluation& e, const EngineData& data)
{
    const double share = data.conventions.saturation_share;
    const auto found = saturation(throughput_curve(e.scenario, data), share);
    if (!found) return std::nullopt;
    const auto rate = [](const char* symbol, const char* quantity, const Throughput& at) {
        Derivation node = leaf(symbol, quantity, {at.samples_per_second, Unit::samples_per_second});
        node.arguments = {{"batch", value_of(Count(at.micro_batch))}};
        return node;
    };
    return computed("", "time.saturation_micro_batch", whole_value(found->knee.micro_batch), "saturation",
                    {coefficient("share", "saturation_share", {share, Unit::share}, true),
                     rate("best", "best_throughput", found->best), rate("", "knee_throughput", found->knee)});
}

constexpr auto limit_workings = std::to_array<ExplainedRow>({
    {"time.bottleneck_seconds", working_by<binding>},
    {"time.bottleneck_share", bottleneck_share},
    {"time.peak_bound_seconds", working_by<explain_peak_bound>},
    {"time.step_from_bound", step_from_bound},
    {"time.doubled.matrix_rate", doubled<WhatIfTarget::matrix_rate>},
    {"time.doubled.memory_bandwidth", doubled<WhatIfTarget::memory_bandwidth>},
    {"time.doubled.host_speed", doubled<WhatIfTarget::host_speed>},
    {"time.doubled.links", doubled<WhatIfTarget::links>},
    {"time.doubled.processor_cores", doubled<WhatIfTarget::processor_cores>},
    {"time.doubled.storage", doubled<WhatIfTarget::storage>},
    {"time.doubled.host_memory", doubled<WhatIfTarget::host_memory>},
    {"time.saturation_micro_batch", saturation_micro_batch},
});

} // namespace

Derivation explain_peak_bound(const Evaluation& e, const EngineData& data)
{
    const TimeTerms& terms = *e.time;
    const Parallel& parallel = e.scenario.parallel;
    return computed(
        "bound", "time.peak_bound_seconds", value_of(peak_bound(terms, e.scenario)), "peak-bound",
        {leaf("flops", "model_flops", value_of(terms.model_flops)),
         from_field("accumulation", "training.gradient_accumulation", whole_value(terms.accumulation)),
         leaf("gpus", "gpus_per_replica", whole_value(parallel.tensor * parallel.pipeline * parallel.context)),
         explain_device_peak(e, data)});
}

ExplainedRows explained_limits() { return limit_workings; }

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/time/step_parts.h"

namespace rigwright {

StepParts::StepParts(TimeTerms& terms, const Training& training, Trace& trace)
    : terms_(terms),
      trace_(trace),
      trains_(training.mode == RunMode::train),
      accumulation_(trace.field("training.gradient_accumulation", static_cast<double>(terms.accumulation), Unit::count))
{}

void StepParts::put(TimePart which, const Term& time)
{
    terms_.part(which) = Seconds(time.amount());
    parts_[static_cast<std::size_t>(which)] = time;
}

void StepParts::set(TimePart which, std::string_view id, const Term& time)
{
    put(which, trace_.name(id, time, Unit::seconds));
}

void StepParts::set_none(TimePart which, std::string_view id, std::string_view source, std::string_view field)
{
    put(which, trace_.keep(id, trace_.given(id, 0.0, Unit::seconds, source, field)));
}

void StepParts::add_passes()
{
    const PassTimes& gpu = terms_.gpu;
    set(TimePart::forward, "time.parts.forward", accumulated(pass("micro_forward", gpu.forward, trace_)));
    trace_.keep("time.forward_seconds", *parts_[static_cast<std::size_t>(TimePart::forward)]);
    if (!trains_) return;
    set(TimePart::backward, "time.parts.backward", accumulated(pass("micro_backward", gpu.backward, trace_)));
    trace_.keep("time.backward_seconds", *parts_[static_cast<std::size_t>(TimePart::backward)]);
    if (gpu.recompute > Seconds())
        set(TimePart::recompute, "time.parts.recompute", accumulated(recomputation(gpu.recompute, trace_)));
    else
        set_none(TimePart::recompute, "time.parts.recompute", "source.recompute", "training.recompute");
    const Seconds update = terms_.offload.modelled ? terms_.offload.update : terms_.optimizer.time;
    if (update > Seconds())
        set(TimePart::optimizer, "time.parts.optimizer", trace_.known("update_time", update.base(), Unit::seconds));
    else
        set_none(TimePart::optimizer, "time.parts.optimizer", "source.no-optimizer", "training.optimizer");
}

Term StepParts::sum() const
{
    std::optional<Term> sum;
    for (const std::optional<Term>& part : parts_)
        if (part) sum = sum ? *sum + *part : *part;
    return sum.value_or(Term());
}

void StepParts::finish()
{
    terms_.step = Seconds();
    for (const Seconds time : terms_.parts) terms_.step += time;
    trace_.name("time.step_seconds", sum().rounded_as(terms_.step.base()), Unit::seconds);
}

} // namespace rigwright

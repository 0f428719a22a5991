// SPDX-License-Identifier: Apache-2.0
#include "core/requirements/waiting.h"

namespace rigwright {

namespace {

const TimeEstimate* time_of(const Evaluation& evaluation)
{
    return evaluation.estimate && evaluation.estimate->time ? &*evaluation.estimate->time : nullptr;
}

Seconds modelled_step(const TimeEstimate& time)
{
    Seconds sum;
    for (const Seconds part : time.parts) sum += part;
    return sum;
}

} // namespace

double waiting_share_of_step(const Evaluation& evaluation)
{
    const TimeEstimate* time = time_of(evaluation);
    if (time == nullptr || modelled_step(*time) <= Seconds()) return 0.0;
    return (time->part(TimePart::exposed_data_loading) + time->part(TimePart::host_overhead)) / modelled_step(*time);
}

double host_share_of_step(const Evaluation& evaluation)
{
    const TimeEstimate* time = time_of(evaluation);
    if (time == nullptr) return 0.0;
    const Seconds undisturbed = modelled_step(*time) - time->part(TimePart::exposed_data_loading);
    return undisturbed > Seconds() ? time->part(TimePart::host_overhead) / undisturbed : 0.0;
}

double waiting_share_of_run(const Evaluation& evaluation)
{
    const double of_step = waiting_share_of_step(evaluation);
    const TimeEstimate* time = time_of(evaluation);
    if (time == nullptr || !time->run) return of_step;
    const RunEstimate& run = *time->run;
    const Seconds passes = run.part(RunPart::training) + run.part(RunPart::validation);
    const Seconds cold = run.part(RunPart::cold_cache);
    return (passes * of_step + cold) / (passes + cold);
}

} // namespace rigwright

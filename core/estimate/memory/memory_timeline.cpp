// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory/memory_timeline.h"

namespace rigwright {

namespace {

/// Enough to draw the slope of a long stack, few enough for a plot.
constexpr std::int64_t most_copies = 8;

TimelineMoment seen_by_one_gpu(const Evaluation& e, const Moment& moment)
{
    const MemoryTerms& m = e.memory;
    const Count batch = e.scenario.training.micro_batch;
    TimelineMoment seen;
    seen.phase = moment.phase;
    seen.layer = layer_at(*e.network, moment);
    const auto set = [&seen](MemoryPart part, Bytes bytes) { seen.parts[static_cast<std::size_t>(part)] = bytes; };
    set(MemoryPart::weights, m.weights);
    set(MemoryPart::gradients, moment.gradients);
    set(MemoryPart::optimizer_state, m.optimizer_state);
    set(MemoryPart::master_weights, m.master_weights);
    set(MemoryPart::activations, moment.activations.at(batch) + m.input.at(batch) + m.cache.at(batch));
    set(MemoryPart::temporary_buffers, moment.temporary.at(batch) + m.gathered);
    set(MemoryPart::communication_buffers, m.gradient_buckets);
    for (const Bytes part : seen.parts) seen.allocated += part;
    return seen;
}

std::vector<Moment> walked_moments(const Evaluation& e)
{
    std::vector<Moment> moments = all_moments(*e.network, *e.analysis, e.memory.walk, most_copies);
    for (Moment& moment : moments) share_out(moment, e.memory);
    const Training& training = e.scenario.training;
    if (training.mode == RunMode::train && training.optimizer != OptimizerKind::none)
        moments.push_back(update_moment(e.memory));
    return moments;
}

} // namespace

std::vector<TimelineMoment> memory_timeline(const Evaluation& e)
{
    std::vector<TimelineMoment> timeline;
    if (!e.estimate || !e.estimate->memory) return timeline;
    const std::vector<Moment> moments = e.memory.by_layer_plan ? e.memory.planned : walked_moments(e);
    timeline.reserve(moments.size());
    for (const Moment& moment : moments) timeline.push_back(seen_by_one_gpu(e, moment));
    return timeline;
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0

#include "core/estimate/memory/moments.h"

#include "core/estimate/evaluation.h"

#include <algorithm>

namespace rigwright {

namespace {

/// A moment's total as a linear function of the micro-batch, without its parts.
struct Line {
    std::int64_t fixed = 0;
    std::int64_t slope = 0;
};

Line line_of(const Moment& moment)
{
    const Bytes fixed = moment.activations.fixed + moment.temporary.fixed + moment.gradients;
    return {fixed.count().value(), (moment.activations.per_sample + moment.temporary.per_sample).count().value()};
}

/// The smallest micro-batch above `from` at which `other` exceeds `line`; zero when it never does.
std::int64_t overtakes(const Line& line, const Line& other, std::int64_t from)
{
    if (other.slope <= line.slope) return 0;
    const std::int64_t ahead = line.fixed - other.fixed;
    const std::int64_t equal = ahead <= 0 ? 0 : ahead / (other.slope - line.slope);
    return std::max(equal, from) + 1;
}

} // namespace

std::vector<Moment> upper_envelope(std::vector<Moment> moments)
{
    std::vector<Line> lines;
    lines.reserve(moments.size());
    for (const Moment& moment : moments) lines.push_back(line_of(moment));
    const auto at = [&](std::size_t i, std::int64_t batch) {
        return Count(lines[i].fixed) + Count(lines[i].slope) * Count(batch);
    };
    std::vector<std::size_t> chosen;
    std::size_t highest = 0;
    for (std::size_t i = 1; i < lines.size(); ++i)
        if (at(highest, 1) < at(i, 1)) highest = i;
    for (std::int64_t batch = 1; !lines.empty();) {
        chosen.push_back(highest);
        std::int64_t next_batch = 0;
        std::size_t next = highest;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::int64_t here = overtakes(lines[highest], lines[i], batch);
            if (here == 0 || (next_batch != 0 && here > next_batch)) continue;
            if (here == next_batch && !(at(next, here) < at(i, here))) continue;
            next_batch = here;
            next = i;
        }
        if (next_batch == 0) break;
        batch = next_batch;
        highest = next;
    }
    std::sort(chosen.begin(), chosen.end());
    std::vector<Moment> envelope;
    envelope.reserve(chosen.size());
    for (const std::size_t i : chosen) envelope.push_back(moments[i]);
    return envelope;
}

const Moment& peak_at(const std::vector<Moment>& moments, Count micro_batch)
{
    const auto smaller = [micro_batch](const Moment& a, const Moment& b) {
        return a.total(micro_batch) < b.total(micro_batch);
    };
    return *std::max_element(moments.begin(), moments.end(), smaller);
}

namespace {

/// Enough to show the slope of a long stack, few enough for a plot.
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
    set(MemoryPart::temporary_buffers, moment.temporary.at(batch) + m.gathered + m.product_workspace);
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

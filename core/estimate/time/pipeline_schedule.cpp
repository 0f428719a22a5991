// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/time/pipeline_schedule.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Filling, draining and one cycle in between need about this many micro-batches per stage.
constexpr std::int64_t replayed_per_stage = 3;

/// Whether a stage sends its result on: the last stage has no successor, the first no predecessor.
bool sends_forward(const PipelinePlan& plan, std::int64_t stage, std::int64_t chunk)
{
    return chunk * static_cast<std::int64_t>(plan.stages.size()) + stage + 1 <
           plan.chunks * static_cast<std::int64_t>(plan.stages.size());
}

bool sends_backward(std::int64_t stage, std::int64_t chunk) { return chunk + stage > 0; }

class Replay {
public:
    explicit Replay(const PipelinePlan& plan)
        : plan_(plan),
          stages_(static_cast<std::int64_t>(plan.stages.size())),
          micro_(replayed_micro_batches(plan)),
          left_out_(plan.micro_batches - micro_),
          passes_(micro_ * plan.chunks),
          work_(plan.backward ? 2 * passes_ : passes_),
          arrivals_(static_cast<std::size_t>(2 * stages_ * passes_ + 2 * stages_), not_yet)
    {
        std::fill(arrivals_.begin(), arrivals_.begin() + 2 * stages_, 0.0);
    }

    /// Time when everything is done; negative on a deadlock between stages, which no plan causes.
    template <typename Visit>
    double run(Visit visit)
    {
        for (std::int64_t left = stages_ * work_; left > 0;) {
            const std::int64_t before = left;
            for (std::int64_t stage = 0; stage < stages_; ++stage) left -= advance(stage, visit);
            if (left == before) return not_yet;
        }
        const double end = *std::max_element(arrivals_.begin(), arrivals_.begin() + stages_);
        return end + static_cast<double>(left_out_) * pipeline_period(plan_);
    }

private:
    static constexpr double not_yet = -1.0;

    struct Place {
        std::int64_t chunk = 0;
        std::int64_t micro = 0;
    };

    double& clock(std::int64_t stage) { return arrivals_[static_cast<std::size_t>(stage)]; }
    double& position(std::int64_t stage) { return arrivals_[static_cast<std::size_t>(stages_ + stage)]; }
    double& arrival(bool backward, std::int64_t stage, const Place& place)
    {
        const std::int64_t row = (backward ? stages_ : 0) + stage;
        return arrivals_[static_cast<std::size_t>(2 * stages_ + row * passes_ + place.chunk * micro_ + place.micro)];
    }

    /// Groups of as many micro-batches as there are stages pass through a chunk; the last group takes the remainder.
    std::int64_t groups() const { return std::max<std::int64_t>(1, micro_ / stages_); }
    std::int64_t last_group() const { return micro_ - (groups() - 1) * stages_; }

    /// The i-th forward pass of every stage.
    Place place_of(std::int64_t i, bool backward) const
    {
        if (plan_.chunks == 1) return {0, i};
        const std::int64_t group = std::min(i / (stages_ * plan_.chunks), groups() - 1);
        const std::int64_t size = group + 1 < groups() ? stages_ : last_group();
        const std::int64_t inside = i - group * stages_ * plan_.chunks;
        const std::int64_t chunk = inside / size;
        return {backward ? plan_.chunks - 1 - chunk : chunk, group * stages_ + inside % size};
    }

    std::int64_t warm_up(std::int64_t stage) const
    {
        if (!plan_.backward) return passes_;
        const std::int64_t behind = stages_ - 1 - stage;
        if (plan_.chunks == 1) return std::min(behind, passes_);
        if (micro_ <= stages_) return passes_;
        return std::min(2 * behind + (plan_.chunks - 1) * last_group(), passes_);
    }

    template <typename Visit>
    std::int64_t advance(std::int64_t stage, Visit& visit)
    {
        const std::int64_t warm = warm_up(stage);
        std::int64_t done = 0;
        for (;; ++done) {
            const auto at = static_cast<std::int64_t>(position(stage));
            if (at == work_) return done;
            const std::int64_t turn = at - warm;
            const bool turns = turn >= 0 && turn < 2 * (passes_ - warm);
            const bool backward = at >= warm && (turns ? turn % 2 == 1 : true);
            const std::int64_t index = at < warm ? at : turns ? (backward ? turn / 2 : warm + turn / 2) : at - passes_;
            if (!step(stage, place_of(index, backward), backward, visit)) return done;
            position(stage) += 1.0;
        }
    }

    double input(std::int64_t stage, const Place& place, bool backward)
    {
        const bool last = !sends_forward(plan_, stage, place.chunk);
        if (!backward) {
            if (stage > 0) return arrival(false, stage - 1, place);
            return place.chunk > 0 ? arrival(false, stages_ - 1, {place.chunk - 1, place.micro}) : 0.0;
        }
        if (last) return arrival(false, stage, place);
        if (stage + 1 < stages_) return arrival(true, stage + 1, place);
        return arrival(true, 0, {place.chunk + 1, place.micro});
    }

    template <typename Visit>
    bool step(std::int64_t stage, const Place& place, bool backward, Visit& visit)
    {
        const double ready = input(stage, place, backward);
        if (ready < 0.0) return false;
        const StageCost& cost = plan_.stages[static_cast<std::size_t>(stage)];
        const bool sends = backward ? sends_backward(stage, place.chunk) : sends_forward(plan_, stage, place.chunk);
        PipelineWork work{stage, place.chunk, place.micro, backward, std::max(clock(stage), ready), 0.0, 0.0};
        work.end = work.start + (backward ? cost.backward : cost.forward) / static_cast<double>(plan_.chunks);
        work.sent = work.end + (sends ? cost.send : 0.0);
        clock(stage) = arrival(backward, stage, place) = work.sent;
        visit(work);
        return true;
    }

    const PipelinePlan& plan_;
    std::int64_t stages_;
    std::int64_t micro_;
    std::int64_t left_out_;
    std::int64_t passes_;
    std::int64_t work_;
    /// The stages' clocks and positions, then the time when each pass of each stage has reached the next stage.
    std::vector<double> arrivals_;
};

} // namespace

std::int64_t replayed_micro_batches(const PipelinePlan& plan)
{
    const auto stages = static_cast<std::int64_t>(plan.stages.size());
    const std::int64_t most = replayed_per_stage * stages;
    if (plan.micro_batches <= most) return plan.micro_batches;
    // Interleaving works in groups of as many micro-batches as there are stages.
    return most - stages + plan.micro_batches % stages;
}

double pipeline_period(const PipelinePlan& plan)
{
    const auto stages = static_cast<std::int64_t>(plan.stages.size());
    double period = 0.0;
    for (std::int64_t stage = 0; stage < stages; ++stage) {
        const StageCost& cost = plan.stages[static_cast<std::size_t>(stage)];
        double sends = 0.0;
        for (std::int64_t chunk = 0; chunk < plan.chunks; ++chunk) {
            sends += sends_forward(plan, stage, chunk) ? cost.send : 0.0;
            sends += plan.backward && sends_backward(stage, chunk) ? cost.send : 0.0;
        }
        period = std::max(period, cost.forward + (plan.backward ? cost.backward : 0.0) + sends);
    }
    return period;
}

double pipeline_seconds(const PipelinePlan& plan)
{
    if (plan.stages.empty()) return 0.0;
    const StageCost& first = plan.stages.front();
    const auto stages = static_cast<std::int64_t>(plan.stages.size());
    const bool even =
        first.send == 0.0 && (plan.chunks == 1 || plan.micro_batches % stages == 0) &&
        std::all_of(plan.stages.begin(), plan.stages.end(), [&](const StageCost& s) { return s == first; });
    if (even) {
        const double work = first.forward + (plan.backward ? first.backward : 0.0);
        return work * static_cast<double>(plan.micro_batches) +
               work * (static_cast<double>(stages - 1) / static_cast<double>(plan.chunks));
    }
    return Replay(plan).run([](const PipelineWork&) {});
}

double left_out_seconds(const PipelinePlan& plan)
{
    return static_cast<double>(plan.micro_batches - replayed_micro_batches(plan)) * pipeline_period(plan);
}

void replay_pipeline(const PipelinePlan& plan, const std::function<void(const PipelineWork&)>& visit)
{
    const std::int64_t shown = replayed_micro_batches(plan);
    if (shown == plan.micro_batches) {
        Replay(plan).run(visit);
        return;
    }
    std::vector<PipelineWork> works;
    Replay(plan).run([&works](const PipelineWork& work) { works.push_back(work); });
    // The pipeline is full when the last stage begins the middle micro-batch.
    const auto last = static_cast<std::int64_t>(plan.stages.size()) - 1;
    const auto middle = std::find_if(works.begin(), works.end(), [&](const PipelineWork& work) {
        return work.stage == last && !work.backward && work.chunk == 0 && work.micro_batch == (shown + 1) / 2;
    });
    const double cut = middle->start;
    const double later = left_out_seconds(plan);
    for (PipelineWork& work : works) {
        if (work.start >= cut) {
            work.after_left_out = true;
            work.micro_batch += plan.micro_batches - shown;
            work.start += later;
            work.end += later;
            work.sent += later;
        }
        visit(work);
    }
}

} // namespace rigwright

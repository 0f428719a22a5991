// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/time/step_schedule.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rigwright {

namespace {

/// A pipeline of one stage if there is none.
PipelinePlan plan_of(const TimeTerms& terms)
{
    if (!terms.pipeline.stages.empty()) return terms.pipeline;
    PipelinePlan plan;
    plan.micro_batches = terms.accumulation;
    const StageTerms& stage = terms.stages.front();
    plan.stages.push_back({stage.forward.base(), stage.backward.base(), 0.0});
    return plan;
}

/// The whole model as one stage, if the terms list none.
StageTerms only_stage(const TimeTerms& terms)
{
    StageTerms stage;
    stage.gpu = terms.gpu;
    stage.host = terms.host;
    stage.micro = terms.micro;
    const double forward = terms.gpu.total() > Seconds() ? terms.gpu.forward / terms.gpu.total() : 0.0;
    stage.forward = terms.micro * forward;
    stage.backward = terms.micro - stage.forward;
    return stage;
}

class ChartLayout {
public:
    ChartLayout(const TimeTerms& terms, Seconds end) : terms_(terms), plan_(plan_of(terms)), end_(end)
    {
        schedule_.stages = static_cast<std::int64_t>(terms.stages.size());
        schedule_.left_out_micro_batches = plan_.micro_batches - replayed_micro_batches(plan_);
        schedule_.end = end;
        busy_until_.resize(terms.stages.size(), 0.0);
        is_cut_.resize(terms.stages.size(), false);
    }

    StepSchedule lay_out()
    {
        const double loading = terms_.loading.exposed.base();
        if (loading > 0.0) everywhere(ScheduleKind::loading, loading);
        start_ = loading;
        replay_pipeline(plan_, [this](const PipelineWork& work) { add(work); });
        const double passes = *std::max_element(busy_until_.begin(), busy_until_.end());
        add_gradients(passes);
        double at = passes + terms_.communication.exposed.base();
        wait_until(at);
        at = all_do(ScheduleKind::offload, at, terms_.offload.exposed.base());
        all_do(ScheduleKind::optimizer, at, terms_.part(TimePart::optimizer).base());
        wait_until(end_.base());
        for (ScheduleRow& row : schedule_.rows) row.end = std::min(row.end, end_);
        return std::move(schedule_);
    }

private:
    void row(std::int64_t stage, ScheduleLane lane, ScheduleKind kind, std::int64_t micro, double start, double end)
    {
        if (end > start) schedule_.rows.push_back({stage, lane, kind, micro, Seconds(start), Seconds(end)});
    }

    double& busy(std::int64_t stage) { return busy_until_[static_cast<std::size_t>(stage)]; }

    void work(std::int64_t stage, ScheduleKind kind, std::int64_t micro, double until)
    {
        row(stage, ScheduleLane::compute, kind, micro, busy(stage), until);
        busy(stage) = std::max(busy(stage), until);
    }

    void everywhere(ScheduleKind kind, double until)
    {
        for (std::int64_t stage = 0; stage < schedule_.stages; ++stage) work(stage, kind, -1, until);
    }

    void wait_until(double until) { everywhere(ScheduleKind::waiting, until); }

    double all_do(ScheduleKind kind, double from, double seconds)
    {
        if (seconds > 0.0) everywhere(kind, from + seconds);
        return from + seconds;
    }

    /// Adds the steps of a pass in sequence: computing, then the exchanges of its layers.
    void add(const PipelineWork& piece)
    {
        const StageTerms& stage = terms_.stages[static_cast<std::size_t>(piece.stage)];
        const double start = piece.start + start_;
        const double length = piece.end - piece.start;
        const Seconds all = stage.micro + stage.exchange;
        const double computing = length * (all > Seconds() ? stage.micro / all : 0.0);
        if (piece.after_left_out && !is_cut_[static_cast<std::size_t>(piece.stage)]) {
            is_cut_[static_cast<std::size_t>(piece.stage)] = true;
            work(piece.stage, ScheduleKind::waiting, -1, start - left_out_seconds(plan_));
            work(piece.stage, ScheduleKind::left_out, -1, start);
        }
        work(piece.stage, ScheduleKind::waiting, -1, start);
        if (piece.backward) {
            const Seconds both = stage.gpu.backward + stage.gpu.recompute;
            const double again = both > Seconds() ? stage.gpu.recompute / both : 0.0;
            work(piece.stage, ScheduleKind::recompute, piece.micro_batch, start + computing * again);
            work(piece.stage, ScheduleKind::backward, piece.micro_batch, start + computing);
        } else {
            work(piece.stage, ScheduleKind::forward, piece.micro_batch, start + computing);
        }
        work(piece.stage, ScheduleKind::layer_exchange, piece.micro_batch, start + length);
        if (piece.sent <= piece.end) return;
        row(piece.stage, ScheduleLane::communication, ScheduleKind::send, piece.micro_batch, start + length,
            piece.sent + start_);
        work(piece.stage, ScheduleKind::waiting, -1, piece.sent + start_);
    }

    /// The hidden part runs beside the last pass.
    void add_gradients(double passes)
    {
        const CommunicationTerms& c = terms_.communication;
        const double exposed = c.exposed.base();
        const double hidden =
            std::clamp((c.collective - c.exposed).base(), 0.0, std::min(c.window.base(), passes - start_));
        for (std::int64_t stage = 0; stage < schedule_.stages; ++stage)
            row(stage, ScheduleLane::communication, ScheduleKind::gradient_exchange, -1, passes - hidden,
                passes + exposed);
    }

    const TimeTerms& terms_;
    PipelinePlan plan_;
    Seconds end_;
    StepSchedule schedule_;
    /// Start of the passes, and the end of each stage's rows.
    double start_ = 0.0;
    std::vector<double> busy_until_;
    /// Whether a stage has passed the micro-batches that are left out.
    std::vector<bool> is_cut_;
};

} // namespace

StepSchedule step_schedule(const Evaluation& evaluation)
{
    if (!evaluation.time || !evaluation.estimate || !evaluation.estimate->time) return {};
    TimeTerms terms = *evaluation.time;
    if (terms.stages.empty()) terms.stages.push_back(only_stage(terms));
    StepSchedule schedule = ChartLayout(terms, terms.step).lay_out();
    const Seconds step = evaluation.estimate->time->step;
    if (step == terms.step || terms.step <= Seconds()) return schedule;
    // A measurement corrects the step as a whole, and every part in proportion.
    const double factor = step / terms.step;
    for (ScheduleRow& row : schedule.rows) {
        row.start = row.start * factor;
        row.end = row.end == schedule.end ? step : row.end * factor;
    }
    schedule.end = step;
    return schedule;
}

nlohmann::ordered_json schedule_json(const StepSchedule& schedule)
{
    nlohmann::ordered_json object;
    object["stages"] = schedule.stages;
    object["left_out_micro_batches"] = schedule.left_out_micro_batches;
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const ScheduleRow& row : schedule.rows) {
        nlohmann::ordered_json entry;
        entry["stage"] = row.stage;
        entry["lane"] = key_of(row.lane);
        entry["kind"] = key_of(row.kind);
        if (row.micro_batch >= 0) entry["micro_batch"] = row.micro_batch;
        entry["start_seconds"] = row.start.base();
        entry["end_seconds"] = row.end.base();
        rows.push_back(std::move(entry));
    }
    object["rows"] = std::move(rows);
    return object;
}

} // namespace rigwright

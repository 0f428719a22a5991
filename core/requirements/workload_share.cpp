// SPDX-License-Identifier: Apache-2.0
#include "core/requirements/workload_share.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// Plans beyond this many machines are no answer to "one or two".
constexpr double most_machines = 1e6;

/// A training as it really passes; the batches of an inference one after another.
std::optional<Seconds> run_time(const Evaluation& evaluation)
{
    if (!evaluation.estimate || !evaluation.estimate->time) return std::nullopt;
    const TimeEstimate& time = *evaluation.estimate->time;
    if (time.run) return time.run->wall;
    const bool infers = evaluation.scenario.training.mode == RunMode::infer;
    return infers && time.knows_run() ? std::optional(time.total) : std::nullopt;
}

WorkloadShare share_of(std::string name, double runs, std::shared_ptr<const Evaluation> evaluation)
{
    WorkloadShare share;
    share.name = std::move(name);
    share.runs_per_month = runs;
    share.run = run_time(*evaluation);
    if (share.run) {
        share.month = *share.run * runs;
        share.share = share.month->base() / (hours_of_a_month * seconds_per_hour);
    }
    share.errors = evaluation->errors;
    if (evaluation->estimate) share.evaluation = std::move(evaluation);
    return share;
}

} // namespace

bool has_month(const Requirements& requirements)
{
    return requirements.runs_per_month.has_value() || !requirements.workloads.empty();
}

Scenario scenario_of(const Workload& workload, const Scenario& scenario)
{
    Scenario question;
    question.name = workload.name;
    question.model = workload.model;
    question.input = workload.input;
    question.dataset = workload.dataset;
    question.training = workload.training;
    question.build = scenario.build;
    question.run = scenario.run;
    question.economics = scenario.economics;
    // The division of a model over GPUs is its own; data parallelism uses all of them.
    question.parallel.zero_stage = scenario.parallel.zero_stage;
    return question;
}

MonthPlan month_plan(const Scenario& scenario, std::shared_ptr<const Evaluation> own, const EngineData& data)
{
    MonthPlan plan;
    plan.workloads.push_back(share_of({}, scenario.requirements.runs_per_month.value_or(1.0), std::move(own)));
    for (const Workload& workload : scenario.requirements.workloads)
        plan.workloads.push_back(
            share_of(workload.name, workload.runs_per_month,
                     std::make_shared<const Evaluation>(evaluate(scenario_of(workload, scenario), data))));
    for (const WorkloadShare& share : plan.workloads) {
        plan.utilisation += share.share;
        plan.complete = plan.complete && (share.run.has_value() || share.runs_per_month <= 0.0);
    }
    const auto most = std::max_element(plan.workloads.begin(), plan.workloads.end(),
                                       [](const auto& a, const auto& b) { return a.share < b.share; });
    plan.binding = static_cast<std::size_t>(most - plan.workloads.begin());
    const double machines = std::ceil(plan.utilisation / data.requirements.most_utilisation);
    plan.machines = std::max<std::int64_t>(static_cast<std::int64_t>(std::min(machines, most_machines)), 1);
    return plan;
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/advise/workload_share.h"

#include "core/estimate/run/run_estimate.h"
#include "core/scenario/measurement_settings.h"
#include "core/scenario/tiles.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// Plans beyond this many machines are no answer to "one or two".
constexpr double most_machines = 1e6;

WorkloadShare share_of(std::string name, double runs, std::shared_ptr<const Evaluation> evaluation)
{
    WorkloadShare share;
    share.name = std::move(name);
    share.runs_per_month = runs;
    if (evaluation->estimate && evaluation->estimate->time)
        share.run = run_time(*evaluation->estimate->time, evaluation->scenario.training.mode);
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

namespace {

/// Counts beyond this leave 64 bits further on.
constexpr double most_needed_samples = 1e15;

std::int64_t whole_samples(double samples)
{
    return static_cast<std::int64_t>(std::ceil(std::min(samples, most_needed_samples)));
}

} // namespace

std::optional<SampleNeed> sample_need(const Scenario& scenario)
{
    const Requirements& need = scenario.requirements;
    if (!scenario.dataset.samples) return std::nullopt;
    SampleNeed terms;
    terms.samples = *scenario.dataset.samples;
    const TileGrid grid = tile_grid(scenario);
    terms.tiles_high = grid.high;
    terms.tiles_wide = grid.wide;
    terms.growth = need.growth.value_or(1.0);
    terms.plain = static_cast<double>(terms.samples) * static_cast<double>(terms.tiles()) * terms.growth;
    terms.epoch = terms.plain;
    if (!need.positive_share) return terms;
    const double p = *need.positive_share;
    const double larger = std::max(p, 1.0 - p);
    if (larger >= 1.0) return need.balanced_epochs ? std::nullopt : std::optional(terms);
    terms.positive_share = p;
    terms.positives = p * terms.plain;
    terms.balanced = 2.0 * larger * terms.plain;
    terms.repeats = larger / (1.0 - larger);
    if (need.balanced_epochs) terms.epoch = terms.balanced;
    return terms;
}

Scenario training_of_need(const Scenario& scenario)
{
    Scenario training = scenario;
    if (!training.measurements.empty()) anchor_measurements(training);
    if (const auto need = sample_need(scenario)) {
        // The plan counts the tiles of each image itself.
        training.dataset.samples = whole_samples(need->epoch / static_cast<double>(need->tiles()));
    } else if (training.dataset.tokens && scenario.requirements.growth) {
        training.dataset.tokens =
            whole_samples(static_cast<double>(*training.dataset.tokens) * *scenario.requirements.growth);
    }
    return training;
}

Scenario inspection_of_need(const Scenario& scenario)
{
    Scenario inspection = scenario;
    if (inspection.training.mode == RunMode::infer) return inspection;
    if (!inspection.measurements.empty()) inspection.measurements.clear();
    const auto need = sample_need(scenario);
    inspection.training.mode = RunMode::infer;
    inspection.training.epochs = 1;
    inspection.training.gradient_accumulation = 1;
    inspection.training.lora.reset();
    inspection.training.micro_batch =
        std::min(inspection.training.micro_batch, need ? need->tiles() : inspection.training.micro_batch);
    inspection.parallel.zero_stage = 0;
    inspection.parallel.offload = Offload::none;
    return inspection;
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/advise/workload_share.h"

#include "core/estimate/run/data_loading.h"
#include "core/estimate/run/run_estimate.h"
#include "core/scenario/measurement_settings.h"
#include "core/scenario/tiles.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// Plans with more machines do not answer "one or two".
constexpr double most_machines = 1e6;

/// One run as a share of a month; for the workload at that index of a plan.
Term share_of_month(const WorkloadShare& share, std::size_t index, const TimeEstimate& time, Trace& trace)
{
    const bool own = share.name.empty();
    const Term runs = trace.given(own ? "own_runs_per_month" : "runs_per_month", share.runs_per_month, Unit::ratio, {},
                                  "requirements.runs_per_month");
    const Term run =
        trace.given(time.run ? "time.wall_seconds" : "time.total_seconds", share.run->base(), Unit::seconds);
    const Term part = runs * run / trace.given("a_month", hours_of_a_month * seconds_per_hour, Unit::seconds);
    if (!trace.keeps()) return part;
    Derivation head = leaf({}, own ? "requirements.own_share" : "requirements.workload_share", {});
    head.arguments = {{"workload", share.name}};
    return trace.keep("requirements.workloads[" + std::to_string(index) + "]",
                      trace.name(std::move(head), part, Unit::share));
}

/// Adds a workload to the plan, and its share to `utilisation`.
void add_workload(std::string name, double runs, std::shared_ptr<const Evaluation> evaluation, MonthPlan& plan,
                  std::optional<Term>& utilisation, Trace& trace)
{
    WorkloadShare share;
    share.name = std::move(name);
    share.runs_per_month = runs;
    const TimeEstimate* time =
        evaluation->estimate && evaluation->estimate->time ? &*evaluation->estimate->time : nullptr;
    if (time != nullptr) share.run = run_time(*time, evaluation->scenario.training.mode);
    if (share.run) {
        share.month = *share.run * runs;
        const Term of_month = share_of_month(share, plan.workloads.size(), *time, trace);
        share.share = of_month.amount();
        utilisation = utilisation ? *utilisation + of_month : of_month;
    }
    share.errors = evaluation->errors;
    if (evaluation->estimate) share.evaluation = std::move(evaluation);
    plan.workloads.push_back(std::move(share));
}

} // namespace

bool has_month(const Requirements& requirements)
{
    return requirements.runs_per_month.has_value() || !requirements.workloads.empty();
}

Scenario scenario_of(const Workload& workload, const Scenario& scenario)
{
    Scenario question = question_of(workload);
    question.name = workload.name;
    question.build = scenario.build;
    question.run = scenario.run;
    question.economics = scenario.economics;
    // Each model has its own division over GPUs; data parallelism uses all of them.
    question.parallel.zero_stage = scenario.parallel.zero_stage;
    return question;
}

MonthPlan month_plan(const Scenario& scenario, std::shared_ptr<const Evaluation> own, const EngineData& data,
                     Trace& trace)
{
    MonthPlan plan;
    std::optional<Term> sum;
    add_workload({}, scenario.requirements.runs_per_month.value_or(1.0), std::move(own), plan, sum, trace);
    for (const Workload& workload : scenario.requirements.workloads)
        add_workload(workload.name, workload.runs_per_month,
                     std::make_shared<const Evaluation>(evaluate(scenario_of(workload, scenario), data)), plan, sum,
                     trace);
    const Term utilisation = trace.name("requirements.month_utilisation", sum.value_or(Term()), Unit::share);
    plan.utilisation = utilisation.amount();
    for (const WorkloadShare& share : plan.workloads)
        plan.complete = plan.complete && (share.run.has_value() || share.runs_per_month <= 0.0);
    const auto most =
        std::ranges::max_element(plan.workloads, [](const auto& a, const auto& b) { return a.share < b.share; });
    plan.binding = static_cast<std::size_t>(most - plan.workloads.begin());
    const Term machines =
        ceil(utilisation / trace.coefficient("most_utilisation", data.requirements.most_utilisation, Unit::share));
    plan.machines = std::max<std::int64_t>(static_cast<std::int64_t>(std::min(machines.amount(), most_machines)), 1);
    trace.name("requirements.machines", machines.rounded_as(static_cast<double>(plan.machines)), Unit::count);
    return plan;
}

namespace {

/// Larger counts overflow 64 bits later.
constexpr double most_needed_samples = 1e15;

std::int64_t whole_samples(double samples)
{
    return static_cast<std::int64_t>(std::ceil(std::min(samples, most_needed_samples)));
}

} // namespace

std::optional<SampleNeed> sample_need(const Scenario& scenario, Trace& trace)
{
    const Requirements& need = scenario.requirements;
    if (!scenario.dataset.samples) return std::nullopt;
    SampleNeed terms;
    terms.samples = *scenario.dataset.samples;
    const TileGrid grid = tile_grid(scenario);
    terms.tiles_high = grid.high;
    terms.tiles_wide = grid.wide;
    terms.growth = need.growth.value_or(1.0);
    const auto count = [&trace](const char* id, const Term& number, const char* source = "") {
        return trace.name(id, number, Unit::count, source);
    };
    const Term plain =
        count("requirements.plain_epoch",
              trace.field("dataset.samples", static_cast<double>(terms.samples), Unit::count) *
                  tiles_of_a_sample(grid, trace) * trace.field("requirements.growth", terms.growth, Unit::ratio));
    terms.plain = terms.epoch = plain.amount();
    trace.keep("requirements.epoch", plain);
    if (!need.positive_share) return terms;
    const double p = *need.positive_share;
    if (std::max(p, 1.0 - p) >= 1.0) return need.balanced_epochs ? std::nullopt : std::optional(terms);
    const Term share = trace.field("requirements.positive_share", p, Unit::share);
    const Term larger = max(share, 1.0 - share);
    const Term balanced = count("requirements.balanced_epoch", 2.0 * larger * plain, "source.balanced-epoch");
    terms.positive_share = p;
    terms.positives = count("requirements.positives", share * plain).amount();
    terms.balanced = balanced.amount();
    terms.repeats = trace.name("requirements.repeats", larger / min(share, 1.0 - share), Unit::ratio).amount();
    if (!need.balanced_epochs) return terms;
    terms.epoch = terms.balanced;
    trace.keep("requirements.epoch", balanced);
    return terms;
}

std::optional<SampleNeed> sample_need(const Scenario& scenario)
{
    Trace untraced(false);
    return sample_need(scenario, untraced);
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

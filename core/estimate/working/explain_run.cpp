// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"

#include <array>

namespace rigwright {

namespace {

using Explained = std::optional<Derivation>;

Derivation epochs(const Evaluation& e)
{
    return from_field("epochs", "training.epochs", value_of(Count(e.scenario.training.epochs)));
}

Derivation pf_days(const Evaluation& e, const EngineData&)
{
    const TimeEstimate& time = *e.estimate->time;
    Derivation samples =
        e.scenario.dataset.samples
            ? explain_samples_of_epoch(e)
            : leaf("samples", "samples_of_epoch", count_value(samples_of_epoch(e.scenario, time).value_or(0.0)));
    return computed(
        "", "time.pf_days", ratio_value(*time.pf_days), "pf-days",
        {leaf("flops", "model.training_flops_per_sample", value_of(e.estimate->model.training_flops_per_sample)),
         std::move(samples), epochs(e)});
}

Derivation six_n_d(const Evaluation& e, const EngineData&)
{
    const TimeEstimate& time = *e.estimate->time;
    return computed("", "time.six_n_d_pf_days", ratio_value(*time.six_n_d_pf_days), "six-n-d",
                    {leaf("parameters", "model.active_parameters", value_of(e.estimate->model.active_parameters)),
                     leaf("tokens", "tokens_of_run", count_value(tokens_of_run(e.scenario, time).value_or(0.0))),
                     leaf("counted", "time.pf_days", ratio_value(time.pf_days.value_or(0.0)), "source.six-n-d")});
}

Derivation upload(const Evaluation& e, const EngineData&)
{
    return computed("", "time.upload_seconds", value_of(*e.estimate->time->upload), "upload",
                    {explain_samples_as_read(e), explain_bytes_as_read(e),
                     from_field("rate", "run.upload_Mbit_per_second",
                                ratio_value(e.scenario.run.upload_mbit_per_second.value_or(0.0)))});
}

Derivation exposed_copy(const Evaluation& e, const EngineData& data)
{
    const LoadingTerms& l = e.time->loading;
    Derivation node = computed("", "time.loading.exposed_copy_seconds", value_of(l.exposed_copy),
                               l.copy_overlaps ? "copy-overlapped" : "copy-in-turn", {explain_copy(e, data)});
    if (l.copy_overlaps)
        node.inputs.push_back(
            leaf("step", "step_without_loading", value_of(e.time->undisturbed * (1.0 + e.time->straggler_share))));
    return node;
}

template <bool FirstEpoch>
Derivation loading_needed(const Evaluation& e, const EngineData& data)
{
    return explain_loading_needed(e, data, FirstEpoch);
}

constexpr auto run_workings = std::to_array<ExplainedRow>({
    {"time.loading.needed_seconds", working_by<loading_needed<false>>},
    {"time.loading.first_epoch_needed_seconds", working_by<loading_needed<true>>},
    {"time.loading.host_to_device_copy_seconds", working_by<explain_copy>},
    {"time.loading.exposed_copy_seconds", working_by<exposed_copy>},
    {"time.pf_days", working_by<pf_days>},
    {"time.six_n_d_pf_days", working_by<six_n_d>},
    {"time.upload_seconds", working_by<upload>},
    {"time.run_parts.training", nullptr},
    {"time.run_parts.cold_cache", nullptr},
    {"time.run_parts.validation", nullptr},
    {"time.run_parts.checkpoints", nullptr},
    {"time.run_parts.failures", nullptr},
    {"time.wall_seconds", nullptr},
    {"time.wall_low_seconds", nullptr},
    {"time.wall_high_seconds", nullptr},
    {"time.goodput", nullptr},
    {"time.mtbf_seconds", nullptr},
    {"time.checkpoint_bytes", nullptr},
    {"time.checkpoint_interval_seconds", nullptr},
});

} // namespace

ExplainedRows explained_run() { return run_workings; }

namespace {

constexpr auto cost_workings = std::to_array<ExplainedRow>({
    {"cost.purchase", nullptr},
    {"cost.depreciation", nullptr},
    {"cost.maintenance", nullptr},
    {"cost.energy", nullptr},
    {"cost.run", nullptr},
    {"cost.rent_per_gpu_hour", nullptr},
    {"cost.rent_equivalent", nullptr},
    {"cost.break_even_hours", nullptr},
    {"cost.break_even_calendar", nullptr},
    {"cost.upload_rent", nullptr},
});

constexpr auto energy_workings = std::to_array<ExplainedRow>({
    {"energy.average_power_W", nullptr},
    {"energy.parts_W.gpus", nullptr},
    {"energy.parts_W.processors", nullptr},
    {"energy.parts_W.memory", nullptr},
    {"energy.parts_W.storage", nullptr},
    {"energy.parts_W.board_and_fans", nullptr},
    {"energy.parts_W.supply_loss", nullptr},
    {"energy.parts_W.cooling", nullptr},
    {"energy.total_kWh", nullptr},
    {"energy.total_low_kWh", nullptr},
    {"energy.total_high_kWh", nullptr},
    {"energy.co2_kg", nullptr},
});

} // namespace

ExplainedRows explained_cost() { return cost_workings; }

ExplainedRows explained_energy() { return energy_workings; }

} // namespace rigwright

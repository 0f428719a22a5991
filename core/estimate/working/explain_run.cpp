// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/working/workings.h"

#include <array>

namespace rigwright {

namespace {

constexpr auto run_workings = std::to_array<ExplainedRow>({
    {"time.loading.needed_seconds", nullptr},
    {"time.loading.first_epoch_needed_seconds", nullptr},
    {"time.loading.host_to_device_copy_seconds", nullptr},
    {"time.loading.exposed_copy_seconds", nullptr},
    {"time.pf_days", nullptr},
    {"time.six_n_d_pf_days", nullptr},
    {"time.upload_seconds", nullptr},
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

// SPDX-License-Identifier: Apache-2.0

#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"

#include <array>

namespace rigwright {

namespace {

constexpr auto time_workings = std::to_array<ExplainedRow>({
    {"time.step_seconds", nullptr},
    {"time.low_seconds", nullptr},
    {"time.high_seconds", nullptr},
    {"time.parts.forward", nullptr},
    {"time.parts.backward", nullptr},
    {"time.parts.recompute", nullptr},
    {"time.parts.optimizer", nullptr},
    {"time.parts.exposed_communication", nullptr},
    {"time.parts.pipeline_bubble", nullptr},
    {"time.parts.exposed_data_loading", nullptr},
    {"time.parts.host_overhead", nullptr},
    {"time.parts.measured_correction", nullptr},
    {"time.global_batch", nullptr},
    {"time.steps_per_epoch", nullptr},
    {"time.forward_seconds", nullptr},
    {"time.backward_seconds", nullptr},
    {"time.samples_per_second", nullptr},
    {"time.images_per_second", nullptr},
    {"time.tokens_per_second", nullptr},
    {"time.epoch_seconds", nullptr},
    {"time.total_seconds", nullptr},
    {"time.total_low_seconds", nullptr},
    {"time.total_high_seconds", nullptr},
    {"time.mfu", nullptr},
    {"time.hfu", nullptr},
});

template <Pass Which>
Derivation pass(const Evaluation& e, const EngineData& data)
{
    return explain_pass(e, data, Which);
}

constexpr auto pass_workings = std::to_array<ExplainedRow>({
    {"micro_forward", working_by<pass<Pass::forward>>},
    {"micro_backward", working_by<pass<Pass::backward>>},
    {"micro_recompute", working_by<pass<Pass::recompute>>},
    {"data_parallel_degree", nullptr},
    {"processor_peak", nullptr},
});

} // namespace

ExplainedRows explained_times() { return time_workings; }

ExplainedRows explained_passes() { return pass_workings; }

} // namespace rigwright

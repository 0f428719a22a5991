// SPDX-License-Identifier: Apache-2.0
#include "core/explain/inference_working.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

/// Names of what only a training has.
constexpr auto of_training = std::to_array<std::string_view>({
    "field.training.gradient_accumulation",
    "quantity.backward_kernels",
    "quantity.bytes_of_moments",
    "quantity.bytes_per_gradient",
    "quantity.bytes_per_master_weight",
    "quantity.bytes_per_moment",
    "quantity.coefficient.host_backward_share",
    "quantity.exposed_gradients",
    "quantity.flops_input_gradients",
    "quantity.flops_weight_gradients",
    "quantity.gap.optimizer",
    "quantity.gap.recompute",
    "quantity.gradient_buckets",
    "quantity.gradient_shards",
    "quantity.memory.before_first_update_bytes",
    "quantity.memory.parts.gradients",
    "quantity.memory.parts.master_weights",
    "quantity.memory.parts.optimizer_state",
    "quantity.memory.states.gradients",
    "quantity.memory.states.master_weights",
    "quantity.memory.states.optimizer_state",
    "quantity.memory.states_per_parameter",
    "quantity.micro_backward",
    "quantity.micro_backward_processor",
    "quantity.micro_recompute",
    "quantity.model.causal_training_flops_per_sample",
    "quantity.model.saved_activation_bytes_per_sample",
    "quantity.model.saved_over_textbook",
    "quantity.model.textbook_activation_bytes_per_sample",
    "quantity.model.trainable_parameters",
    "quantity.model.training_flops_per_sample",
    "quantity.model.training_macs_per_sample",
    "quantity.moments",
    "quantity.optimizer_bytes",
    "quantity.optimizer_passes",
    "quantity.optimizer_shards",
    "quantity.recomputed_flops",
    "quantity.states_of_recipe",
    "quantity.time.backward_seconds",
    "quantity.time.hfu",
    "quantity.time.parts.backward",
    "quantity.time.parts.optimizer",
    "quantity.time.parts.recompute",
    "quantity.time.six_n_d_pf_days",
    "quantity.time_of_loss",
});

/// Names that say training, of which an inference has its own: "quantity.inference.<…>".
constexpr auto renamed = std::to_array<std::string_view>({
    "field.training.epochs",
    "quantity.coefficient.process_mib",
    "quantity.energy.total_kWh",
    "quantity.host_processes",
    "quantity.model_flops",
    "quantity.range_factor_high",
    "quantity.range_factor_low",
    "quantity.time.closed_form_seconds",
    "quantity.time.epoch_seconds",
    "quantity.time.loading.first_epoch_needed_seconds",
    "quantity.time.steps_per_epoch",
    "quantity.time.total_high_seconds",
    "quantity.time.total_low_seconds",
    "quantity.time.total_seconds",
});

/// Formulas with terms that only a training has; each has its "-inference".
constexpr auto formulas = std::to_array<std::string_view>({
    "formula.allocated",
    "formula.bubble",
    "formula.communication-buffers",
    "formula.every-gpu-batch",
    "formula.exposed-communication",
    "formula.global-batch",
    "formula.host-overhead",
    "formula.host-time",
    "formula.measured-step",
    "formula.memory-total",
    "formula.memory-total-measured",
    "formula.mfu",
    "formula.peak-bound",
    "formula.step-bytes",
    "formula.step-from-bound",
    "formula.time-step",
    "formula.time-step-measured",
    "formula.times-accumulation",
});

/// Sources that tell how a training fills an amount.
constexpr auto sources_of_training = std::to_array<std::string_view>({"source.on-host", "source.stream-blocks"});

template <typename Names>
bool names_include(const Names& names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

/// "quantity.inference.time.total_seconds", "quantity.inference.training.epochs".
std::string name_in_inference(const std::string& name)
{
    return "quantity.inference." + name.substr(name.find('.') + 1);
}

} // namespace

bool exists_in_inference(std::string_view quantity)
{
    return !names_include(of_training, "quantity." + std::string(quantity));
}

Working without_training(Working node)
{
    if (names_include(renamed, node.quantity)) node.quantity = name_in_inference(node.quantity);
    if (names_include(formulas, node.formula)) node.formula += "-inference";
    if (names_include(sources_of_training, node.source)) node.source.clear();
    std::erase_if(node.inputs, [](const Working& input) { return names_include(of_training, input.quantity); });
    for (Working& input : node.inputs) input = without_training(std::move(input));
    return node;
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain.h"

#include "core/explain/explain_causal.h"
#include "core/explain/explain_closed_form.h"
#include "core/explain/explain_cost.h"
#include "core/explain/explain_energy.h"
#include "core/explain/explain_machine.h"
#include "core/explain/explain_measured.h"
#include "core/explain/explain_memory.h"
#include "core/explain/explain_model.h"
#include "core/explain/explain_popular.h"
#include "core/explain/explain_recipes.h"
#include "core/explain/explain_requirements.h"
#include "core/explain/explain_run.h"
#include "core/explain/explain_takt.h"
#include "core/explain/explain_textbook.h"
#include "core/explain/explain_time.h"
#include "core/explain/explained_rows.h"
#include "core/explain/inference_working.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

using Explained = std::optional<Working>;

/// One line a quantity: its id and the function that gives its working.
struct Row {
    std::string_view id;
    Explained (*explain)(const Evaluation&, const EngineData&);
};

template <std::size_t Part>
Explained memory_part(const Evaluation& e, const EngineData&)
{
    return explain_memory_part(e, static_cast<MemoryPart>(Part));
}

template <std::size_t State>
Explained memory_state(const Evaluation& e, const EngineData&)
{
    return explain_memory_state(e, State);
}

/// Quantities that need to know what the card's driver keeps.
template <Working (*Function)(const Evaluation&)>
Explained with_usable(const Evaluation& e, const EngineData&)
{
    return e.memory.usable ? Explained(Function(e)) : std::nullopt;
}

constexpr std::array model_rows{
    Row{"model.parameters",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_parameters(e, false); }},
    Row{"model.trainable_parameters",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_parameters(e, true); }},
    Row{"model.closed_form_parameters", explain_closed_form},
    Row{"model.popular_transformer_parameters", explain_popular_transformer},
    Row{"model.forward_macs_per_sample",
        [](const Evaluation& e, const EngineData& data) -> Explained { return explain_forward_macs(e, data); }},
    Row{"model.forward_flops_per_sample",
        [](const Evaluation& e, const EngineData& data) -> Explained { return explain_forward_flops(e, data); }},
    Row{"model.training_flops_per_sample",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_training_flops(e); }},
    Row{"model.training_macs_per_sample",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_training_macs(e); }},
    Row{"model.causal_forward_macs_per_sample", explain_causal_forward},
    Row{"model.causal_training_flops_per_sample", explain_causal_training},
    Row{"model.saved_activation_bytes_per_sample",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_saved_activations(e); }},
    Row{"model.thop_macs_per_sample",
        [](const Evaluation& e, const EngineData& data) -> Explained { return explain_thop_macs(e, data); }},
    Row{"model.textbook_activation_bytes_per_sample",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_textbook_activations(e); }},
    Row{"model.saved_over_textbook",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_saved_over_textbook(e); }},
};

constexpr std::array memory_rows{
    Row{"memory.total_bytes",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_memory_total(e); }},
    Row{"memory.usable_bytes", with_usable<explain_usable>},
    Row{"memory.shortfall_bytes", with_usable<explain_shortfall>},
    Row{"memory.parts.weights", memory_part<0>},
    Row{"memory.parts.gradients", memory_part<1>},
    Row{"memory.parts.optimizer_state", memory_part<2>},
    Row{"memory.parts.master_weights", memory_part<3>},
    Row{"memory.parts.activations", memory_part<4>},
    Row{"memory.parts.temporary_buffers", memory_part<5>},
    Row{"memory.parts.communication_buffers", memory_part<6>},
    Row{"memory.parts.framework_overhead", memory_part<7>},
    Row{"memory.parts.measured_correction",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_memory_correction(e); }},
    Row{"memory.states.weights", memory_state<0>},
    Row{"memory.states.gradients", memory_state<1>},
    Row{"memory.states.optimizer_state", memory_state<2>},
    Row{"memory.states.master_weights", memory_state<3>},
    Row{"memory.peak_allocated_bytes",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_allocated(e); }},
    Row{"memory.peak_reserved_bytes",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_reserved(e); }},
    Row{"memory.max_micro_batch", with_usable<explain_largest_micro_batch>},
    Row{"memory.low_bytes",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_memory_bound(e, false); }},
    Row{"memory.high_bytes",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_memory_bound(e, true); }},
    Row{"memory.before_first_update_bytes",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_before_first_update(e); }},
    Row{"memory.with_margin_bytes",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_memory_margin(e); }},
    Row{"memory.states_per_parameter",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_states_per_parameter(e); }},
    Row{"memory.rule_of_thumb_bytes",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_rule_of_thumb(e); }},
    Row{"memory.textbook_bytes",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_textbook_memory(e); }},
    Row{"memory.total_over_rule_of_thumb",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_total_over_rule_of_thumb(e); }},
    Row{"memory.host_bytes",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_host_memory(e); }},
};

/// What textbooks compute beside the engine's times; they ask for themselves whether there is a time.
constexpr std::array textbook_rows{
    Row{"time.every_gpu_batch",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_every_gpu_batch(e); }},
    Row{"time.closed_form_seconds",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_closed_form_time(e); }},
    Row{"time.roofline_seconds", explain_roofline_step},
};

/// Whatever is done, with all that a training has.
Explained full_working(const Evaluation& evaluation, const EngineData& data, std::string_view quantity)
{
    // Of a model that was read in part the weights alone are known.
    const bool parameters = quantity.find("parameters") != std::string_view::npos;
    if (evaluation.estimate->verdict == Verdict::incomplete && quantity.starts_with("model.") && !parameters)
        return std::nullopt;
    if (const Row* row = row_of(model_rows, quantity)) return row->explain(evaluation, data);
    if (const Row* row = row_of(textbook_rows, quantity)) return row->explain(evaluation, data);
    const Row* memory = row_of(memory_rows, quantity);
    if (memory != nullptr && !evaluation.estimate->memory) return std::nullopt;
    Explained working = memory != nullptr ? memory->explain(evaluation, data) : std::nullopt;
    for (const auto explain_group :
         {explain_time, explain_run, explain_takt, explain_energy, explain_cost, explain_requirements, explain_machine})
        if (!working) working = explain_group(evaluation, data, quantity);
    if (working) working = with_measurements(std::move(*working), evaluation, quantity);
    return working;
}

} // namespace

std::optional<Working> explain(const Evaluation& evaluation, const EngineData& data, std::string_view quantity)
{
    if (!evaluation.estimate) return std::nullopt;
    if (evaluation.scenario.training.mode == RunMode::train) return full_working(evaluation, data, quantity);
    Explained working = exists_in_inference(quantity) ? full_working(evaluation, data, quantity) : std::nullopt;
    if (working) working = without_training(*std::move(working));
    return working;
}
const std::vector<std::string_view>& explained_quantities()
{
    static const std::vector<std::string_view> ids = [] {
        std::vector<std::string_view> all;
        for (const auto& group :
             {ids_of(model_rows), ids_of(memory_rows), explained_time_quantities(), explained_run_quantities(),
              ids_of(textbook_rows), explained_takt_quantities(), explained_energy_quantities(),
              explained_cost_quantities(), explained_machine_quantities()})
            all.insert(all.end(), group.begin(), group.end());
        return all;
    }();
    return ids;
}

} // namespace rigwright

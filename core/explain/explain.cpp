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
struct ExplainedRow {
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
    ExplainedRow{"model.parameters",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_parameters(e, false); }},
    ExplainedRow{"model.trainable_parameters",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_parameters(e, true); }},
    ExplainedRow{"model.closed_form_parameters", explain_closed_form},
    ExplainedRow{"model.popular_transformer_parameters", explain_popular_transformer},
    ExplainedRow{
        "model.forward_macs_per_sample",
        [](const Evaluation& e, const EngineData& data) -> Explained { return explain_forward_macs(e, data); }},
    ExplainedRow{
        "model.forward_flops_per_sample",
        [](const Evaluation& e, const EngineData& data) -> Explained { return explain_forward_flops(e, data); }},
    ExplainedRow{"model.training_flops_per_sample",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_training_flops(e); }},
    ExplainedRow{"model.training_macs_per_sample",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_training_macs(e); }},
    ExplainedRow{"model.causal_forward_macs_per_sample", explain_causal_forward},
    ExplainedRow{"model.causal_training_flops_per_sample", explain_causal_training},
    ExplainedRow{"model.saved_activation_bytes_per_sample",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_saved_activations(e); }},
    ExplainedRow{"model.thop_macs_per_sample",
                 [](const Evaluation& e, const EngineData& data) -> Explained { return explain_thop_macs(e, data); }},
    ExplainedRow{"model.textbook_activation_bytes_per_sample",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_textbook_activations(e); }},
    ExplainedRow{"model.saved_over_textbook",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_saved_over_textbook(e); }},
};

constexpr std::array memory_rows{
    ExplainedRow{"memory.total_bytes",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_memory_total(e); }},
    ExplainedRow{"memory.usable_bytes", with_usable<explain_usable>},
    ExplainedRow{"memory.shortfall_bytes", with_usable<explain_shortfall>},
    ExplainedRow{"memory.parts.weights", memory_part<0>},
    ExplainedRow{"memory.parts.gradients", memory_part<1>},
    ExplainedRow{"memory.parts.optimizer_state", memory_part<2>},
    ExplainedRow{"memory.parts.master_weights", memory_part<3>},
    ExplainedRow{"memory.parts.activations", memory_part<4>},
    ExplainedRow{"memory.parts.temporary_buffers", memory_part<5>},
    ExplainedRow{"memory.parts.communication_buffers", memory_part<6>},
    ExplainedRow{"memory.parts.framework_overhead", memory_part<7>},
    ExplainedRow{"memory.parts.measured_correction",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_memory_correction(e); }},
    ExplainedRow{"memory.states.weights", memory_state<0>},
    ExplainedRow{"memory.states.gradients", memory_state<1>},
    ExplainedRow{"memory.states.optimizer_state", memory_state<2>},
    ExplainedRow{"memory.states.master_weights", memory_state<3>},
    ExplainedRow{"memory.peak_allocated_bytes",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_allocated(e); }},
    ExplainedRow{"memory.peak_reserved_bytes",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_reserved(e); }},
    ExplainedRow{"memory.max_micro_batch", with_usable<explain_largest_micro_batch>},
    ExplainedRow{"memory.low_bytes",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_memory_bound(e, false); }},
    ExplainedRow{"memory.high_bytes",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_memory_bound(e, true); }},
    ExplainedRow{"memory.before_first_update_bytes",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_before_first_update(e); }},
    ExplainedRow{"memory.with_margin_bytes",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_memory_margin(e); }},
    ExplainedRow{"memory.states_per_parameter",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_states_per_parameter(e); }},
    ExplainedRow{"memory.rule_of_thumb_bytes",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_rule_of_thumb(e); }},
    ExplainedRow{"memory.textbook_bytes",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_textbook_memory(e); }},
    ExplainedRow{
        "memory.total_over_rule_of_thumb",
        [](const Evaluation& e, const EngineData&) -> Explained { return explain_total_over_rule_of_thumb(e); }},
    ExplainedRow{"memory.host_bytes",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_host_memory(e); }},
};

/// What textbooks compute beside the engine's times; they ask for themselves whether there is a time.
constexpr std::array textbook_rows{
    ExplainedRow{"time.every_gpu_batch",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_every_gpu_batch(e); }},
    ExplainedRow{"time.closed_form_seconds",
                 [](const Evaluation& e, const EngineData&) -> Explained { return explain_closed_form_time(e); }},
    ExplainedRow{"time.roofline_seconds", explain_roofline_step},
};

/// Whatever is done, with all that a training has.
Explained full_working(const Evaluation& evaluation, const EngineData& data, std::string_view quantity)
{
    // Of a model that was read in part the weights alone are known.
    const bool parameters = quantity.find("parameters") != std::string_view::npos;
    if (evaluation.estimate->verdict == Verdict::incomplete && quantity.starts_with("model.") && !parameters)
        return std::nullopt;
    if (const ExplainedRow* row = row_of(model_rows, quantity)) return row->explain(evaluation, data);
    if (const ExplainedRow* row = row_of(textbook_rows, quantity)) return row->explain(evaluation, data);
    const ExplainedRow* memory = row_of(memory_rows, quantity);
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

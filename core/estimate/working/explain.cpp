// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/working/explain.h"

#include "core/estimate/model_counts.h"
#include "core/estimate/quantities.h"
#include "core/estimate/run/doubling.h"
#include "core/estimate/run/sweep.h"
#include "core/estimate/textbook/textbook.h"
#include "core/estimate/time/pass_times.h"
#include "core/estimate/time/step_causes.h"
#include "core/estimate/working/absence.h"
#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace rigwright {

namespace {

using Explained = std::optional<Derivation>;

/// One row per quantity: its id and the function that derives it, called only if the estimate has the quantity. Without
/// a function, the trace of the evaluation has the derivation.
struct ExplainedRow {
    std::string_view id;
    Explained (*explain)(const Evaluation&, const EngineData&);
};

/// A function of the evaluation, with or without the data, in the signature of the rows.
template <auto Function>
Explained working_by(const Evaluation& e, const EngineData& data)
{
    if constexpr (std::is_invocable_v<decltype(Function), const Evaluation&, const EngineData&>)
        return Function(e, data);
    else
        return Function(e);
}

template <bool Trainable>
Derivation counted_parameters(const Evaluation& e)
{
    return explain_parameters(e, Trainable);
}

template <WhatIfTarget Which>
Explained doubled(const Evaluation& e, const EngineData& data)
{
    return doubled_step(e, data, Which);
}

Explained saturation_batch(const Evaluation& e, const EngineData& data) { return saturation_working(e.scenario, data); }

/// Quantities of the estimate that are words, counts and flags without a formula, or explained under another name.
constexpr auto without_working = std::to_array<std::string_view>(
    {"model.active_parameters", "model.layers_counted", "memory.at_least_bytes", "memory.fits", "memory.peak_phase",
     "memory.peak_layer", "time.bottleneck", "takt.met", "cost.currency", "cost.unpriced_lines", "cost.break_even_date",
     "cost.break_even_calendar_hours"});

/// Quantities that no trace names and no estimate file contains.
constexpr auto further_workings = std::to_array<ExplainedRow>({
    {"model.parameters", working_by<counted_parameters<false>>},
    {"model.trainable_parameters", working_by<counted_parameters<true>>},
    {"model.closed_form_parameters", explain_closed_form},
    {"model.commonly_quoted_parameters", explain_commonly_quoted_transformer},
    {"model.forward_macs_per_sample", working_by<explain_forward_macs>},
    {"model.forward_flops_per_sample", working_by<explain_forward_flops>},
    {"model.training_flops_per_sample", working_by<explain_training_flops>},
    {"model.training_macs_per_sample", working_by<explain_training_macs>},
    {"model.causal_forward_macs_per_sample", explain_causal_forward},
    {"model.causal_training_flops_per_sample", explain_causal_training},
    {"model.saved_activation_bytes_per_sample", working_by<explain_saved_activations>},
    {"model.thop_macs_per_sample", working_by<explain_thop_macs>},
    {"model.textbook_activation_bytes_per_sample", working_by<explain_textbook_activations>},
    {"model.saved_over_textbook", working_by<explain_saved_over_textbook>},
    {"memory.before_first_update_bytes", nullptr},
    {"memory.states_per_parameter", working_by<explain_states_per_parameter>},
    {"memory.rule_of_thumb_bytes", working_by<explain_rule_of_thumb>},
    {"memory.textbook_bytes", working_by<explain_textbook_memory>},
    {"memory.total_over_rule_of_thumb", working_by<explain_total_over_rule_of_thumb>},
    {"time.bottleneck_seconds", nullptr},
    {"time.bottleneck_share", nullptr},
    {"time.peak_bound_seconds", nullptr},
    {"time.step_from_bound", nullptr},
    {"time.doubled.matrix_rate", doubled<WhatIfTarget::matrix_rate>},
    {"time.doubled.board_power", doubled<WhatIfTarget::board_power>},
    {"time.doubled.memory_bandwidth", doubled<WhatIfTarget::memory_bandwidth>},
    {"time.doubled.host_speed", doubled<WhatIfTarget::host_speed>},
    {"time.doubled.links", doubled<WhatIfTarget::links>},
    {"time.doubled.processor_cores", doubled<WhatIfTarget::processor_cores>},
    {"time.doubled.storage", doubled<WhatIfTarget::storage>},
    {"time.doubled.host_memory", doubled<WhatIfTarget::host_memory>},
    {"time.saturation_micro_batch", saturation_batch},
    {"time.every_gpu_batch", working_by<explain_every_gpu_batch>},
    {"time.closed_form_seconds", working_by<explain_closed_form_time>},
    {"time.roofline_seconds", nullptr},
    {"cost.break_even_calendar", nullptr},
});

constexpr auto machine_peaks = std::to_array<std::string_view>(
    {"machine.cpu_fp32_flops", "machine.gpu_fp64_flops", "machine.gpu_fp32_flops", "machine.gpu_tf32_flops",
     "machine.gpu_fp16_flops", "machine.gpu_bf16_flops", "machine.gpu_fp8_flops", "machine.fp32_flops"});

/// By room, in the order of the estimate file.
std::vector<ExplainedRow> all_explained()
{
    std::vector<ExplainedRow> all;
    for (const std::string_view room : {"model.", "memory.", "time.", "takt.", "energy.", "cost."}) {
        for (const EstimateQuantity& quantity : estimate_quantities()) {
            if (!quantity.id.starts_with(room) ||
                std::ranges::find(without_working, quantity.id) != without_working.end())
                continue;
            const ExplainedRow* row = row_of(further_workings, quantity.id);
            all.push_back(row != nullptr ? *row : ExplainedRow{quantity.id, nullptr});
        }
        for (const ExplainedRow& row : further_workings)
            if (row.id.starts_with(room) && quantity_of(row.id) == nullptr) all.push_back(row);
    }
    for (const std::string_view peak : machine_peaks) all.push_back({peak, nullptr});
    return all;
}

const std::vector<ExplainedRow>& explained_rows()
{
    static const std::vector<ExplainedRow> rows = all_explained();
    return rows;
}

/// Intermediate numbers that appear in derivations of times and expand there.
constexpr auto between_stages =
    std::to_array<std::string_view>({"micro_forward", "micro_backward", "data_parallel_degree", "processor_peak"});

/// Whether the terms of the derivation exist, and the estimate has the quantity if it is one of its own.
bool can_be_explained(const Evaluation& e, std::string_view quantity)
{
    // For a partly read model only the weights are known.
    const bool parameters = quantity.find("parameters") != std::string_view::npos;
    if (e.estimate->verdict == Verdict::incomplete && quantity.starts_with("model.") && !parameters) return false;
    if (quantity.starts_with("memory.") && !e.estimate->memory) return false;
    if (quantity.starts_with("time.") && !e.time) return false;
    return quantity_of(quantity) == nullptr || quantity_value(e, quantity);
}

/// The derivation of one quantity, in which results of other stages expand where they first appear.
class Opener {
public:
    Opener(const Evaluation& evaluation, const EngineData& data) : e_(evaluation), data_(data) {}

    /// Whatever the run mode, with all terms of training.
    Explained working(std::string_view quantity)
    {
        opened_.insert(std::string(quantity));
        const ExplainedRow* row = row_of(explained_rows(), quantity);
        if (row == nullptr) return explain_requirements(e_, data_, quantity);
        Explained working = can_be_explained(e_, quantity) ? working_of(*row) : std::nullopt;
        if (!working) return std::nullopt;
        working->quantity = "quantity." + std::string(quantity);
        open_operands(*working);
        mark_lower_bounds(*working);
        return working;
    }

private:
    Explained working_of(const ExplainedRow& row)
    {
        return row.explain != nullptr ? row.explain(e_, data_) : traced(row.id);
    }

    Explained traced(std::string_view id)
    {
        const bool of_memory = id.starts_with("memory.");
        std::optional<Trace>& trace = of_memory ? memory_trace_ : trace_;
        if (!trace) trace = of_memory ? memory_trace_of(e_, data_) : trace_of(e_, data_);
        if (Explained found = trace->find(id); found || !e_.time) return found;
        const bool forward = id == "micro_forward";
        if (forward || id == "micro_backward")
            name_pass(e_, data_.time, forward, *trace);
        else if (id.starts_with("time.") && !std::exchange(has_limits_, true))
            name_limits(e_, data_, *trace);
        return trace->find(id);
    }

    void open_operands(Derivation& node)
    {
        for (Derivation& input : node.inputs) {
            open_operands(input);
            const bool is_computed = input.formula.empty() && input.source.empty();
            const std::string id(quantity_id(input));
            if (!is_computed || id.empty()) continue;
            const bool is_between = std::ranges::find(between_stages, id) != between_stages.end();
            if (!is_between && row_of(explained_rows(), id) == nullptr) continue;
            if (!opened_.insert(id).second) continue;
            Explained opened = is_between ? traced(id) : working(id);
            if (!opened) continue;
            input = placed(input.symbol, std::move(*opened));
            if (is_between) open_operands(input);
        }
    }

    void mark_lower_bounds(Derivation& node)
    {
        const EstimateQuantity* quantity = quantity_of(quantity_id(node));
        node.lower_bound = quantity != nullptr && is_lower_bound(*quantity, *e_.estimate);
        for (Derivation& input : node.inputs) mark_lower_bounds(input);
    }

    const Evaluation& e_;
    const EngineData& data_;
    std::optional<Trace> trace_;
    std::optional<Trace> memory_trace_;
    bool has_limits_ = false;
    std::set<std::string> opened_;
};

} // namespace

std::span<const std::string_view> explained_peaks() { return machine_peaks; }

std::optional<Derivation> explain(const Evaluation& evaluation, const EngineData& data, std::string_view quantity)
{
    if (!evaluation.estimate) return std::nullopt;
    Opener opener(evaluation, data);
    if (evaluation.scenario.training.mode == RunMode::train) return opener.working(quantity);
    Explained working = exists_in_inference(quantity) ? opener.working(quantity) : std::nullopt;
    if (working) working = without_training(*std::move(working));
    return working;
}

const std::vector<std::string_view>& explained_quantities()
{
    static const std::vector<std::string_view> ids = [] {
        std::vector<std::string_view> all;
        for (const ExplainedRow& row : explained_rows()) all.push_back(row.id);
        return all;
    }();
    return ids;
}

} // namespace rigwright

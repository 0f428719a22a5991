// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/working/explain.h"

#include "core/estimate/memory/memory_states.h"
#include "core/estimate/quantities.h"
#include "core/estimate/run/doubling.h"
#include "core/estimate/run/sweep.h"
#include "core/estimate/time/pass_times.h"
#include "core/estimate/time/step_causes.h"
#include "core/estimate/working/absence.h"
#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"
#include "core/network/commonly_quoted_counts.h"
#include "core/network/operator_counts.h"
#include "core/scenario/words.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rigwright {

namespace {

// Work under the other convention of causal attention: only products with keys that a token may see, where the engine
// counts the whole square. Nothing where no attention of the model is causal.

/// What a mask hides, and all of attention. Only kernels that know their mask tell, so they are asked whatever kernel
/// the plan has.
struct CausalAttention {
    Count hidden;
    Count all;
};

CausalAttention attention_of(const Evaluation& e, const EngineData& data)
{
    Scenario scenario = e.scenario;
    scenario.training.attention = AttentionChoice::fused;
    const Network network = evaluation_network(scenario, data);
    return {masked_macs(network), forward_macs(network).attention};
}

/// FLOPs of attention in a training step's forward and backward pass, one sample: the backward pass makes the gradient
/// of both factors of each product.
double attention_flops(const Evaluation& e)
{
    constexpr double flops_of_a_mac = 2.0;
    constexpr double passes_with_gradients = 3.0;
    double flops = 0.0;
    for (const OperatorFacts& facts : e.analysis->facts) {
        const Operator& op = e.network->operators[facts.op];
        if (!is_attention(op.kind)) continue;
        const double macs = forward_macs(*e.network, op).as_double() * static_cast<double>(facts.copies);
        flops += flops_of_a_mac * macs * (facts.input_gradient ? passes_with_gradients : 1.0);
    }
    return flops;
}

using Explained = std::optional<Derivation>;

/// Work of one sample without what the mask hides.
Derivation without_masked(std::string_view id, Derivation full, double hidden, Unit unit)
{
    Trace trace(true);
    const double amount = full.value.number;
    const Term left = trace.given(std::move(full), amount) - trace.given("masked_work", hidden, unit);
    return trace.name(id, left, unit, "source.causal-attention").working();
}

/// Forward multiply-accumulates.
std::optional<Derivation> explain_causal_forward(const Evaluation& e, const EngineData& data)
{
    const CausalAttention attention = attention_of(e, data);
    if (attention.hidden == Count()) return std::nullopt;
    return without_masked("model.causal_forward_macs_per_sample", explain_forward_macs(e, data),
                          attention.hidden.as_double(), Unit::macs);
}

/// FLOPs, forward and backward.
std::optional<Derivation> explain_causal_training(const Evaluation& e, const EngineData& data)
{
    const CausalAttention attention = attention_of(e, data);
    if (attention.hidden == Count()) return std::nullopt;
    const double hidden = attention_flops(e) * attention.hidden.as_double() / attention.all.as_double();
    return without_masked("model.causal_training_flops_per_sample", explain_training_flops(e), hidden, Unit::flops);
}

/// Bytes of each state for one trained parameter.
struct StateBytes {
    double weight = 0.0;
    double gradient = 0.0;
    double moments = 0.0;
    double master = 0.0;
};

/// The moments of all trained parameters shared out evenly: 8-bit and factored ones differ from array to array.
double moment_share(const MemoryTerms& terms, NumberFormat format)
{
    if (terms.trainable == Count(0)) return 0.0;
    Trace untraced(false);
    const double moments = bytes_of_moments(terms, format, untraced).amount();
    return terms.optimizer.storage == MomentStorage::full ? moments : moments / terms.trainable.as_double();
}

StateBytes state_bytes(const MemoryTerms& terms, const PrecisionRecipe& recipe, RunMode mode)
{
    StateBytes bytes;
    bytes.weight = storage_bytes(recipe.weights);
    if (mode == RunMode::infer) return bytes;
    bytes.gradient = storage_bytes(recipe.gradients);
    bytes.moments = moment_share(terms, recipe.master.value_or(recipe.weights));
    if (recipe.master) bytes.master = storage_bytes(*recipe.master);
    return bytes;
}

Term sum_of_states(const StateBytes& bytes, Trace& trace)
{
    const auto each = [&trace](const char* id, double amount, const char* source) {
        return trace.given(id, amount, Unit::bytes_per_element, source);
    };
    return each("bytes_per_weight", bytes.weight, "source.precision-recipe") +
           each("bytes_per_gradient", bytes.gradient, "source.precision-recipe") +
           each("bytes_of_moments", bytes.moments, "source.optimizer") +
           each("bytes_per_master_weight", bytes.master, "source.precision-recipe");
}

Term recipe_row(const Evaluation& e, Precision precision, Trace& trace)
{
    const auto word = words<Precision>[static_cast<std::size_t>(precision)];
    Derivation head = leaf({}, "states_of_recipe", {});
    head.arguments = {{"recipe", MessageCode{"precision." + std::string(word)}}};
    const StateBytes bytes = state_bytes(e.memory, recipe_of(precision), e.scenario.training.mode);
    return trace.name(std::move(head), sum_of_states(bytes, trace), Unit::bytes_per_element);
}

/// Numbers that the rule counts for a sample: the places of an image, whatever its channels; the tokens of a text,
/// whose types and mask are no further ones.
Count places_of(const Network& network)
{
    const std::vector<bool> written = written_tensors(network);
    Count places;
    for (std::size_t id = 0; id < network.tensors.size(); ++id) {
        const Tensor& tensor = network.tensors[id];
        if (written[id] || tensor.storage != static_cast<TensorId>(id) || !tensor.per_sample) continue;
        const Count elements = tensor.shape.elements();
        places = std::max(places, tensor.shape.rank() >= 3 ? elements / Count(tensor.shape[0]) : elements);
    }
    return places;
}

/// The numbers of the rule as its article gives them.
constexpr double rule_bytes = 4.0;
constexpr double rule_share = 0.8;

/// Bytes that one trained parameter takes while it is trained: weight, gradient, moments and master copy of the chosen
/// recipe, and below it the same sum for the usual recipes under the chosen optimizer. "Adam needs four times the
/// parameters" is the row of plain fp32: 16 bytes. Precondition: the evaluation has a memory estimate.
Derivation explain_states_per_parameter(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    StateBytes bytes = state_bytes(m, m.recipe, e.scenario.training.mode);
    if (m.fp32_adapters) {
        bytes.weight = storage_bytes(NumberFormat::fp32);
        bytes.moments = moment_share(m, m.moment_format);
    }
    Trace trace(true);
    Term sum = sum_of_states(bytes, trace);
    const auto add_shards = [&](const char* id, std::int64_t shards) {
        sum = sum.beside(trace.given(id, static_cast<double>(shards), Unit::count));
    };
    add_shards("weight_shards", m.weight_shards);
    add_shards("gradient_shards", m.gradient_shards);
    add_shards("optimizer_shards", m.optimizer_shards);
    for (const Precision precision : {Precision::fp32, Precision::bf16_amp, Precision::bf16, Precision::bf16_master})
        sum = sum.beside(recipe_row(e, precision, trace));
    return trace.name("memory.states_per_parameter", sum, Unit::bytes_per_element, "source.states-per-parameter")
        .working();
}

/// The estimate that a well-known article makes: an input and an output map of one number for each place of the input,
/// and the parameters, all in fp32, divided by 0.8. Shown beside the layer-true total with what it leaves out.
Term rule_of_thumb(const Evaluation& e, Trace& trace)
{
    const Term bytes = trace.given("rule_bytes", rule_bytes, Unit::bytes_per_element);
    const Term places = trace.given("places_of_input", places_of(*e.network).as_double(), Unit::count);
    const Term batch =
        trace.field("training.micro_batch", static_cast<double>(e.scenario.training.micro_batch), Unit::count);
    const Term parameters = trace.given("model.parameters", e.estimate->model.parameters.as_double(), Unit::count);
    const Term all =
        (2.0 * places * batch * bytes + parameters * bytes) / trace.given("rule_share", rule_share, Unit::ratio);
    const bool train = e.scenario.training.mode == RunMode::train;
    return trace.name("memory.rule_of_thumb_bytes", all.rounded_as(Bytes::rounded(all.amount()).as_double()),
                      Unit::bytes, train ? "source.rule-of-thumb-training" : "source.rule-of-thumb-inference");
}

Term whole_memory(const Evaluation& e, Trace& trace)
{
    return trace.given("memory.total_bytes", e.estimate->memory->total.as_double(), Unit::bytes);
}

Derivation explain_rule_of_thumb(const Evaluation& e)
{
    Trace trace(true);
    Derivation rule = rule_of_thumb(e, trace).working();
    rule.inputs.push_back(whole_memory(e, trace).working());
    return rule;
}

/// The layer-true total as a multiple of that rule.
Derivation explain_total_over_rule_of_thumb(const Evaluation& e)
{
    Trace trace(true);
    const Term rule = rule_of_thumb(e, trace);
    return trace
        .name("memory.total_over_rule_of_thumb", whole_memory(e, trace) / rule, Unit::ratio, rule.working().source)
        .working();
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

/// What no trace names, and what no file of estimates has.
constexpr auto further_workings = std::to_array<ExplainedRow>({
    {"model.parameters", working_by<counted_parameters<false>>},
    {"model.trainable_parameters", working_by<counted_parameters<true>>},
    {"model.closed_form_parameters", explain_closed_form},
    {"model.popular_transformer_parameters", explain_commonly_quoted_transformer},
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

/// Numbers of no question that workings of times end in and that open there.
constexpr auto between_stages =
    std::to_array<std::string_view>({"micro_forward", "micro_backward", "data_parallel_degree", "processor_peak"});

/// Whether there are the terms that a working is made of, and the estimate has the quantity where it is one of its own.
bool can_be_explained(const Evaluation& e, std::string_view quantity)
{
    // Of a model that was read in part the weights alone are known.
    const bool parameters = quantity.find("parameters") != std::string_view::npos;
    if (e.estimate->verdict == Verdict::incomplete && quantity.starts_with("model.") && !parameters) return false;
    if (quantity.starts_with("memory.") && !e.estimate->memory) return false;
    if (quantity.starts_with("time.") && !e.time) return false;
    return quantity_of(quantity) == nullptr || quantity_value(e, quantity);
}

/// The working of one quantity, in which what other stages computed opens the first time it appears.
class Opener {
public:
    Opener(const Evaluation& evaluation, const EngineData& data) : e_(evaluation), data_(data) {}

    /// Whatever is done, with all that a training has.
    Explained working(std::string_view quantity)
    {
        opened_.insert(std::string(quantity));
        const ExplainedRow* row = row_of(explained_rows(), quantity);
        if (row == nullptr) return explain_requirements(e_, data_, quantity);
        Explained working = can_be_explained(e_, quantity) ? working_of(*row) : std::nullopt;
        if (!working) return std::nullopt;
        working->quantity = "quantity." + std::string(quantity);
        open_operands(*working);
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
        constexpr std::string_view kind = "quantity.";
        for (Derivation& input : node.inputs) {
            open_operands(input);
            const bool is_computed = input.formula.empty() && input.source.empty() && input.quantity.starts_with(kind);
            if (!is_computed) continue;
            const std::string id = input.quantity.substr(kind.size());
            const bool is_between = std::ranges::find(between_stages, id) != between_stages.end();
            if (!is_between && row_of(explained_rows(), id) == nullptr) continue;
            if (!opened_.insert(id).second) continue;
            Explained opened = is_between ? traced(id) : working(id);
            if (!opened) continue;
            input = placed(input.symbol, std::move(*opened));
            if (is_between) open_operands(input);
        }
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

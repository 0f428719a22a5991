// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/working/explain.h"

#include "core/estimate/evaluation.h"
#include "core/estimate/working/absence.h"
#include "core/estimate/working/explain_closed_form.h"
#include "core/estimate/working/explain_commonly_quoted.h"
#include "core/estimate/working/explain_loading.h"
#include "core/estimate/working/explain_machine.h"
#include "core/estimate/working/explain_measured.h"
#include "core/estimate/working/explain_memory.h"
#include "core/estimate/working/explain_model.h"
#include "core/estimate/working/explain_requirements.h"
#include "core/estimate/working/explain_run.h"
#include "core/estimate/working/explain_time.h"
#include "core/estimate/working/nodes.h"
#include "core/network/commonly_quoted_counts.h"
#include "core/network/operator_counts.h"
#include "core/scenario/words.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
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

/// Forward multiply-accumulates of one sample without what the mask hides.
std::optional<Derivation> explain_causal_forward(const Evaluation& e, const EngineData& data)
{
    const CausalAttention attention = attention_of(e, data);
    if (attention.hidden == Count()) return std::nullopt;
    const Count left = e.estimate->model.forward_macs_per_sample - attention.hidden;
    Derivation node =
        computed("", "model.causal_forward_macs_per_sample", {left.as_double(), Unit::macs}, "without-masked",
                 {placed("full", explain_forward_macs(e, data)),
                  leaf("masked", "masked_work", {attention.hidden.as_double(), Unit::macs})});
    node.source = "source.causal-attention";
    return node;
}

/// FLOPs of one sample, forward and backward, without what the mask hides.
std::optional<Derivation> explain_causal_training(const Evaluation& e, const EngineData& data)
{
    const CausalAttention attention = attention_of(e, data);
    if (attention.hidden == Count()) return std::nullopt;
    const double hidden = attention_flops(e) * attention.hidden.as_double() / attention.all.as_double();
    const double full = e.estimate->model.training_flops_per_sample.base();
    Derivation node =
        computed("", "model.causal_training_flops_per_sample", {full - hidden, Unit::flops}, "without-masked",
                 {placed("full", explain_training_flops(e)), leaf("masked", "masked_work", {hidden, Unit::flops})});
    node.source = "source.causal-attention";
    return node;
}

/// Bytes of each state for one trained parameter.
struct StateBytes {
    double weight = 0.0;
    double gradient = 0.0;
    double moments = 0.0;
    double master = 0.0;

    double sum() const { return weight + gradient + moments + master; }
};

double bytes_in(NumberFormat format) { return storage_bits(format) / 8.0; }

/// The moments of all trained parameters shared out evenly: 8-bit and factored ones differ from array to array.
double moment_share(const MemoryTerms& terms, NumberFormat format)
{
    if (terms.trainable == Count(0)) return 0.0;
    return moment_bytes(terms.moment_numbers, terms.optimizer, format, terms.byte_moment_bytes).as_double() /
           terms.trainable.as_double();
}

StateBytes state_bytes(const MemoryTerms& terms, const PrecisionRecipe& recipe, RunMode mode)
{
    StateBytes bytes;
    bytes.weight = bytes_in(recipe.weights);
    if (mode == RunMode::infer) return bytes;
    bytes.gradient = bytes_in(recipe.gradients);
    bytes.moments = moment_share(terms, recipe.master.value_or(recipe.weights));
    if (recipe.master) bytes.master = bytes_in(*recipe.master);
    return bytes;
}

std::vector<Derivation> state_leaves(const StateBytes& bytes)
{
    const auto each = [](const char* symbol, const char* quantity, double value, const char* source) {
        return leaf(symbol, quantity, {value, Unit::bytes_per_element}, source);
    };
    return {each("weight", "bytes_per_weight", bytes.weight, "source.precision-recipe"),
            each("gradient", "bytes_per_gradient", bytes.gradient, "source.precision-recipe"),
            each("moments", "bytes_of_moments", bytes.moments, "source.optimizer"),
            each("master", "bytes_per_master_weight", bytes.master, "source.precision-recipe")};
}

Derivation recipe_row(const Evaluation& e, Precision precision)
{
    const StateBytes bytes = state_bytes(e.memory, recipe_of(precision), e.scenario.training.mode);
    Derivation row = computed("", "states_of_recipe", {bytes.sum(), Unit::bytes_per_element}, "states-per-parameter",
                              state_leaves(bytes));
    const auto word = words<Precision>[static_cast<std::size_t>(precision)];
    row.arguments = {{"recipe", MessageCode{"precision." + std::string(word)}}};
    return row;
}

Value shards(std::int64_t count) { return value_of(Count(count)); }

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

Bytes rule_of_thumb(const Evaluation& e)
{
    const double maps =
        2.0 * places_of(*e.network).as_double() * static_cast<double>(e.scenario.training.micro_batch) * rule_bytes;
    return Bytes::rounded((maps + e.estimate->model.parameters.as_double() * rule_bytes) / rule_share);
}

/// Bytes that one trained parameter takes while it is trained: weight, gradient, moments and master copy of the chosen
/// recipe, and below it the same sum for the usual recipes under the chosen optimizer. "Adam needs four times the
/// parameters" is the row of plain fp32: 16 bytes. Precondition: the evaluation has a memory estimate.
Derivation explain_states_per_parameter(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    StateBytes bytes = state_bytes(m, m.recipe, e.scenario.training.mode);
    if (m.fp32_adapters) {
        bytes.weight = bytes_in(NumberFormat::fp32);
        bytes.moments = moment_share(m, m.moment_format);
    }
    std::vector<Derivation> inputs = state_leaves(bytes);
    inputs.push_back(leaf("", "weight_shards", shards(m.weight_shards)));
    inputs.push_back(leaf("", "gradient_shards", shards(m.gradient_shards)));
    inputs.push_back(leaf("", "optimizer_shards", shards(m.optimizer_shards)));
    for (const Precision precision : {Precision::fp32, Precision::bf16_amp, Precision::bf16, Precision::bf16_master})
        inputs.push_back(recipe_row(e, precision));
    Derivation node = computed("", "memory.states_per_parameter", {bytes.sum(), Unit::bytes_per_element},
                               "states-per-parameter", std::move(inputs));
    node.source = "source.states-per-parameter";
    return node;
}

/// The estimate that a well-known article makes: an input and an output map of one number for each place of the input,
/// and the parameters, all in fp32, divided by 0.8. Shown beside the layer-true total with what it leaves out.
Derivation explain_rule_of_thumb(const Evaluation& e)
{
    std::vector<Derivation> inputs{
        leaf("places", "places_of_input", value_of(places_of(*e.network))),
        from_field("micro_batch", "training.micro_batch", value_of(Count(e.scenario.training.micro_batch))),
        leaf("parameters", "model.parameters", value_of(e.estimate->model.parameters)),
        leaf("bytes", "rule_bytes", {rule_bytes, Unit::bytes_per_element}),
        leaf("share", "rule_share", {rule_share, Unit::ratio}),
        leaf("", "memory.total_bytes", value_of(e.estimate->memory->total))};
    Derivation node =
        computed("rule", "memory.rule_of_thumb_bytes", value_of(rule_of_thumb(e)), "rule-of-thumb", std::move(inputs));
    const bool train = e.scenario.training.mode == RunMode::train;
    node.source = train ? "source.rule-of-thumb-training" : "source.rule-of-thumb-inference";
    return node;
}

/// The layer-true total as a multiple of that rule.
Derivation explain_total_over_rule_of_thumb(const Evaluation& e)
{
    const Bytes total = e.estimate->memory->total;
    Derivation rule = explain_rule_of_thumb(e);
    const double ratio = rule.value.number > 0.0 ? total.as_double() / rule.value.number : 0.0;
    std::string reason = rule.source;
    Derivation node = computed("", "memory.total_over_rule_of_thumb", {ratio, Unit::ratio}, "total-over-rule-of-thumb",
                               {leaf("total", "memory.total_bytes", value_of(total)), std::move(rule)});
    node.source = std::move(reason);
    return node;
}

Derivation tiles(const Evaluation& e, const EngineData&)
{
    Derivation node = explain_tiles({e.takt->tiles_high, e.takt->tiles_wide});
    node.quantity = "quantity.takt.tiles_per_part";
    return node;
}

Derivation batches(const Evaluation& e, const EngineData& data)
{
    return computed("batches", "takt.batches_per_part", whole_value(e.takt->batches), "batches",
                    {tiles(e, data),
                     from_field("micro_batch", "training.micro_batch", whole_value(e.scenario.training.micro_batch))});
}

Derivation batch(const Evaluation& e, const EngineData& data)
{
    const TaktTerms& t = *e.takt;
    Derivation copy = e.time->loading.copy ? explain_copy(e, data)
                                           : leaf("copy", "copy_time", value_of(t.copy), "source.copy-not-known");
    return computed("batch", "takt.batch_latency_seconds", value_of(t.batch), "batch-latency",
                    {std::move(copy), leaf("compute", "batch_compute", value_of(t.compute), "source.forward-only")});
}

Derivation latency(const Evaluation& e, const EngineData& data)
{
    const TaktTerms& t = *e.takt;
    Derivation decode =
        leaf("decode", "decode_time", value_of(t.decode), "source.decoding-not-known", "dataset.encoding");
    if (e.time->loading.decode) {
        decode = explain_decoding(e, data);
        decode.symbol = "decode";
    }
    return computed("part", "takt.part_latency_seconds", value_of(t.part), "part-latency",
                    {leaf("read", "part_read", value_of(t.read), {}, "build.storage"), std::move(decode),
                     leaf("prepare", "tile_preparation", value_of(t.prepare), "source.tile-preparation"),
                     leaf("rounds", "batch_rounds", whole_value(t.rounds), "source.batch-rounds"), batch(e, data),
                     batches(e, data)});
}

Derivation limit(const Evaluation& e, const EngineData& data)
{
    return computed("limit", "takt.limit_seconds", value_of(e.takt->limit), "takt-limit",
                    {coefficient("share", "takt_share", {data.run.takt_share, Unit::share}, true),
                     from_field("takt", "requirements.takt_seconds", value_of(e.takt->takt))});
}

Derivation part_rate(const Evaluation& e, const EngineData& data)
{
    const TaktTerms& t = *e.takt;
    return computed("", "takt.parts_per_second", {e.estimate->takt->parts_per_second, Unit::ratio}, "parts-per-second",
                    {leaf("between", "between_parts", value_of(t.between_parts), "source.between-parts"),
                     leaf("threads", "loader_threads", {t.threads, Unit::ratio}), batch(e, data)});
}

struct TaktRow {
    std::string_view id;
    Derivation (*explain)(const Evaluation&, const EngineData&);
};

constexpr std::array takt_rows{
    TaktRow{"takt.part_latency_seconds", latency}, TaktRow{"takt.limit_seconds", limit},
    TaktRow{"takt.batch_latency_seconds", batch},  TaktRow{"takt.tiles_per_part", tiles},
    TaktRow{"takt.batches_per_part", batches},     TaktRow{"takt.parts_per_second", part_rate},
};

/// The working of one quantity of the "takt" object. Empty for an unknown id and where no cycle is judged.
std::optional<Derivation> explain_takt(const Evaluation& e, const EngineData& data, std::string_view quantity)
{
    if (!e.estimate || !e.takt || !e.estimate->takt || !e.time) return std::nullopt;
    const TaktRow* row = row_of(takt_rows, quantity);
    if (row == nullptr) return std::nullopt;
    Derivation node = row->explain(e, data);
    node.quantity = "quantity." + std::string(quantity);
    return node;
}

/// The ids that `explain_takt` knows, in the order of the estimate file.
const std::vector<std::string_view>& explained_takt_quantities()
{
    static const std::vector<std::string_view> ids = ids_of(takt_rows);
    return ids;
}

using Explained = std::optional<Derivation>;

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
template <Derivation (*Function)(const Evaluation&)>
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
    ExplainedRow{"model.popular_transformer_parameters", explain_commonly_quoted_transformer},
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

std::optional<Derivation> explain(const Evaluation& evaluation, const EngineData& data, std::string_view quantity)
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

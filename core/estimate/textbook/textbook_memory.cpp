// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory/memory_states.h"
#include "core/estimate/recipes.h"
#include "core/estimate/textbook/textbook.h"
#include "core/network/operator_counts.h"
#include "core/scenario/words.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Bytes of each state per trained parameter.
struct StateBytes {
    double weight = 0.0;
    double gradient = 0.0;
    double moments = 0.0;
    double master = 0.0;
};

/// The moments of all trained parameters divided evenly: 8-bit and factored ones differ from array to array.
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

/// Positions of a sample: the pixels of an image, or the tokens of a text without their types and mask.
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

/// The numbers of the rule as in its article.
constexpr double rule_bytes = 4.0;
constexpr double rule_share = 0.8;

} // namespace

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

namespace {

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

} // namespace

Derivation explain_rule_of_thumb(const Evaluation& e)
{
    Trace trace(true);
    Derivation rule = rule_of_thumb(e, trace).working();
    rule.inputs.push_back(whole_memory(e, trace).working());
    return rule;
}

Derivation explain_total_over_rule_of_thumb(const Evaluation& e)
{
    Trace trace(true);
    const Term rule = rule_of_thumb(e, trace);
    return trace
        .name("memory.total_over_rule_of_thumb", whole_memory(e, trace) / rule, Unit::ratio, rule.working().source)
        .working();
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain_recipes.h"

#include "core/explain/nodes.h"
#include "core/network/operator_counts.h"
#include "core/scenario/words.h"

#include <algorithm>

namespace rigwright {

namespace {

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

std::vector<Working> state_leaves(const StateBytes& bytes)
{
    const auto each = [](const char* symbol, const char* quantity, double value, const char* source) {
        return leaf(symbol, quantity, {value, Unit::bytes_per_element}, source);
    };
    return {each("weight", "bytes_per_weight", bytes.weight, "source.precision-recipe"),
            each("gradient", "bytes_per_gradient", bytes.gradient, "source.precision-recipe"),
            each("moments", "bytes_of_moments", bytes.moments, "source.optimizer"),
            each("master", "bytes_per_master_weight", bytes.master, "source.precision-recipe")};
}

Working recipe_row(const Evaluation& e, Precision precision)
{
    const StateBytes bytes = state_bytes(e.memory, recipe_of(precision), e.scenario.training.mode);
    Working row = computed("", "states_of_recipe", {bytes.sum(), Unit::bytes_per_element}, "states-per-parameter",
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

} // namespace

Working explain_states_per_parameter(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    StateBytes bytes = state_bytes(m, m.recipe, e.scenario.training.mode);
    if (m.fp32_adapters) {
        bytes.weight = bytes_in(NumberFormat::fp32);
        bytes.moments = moment_share(m, m.moment_format);
    }
    std::vector<Working> inputs = state_leaves(bytes);
    inputs.push_back(leaf("", "weight_shards", shards(m.weight_shards)));
    inputs.push_back(leaf("", "gradient_shards", shards(m.gradient_shards)));
    inputs.push_back(leaf("", "optimizer_shards", shards(m.optimizer_shards)));
    for (const Precision precision : {Precision::fp32, Precision::bf16_amp, Precision::bf16, Precision::bf16_master})
        inputs.push_back(recipe_row(e, precision));
    Working node = computed("", "memory.states_per_parameter", {bytes.sum(), Unit::bytes_per_element},
                            "states-per-parameter", std::move(inputs));
    node.source = "source.states-per-parameter";
    return node;
}

Working explain_rule_of_thumb(const Evaluation& e)
{
    std::vector<Working> inputs{
        leaf("places", "places_of_input", value_of(places_of(*e.network))),
        from_field("micro_batch", "training.micro_batch", value_of(Count(e.scenario.training.micro_batch))),
        leaf("parameters", "model.parameters", value_of(e.estimate->model.parameters)),
        leaf("bytes", "rule_bytes", {rule_bytes, Unit::bytes_per_element}),
        leaf("share", "rule_share", {rule_share, Unit::ratio}),
        leaf("", "memory.total_bytes", value_of(e.estimate->memory->total))};
    Working node =
        computed("rule", "memory.rule_of_thumb_bytes", value_of(rule_of_thumb(e)), "rule-of-thumb", std::move(inputs));
    const bool train = e.scenario.training.mode == RunMode::train;
    node.source = train ? "source.rule-of-thumb-training" : "source.rule-of-thumb-inference";
    return node;
}

Working explain_total_over_rule_of_thumb(const Evaluation& e)
{
    const Bytes total = e.estimate->memory->total;
    Working rule = explain_rule_of_thumb(e);
    const double ratio = rule.value.number > 0.0 ? total.as_double() / rule.value.number : 0.0;
    std::string reason = rule.source;
    Working node = computed("", "memory.total_over_rule_of_thumb", {ratio, Unit::ratio}, "total-over-rule-of-thumb",
                            {leaf("total", "memory.total_bytes", value_of(total)), std::move(rule)});
    node.source = std::move(reason);
    return node;
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory/memory_states.h"

#include "core/estimate/recipes.h"
#include "core/network/low_rank_adapters.h"

#include <algorithm>

namespace rigwright {

namespace {

Count adapter_parameters(const MemoryTerms& terms) { return terms.fp32_adapters ? terms.trainable : Count(0); }

/// The part of a state of the whole model that this GPU works with, dense parameters and experts sharded apart.
class Held {
public:
    Held(Count dense, Count experts, Count all) : dense_(dense), experts_(experts), all_(all) {}

    Bytes of_plain(NumberFormat format, std::int64_t shards, std::int64_t expert_shards) const
    {
        return divided(bytes_of(dense_, format), shards) + divided(bytes_of(experts_, format), expert_shards);
    }

    Bytes of(Bytes whole, std::int64_t shards, std::int64_t expert_shards) const
    {
        return divided(part_of(whole, dense_, all_), shards) +
               (experts_ == Count(0) ? Bytes() : divided(part_of(whole, experts_, all_), expert_shards));
    }

private:
    Count dense_;
    Count experts_;
    Count all_;
};

Held held_parameters(const MemoryTerms& terms) { return {terms.held, terms.held_experts, terms.parameters}; }
Held held_trainable(const MemoryTerms& terms)
{
    return {terms.held_trainable, terms.held_trainable_experts, terms.trainable};
}

void set_weights(MemoryTerms& terms, const MemoryInputs& in)
{
    const Training& training = in.scenario.training;
    if (training.ema && training.mode == RunMode::train)
        terms.ema = bytes_of(terms.held + terms.held_experts, terms.recipe.weights);
    const bool plain = terms.quantized_weights == Bytes() && !terms.fp32_adapters;
    const Held held = held_parameters(terms);
    const Bytes weights = plain ? held.of_plain(terms.recipe.weights, terms.weight_shards, terms.expert_weight_shards)
                                : held.of(terms.base_weights, terms.weight_shards, terms.expert_weight_shards);
    terms.weights = weights + terms.buffers + terms.ema;
}

void set_optimizer_bytes(MemoryTerms& terms)
{
    const Bytes moments =
        moment_bytes(terms.moment_numbers, terms.optimizer, terms.moment_format, terms.byte_moment_bytes);
    const Held held = held_trainable(terms);
    terms.optimizer_state = held.of(moments, terms.optimizer_shards, terms.expert_optimizer_shards);
    if (terms.recipe.master)
        terms.master_weights =
            held.of_plain(*terms.recipe.master, terms.optimizer_shards, terms.expert_optimizer_shards);
}

/// The update of all arrays at once writes out one array of each parameter; one after another, of the largest alone.
/// Trainers with a master copy update it in one fused kernel, and 8-bit optimizers bring their own.
void set_update_temporary(MemoryTerms& terms, const MemoryInputs& in)
{
    if (terms.recipe.gradient_buffer || in.scenario.parallel.offload != Offload::none) return;
    const OptimizerRow& optimizer = terms.optimizer;
    const bool one_by_one = was_before_lazy_era(in.scenario.training, in.coefficients);
    const Count copies(optimizer.update_copies + (copies_denominator(optimizer, in.scenario.training) ? 1 : 0));
    if (optimizer.multi_tensor && !one_by_one) {
        terms.update_temporary = held_trainable(terms).of_plain(terms.recipe.gradients, terms.optimizer_shards,
                                                                terms.expert_optimizer_shards) *
                                 copies;
        return;
    }
    const bool narrow = storage_bits(terms.recipe.weights) < 32 && !terms.fp32_adapters;
    const Count arrays = optimizer.array_temporaries + (narrow ? optimizer.widening_temporaries : 0);
    const Count largest = largest_trainable_array(in.network);
    const Bytes one = optimizer.multi_tensor ? bytes_of(largest, terms.recipe.gradients) * copies
                                             : bytes_of(largest, NumberFormat::fp32) * arrays;
    terms.update_temporary = divided(one, terms.optimizer_shards);
}

/// The host updates its own copy of the weights with its moments from gradients that arrive in pinned memory; with the
/// parameters gone too, the GPU has only the units at work.
void offload_states(MemoryTerms& terms, const Scenario& scenario)
{
    const Offload offload = scenario.parallel.offload;
    if (offload == Offload::none) return;
    const Bytes weights = terms.weights - terms.buffers - terms.ema;
    if (scenario.training.mode == RunMode::train && terms.optimizer.kind != OptimizerKind::none)
        terms.offloaded =
            terms.optimizer_state + terms.gradients + (terms.recipe.master ? terms.master_weights : weights);
    terms.optimizer_state = {};
    const bool second_copy = terms.recipe.master || terms.offloaded == Bytes();
    terms.master_weights = {};
    if (offload != Offload::parameters) return;
    if (second_copy) terms.offloaded += weights;
    terms.weights = terms.buffers + terms.ema;
}

} // namespace

void set_base_states(MemoryTerms& terms, const MemoryInputs& in)
{
    const Training& training = in.scenario.training;
    const BaseWeights base = training.base_weights;
    terms.buffers = bytes_of(in.network.buffer_elements, NumberFormat::fp32);
    terms.fp32_adapters = keeps_adapters_in_fp32(training);
    if (terms.fp32_adapters) terms.recipe.gradients = NumberFormat::fp32;
    terms.moment_format = terms.fp32_adapters ? NumberFormat::fp32 : terms.recipe.master.value_or(terms.recipe.weights);
    if (base != BaseWeights::same) {
        terms.quantized = quantized_numbers(in.network);
        terms.quantized_weights = quantized_bytes(terms.quantized, base_storage(base));
    }
    const Count adapters = adapter_parameters(terms);
    terms.base_weights = terms.quantized_weights + bytes_of(adapters, NumberFormat::fp32) +
                         bytes_of(terms.parameters - terms.quantized.elements - adapters, terms.recipe.weights);
    if (training.mode == RunMode::train)
        terms.moment_numbers = moment_numbers(in.network, terms.optimizer, terms.trainable);
}

void set_state_bytes(MemoryTerms& terms, const MemoryInputs& in)
{
    set_weights(terms, in);
    if (in.scenario.training.mode == RunMode::train) {
        terms.gradients =
            held_trainable(terms).of_plain(terms.recipe.gradients, terms.gradient_shards, terms.expert_gradient_shards);
        if (terms.optimizer.kind != OptimizerKind::none) {
            set_optimizer_bytes(terms);
            set_update_temporary(terms, in);
        }
    }
    offload_states(terms, in.scenario);
}

bool was_before_lazy_era(const Training& training, const MemoryCoefficients& coefficients)
{
    return training.framework_year && static_cast<double>(*training.framework_year) < coefficients.lazy_since_year;
}

namespace {

/// What scripts for adapters drop unless told otherwise: litgpt and alpaca-lora 0.05, QLoRA 0.1 up to 13B and 0.05
/// above. Only that it is not zero matters to memory.
constexpr double adapter_dropout = 0.05;

} // namespace

bool trains_quantized_base(const Training& training)
{
    return training.base_weights != BaseWeights::same && training.mode == RunMode::train && !training.lora;
}

bool keeps_adapters_in_fp32(const Training& training)
{
    const PrecisionRecipe& recipe = recipe_of(training.precision);
    return training.lora && training.mode == RunMode::train && !recipe.master && storage_bits(recipe.weights) < 32;
}

bool set_up_fine_tuning(Network& network, const Training& training)
{
    if (training.base_weights != BaseWeights::same)
        quantize_linear_weights(network, base_storage(training.base_weights).format);
    if (!training.lora) return true;
    const AdapterTargets targets = training.lora->targets == LoraTargets::all_linear ? AdapterTargets::all_linear
                                                                                     : AdapterTargets::query_and_value;
    const double dropout = training.mode == RunMode::train ? adapter_dropout : 0.0;
    return add_low_rank_adapters(network, training.lora->rank, targets, dropout, keeps_adapters_in_fp32(training)) >
           Count(0);
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory/memory_states.h"

#include "core/estimate/recipes.h"
#include "core/network/low_rank_adapters.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

Count adapter_parameters(const MemoryTerms& terms) { return terms.fp32_adapters ? terms.trainable : Count(0); }

Bytes whole(const Term& bytes) { return Bytes::rounded(bytes.amount()); }

/// Nearest whole bytes.
Term rounded(const Term& bytes) { return bytes.rounded_as(whole(bytes).as_double()); }

/// An equal share, rounded up to whole bytes.
Term share_of(const Term& bytes, const Term& shards)
{
    const Term share = bytes / shards;
    return share.amount() == std::ceil(share.amount()) ? share : ceil(share);
}

Term count(std::string_view id, Count number, Trace& trace, std::string_view source = {})
{
    return trace.given(id, number.as_double(), Unit::count, source);
}

Term bytes_each(std::string_view id, NumberFormat format, Trace& trace)
{
    return trace.given(id, storage_bytes(format), Unit::bytes_per_element, "source.precision-recipe",
                       "training.precision");
}

Term bytes_of_fp32(Trace& trace)
{
    return trace.given("bytes_per_fp32", storage_bytes(NumberFormat::fp32), Unit::bytes_per_element);
}

/// GPUs over which a state is sharded.
struct Shards {
    std::int64_t dense = 1;
    std::int64_t experts = 1;
};

/// The part of a state of the whole model that this GPU uses; dense parameters and experts are sharded separately.
class Held {
public:
    static Held parameters(const MemoryTerms& m, Trace& trace)
    {
        return {m.by_layer_plan, m.held, m.held_experts, m.parameters, "model.parameters", trace};
    }
    static Held trainable(const MemoryTerms& m, Trace& trace)
    {
        return {m.by_layer_plan,
                m.held_trainable,
                m.held_trainable_experts,
                m.trainable,
                "model.trainable_parameters",
                trace};
    }

    /// A state with `bytes` per parameter.
    Term of_each(const Term& bytes, const Shards& shards) const
    {
        const Term dense = divided_ ? held() : all();
        const Term own = share_of(dense * bytes, over(shards));
        return experts_ == Count(0) ? own : own + share_of(experts() * bytes, experts_over(shards));
    }

    /// A state that differs from array to array, as if divided evenly.
    Term of_whole(const Term& state, const Shards& shards) const
    {
        if (!divided_) return share_of(state, over(shards));
        const Bytes amount = whole(state);
        const Bytes own = divided(part_of(amount, dense_, all_), shards.dense) +
                          (experts_ == Count(0) ? Bytes() : divided(part_of(amount, experts_, all_), shards.experts));
        Term held_share = held() / over(shards);
        if (experts_ > Count(0)) held_share = held_share + experts() / experts_over(shards);
        return (state * held_share / all()).rounded_as(own.as_double());
    }

    Term of_unsharded(const Term& state) const
    {
        if (!divided_) return state;
        return rounded(state * (experts_ > Count(0) ? held() + experts() : held()) / all());
    }

private:
    Held(bool divided, Count dense, Count experts, Count all, std::string_view id, Trace& trace)
        : divided_(divided),
          dense_(dense),
          experts_(experts),
          all_(all),
          id_(id),
          trace_(trace)
    {}

    Term all() const { return count(id_, all_, trace_); }
    Term held() const { return count("held_parameters", dense_, trace_, "source.layer-plan"); }
    Term experts() const { return count("held_experts", experts_, trace_, "source.layer-plan"); }
    Term over(const Shards& shards) const { return count("state_shards", shards.dense, trace_); }
    Term experts_over(const Shards& shards) const { return count("expert_shards", shards.experts, trace_); }

    /// Whether the GPU is one of a layer plan.
    bool divided_;
    Count dense_;
    Count experts_;
    Count all_;
    std::string_view id_;
    Trace& trace_;
};

constexpr std::string_view weights_id = "memory.states.weights";
constexpr std::string_view gradients_id = "memory.states.gradients";
constexpr std::string_view optimizer_id = "memory.states.optimizer_state";
constexpr std::string_view master_id = "memory.states.master_weights";

Bytes name_state(std::string_view id, const Term& state, Trace& trace)
{
    return whole(trace.name(id, state, Unit::bytes));
}

/// A state that this GPU does not hold; the source gives the reason.
void name_none(std::string_view id, std::string_view source, std::string_view field, Trace& trace)
{
    trace.keep(id, trace.given(id, 0.0, Unit::bytes, source, field));
}

/// The scales of matrices stored quantized.
Term scales_of(const QuantizedNumbers& numbers, const BaseStorage& storage, Trace& trace)
{
    if (storage.row_scales > 0)
        return count("scaled_rows", numbers.rows * Count(storage.row_scales), trace) * bytes_of_fp32(trace);
    return rounded(count("quantized_parameters", numbers.elements, trace) *
                   trace.given("scale_bytes", storage.scale_bytes, Unit::bytes_per_element, "source.base-storage",
                               "training.base_weights"));
}

/// Scales belong to no parameter, so every GPU keeps all of them, including the scales of double quantization.
Term quantization_scales(const MemoryTerms& terms, BaseWeights base, Trace& trace)
{
    const Term bytes =
        trace.name("quantization_scales", scales_of(terms.quantized, base_storage(base), trace), Unit::bytes);
    if (base != BaseWeights::nf4 || !trace.keeps()) return bytes;
    Trace untraced(false);
    const double twice = scales_of(terms.quantized, double_quantized_storage(), untraced).amount();
    return bytes.beside(trace.given("double_quantized_scales", twice, Unit::bytes, "source.double-quantization"));
}

Term quantized_weights(const MemoryTerms& terms, BaseWeights base, Trace& trace)
{
    const Term each = trace.given("bytes_per_quantized_weight", storage_bytes(base_storage(base).format),
                                  Unit::bytes_per_element, "source.base-storage", "training.base_weights");
    return trace.name("quantized_weights",
                      rounded(count("quantized_parameters", terms.quantized.elements, trace) * each), Unit::bytes);
}

/// Weights of the whole model in more than one format: adapters in fp32, matrices stored quantized, the rest as in the
/// recipe.
Term mixed_weights(const MemoryTerms& terms, BaseWeights base, const Term& bytes, Trace& trace)
{
    const Count adapters = adapter_parameters(terms);
    Term weights = count("parameters_in_recipe", terms.parameters - terms.quantized.elements - adapters, trace) * bytes;
    if (base != BaseWeights::same) weights = weights + quantized_weights(terms, base, trace);
    return weights + trace.given("fp32_adapters", bytes_of(adapters, NumberFormat::fp32).as_double(), Unit::bytes,
                                 "source.fp32-adapters", "training.lora");
}

/// Batch-norm statistics and other buffers, the moving average of the weights, and scales.
Term beside_weights(const MemoryTerms& terms, BaseWeights base, Trace& trace)
{
    const Term beside = trace.given("buffers", terms.buffers.as_double(), Unit::bytes) +
                        trace.given("ema", terms.ema.as_double(), Unit::bytes);
    if (base == BaseWeights::same) return beside;
    return beside + Held::parameters(terms, trace).of_unsharded(quantization_scales(terms, base, trace));
}

void set_weights(MemoryTerms& terms, const MemoryInputs& in, Trace& trace)
{
    const Training& training = in.scenario.training;
    if (training.ema && training.mode == RunMode::train)
        terms.ema = bytes_of(terms.held + terms.held_experts, terms.recipe.weights);
    const Held held = Held::parameters(terms, trace);
    const Shards shards{terms.weight_shards, terms.expert_weight_shards};
    const Term bytes = bytes_each("bytes_per_weight", terms.recipe.weights, trace);
    const BaseWeights base = training.base_weights;
    const bool plain = base == BaseWeights::same && !terms.fp32_adapters;
    const Term weights =
        plain ? held.of_each(bytes, shards) : held.of_whole(mixed_weights(terms, base, bytes, trace), shards);
    terms.weights = name_state(weights_id, weights + beside_weights(terms, base, trace), trace);
}

/// Gradients that the GPU holds under ZeRO-Offload until a bucket is full, beside a buffer for the largest array
/// (DeepSpeed, `ipg_buckets` and `temp_grad_buffer_for_gpu_offload` in stage_1_and_2.py).
Term buffered_gradients(const MemoryInputs& in, const Term& bytes, Trace& trace)
{
    const Term bucket = count("bucket_gradients", Count(zero_bucket_elements), trace, "source.zero-bucket") * bytes;
    if (in.scenario.parallel.zero_stage >= 3) return bucket;
    return bucket + count("largest_array", largest_trainable_array(in.network), trace) * bytes;
}

void set_gradients(MemoryTerms& terms, const MemoryInputs& in, Trace& trace)
{
    const Term bytes = bytes_each("bytes_per_gradient", gradient_format(terms, in.scenario), trace);
    Term gradients =
        Held::trainable(terms, trace).of_each(bytes, {terms.gradient_shards, terms.expert_gradient_shards});
    // ZeRO-1 keeps the gradients of other GPUs' shards.
    terms.gradients_stay =
        in.scenario.parallel.offload == Offload::optimizer && terms.gradient_shards == replicas_of(in.scenario);
    if (terms.gradients_stay) {
        const Term buffered = buffered_gradients(in, bytes, trace);
        if (buffered.amount() < gradients.amount()) gradients = buffered;
    }
    terms.gradients = name_state(gradients_id, gradients, trace);
}

void set_optimizer(MemoryTerms& terms, Trace& trace)
{
    const Held held = Held::trainable(terms, trace);
    const Shards shards{terms.optimizer_shards, terms.expert_optimizer_shards};
    const Term moments = bytes_of_moments(terms, terms.moment_format, trace);
    const bool each = terms.optimizer.storage == MomentStorage::full;
    terms.optimizer_state =
        name_state(optimizer_id, each ? held.of_each(moments, shards) : held.of_whole(moments, shards), trace);
    if (terms.recipe.master)
        terms.master_weights = name_state(
            master_id, held.of_each(bytes_each("bytes_per_master_weight", *terms.recipe.master, trace), shards), trace);
    else
        name_none(master_id, "source.no-master-copy", "training.precision", trace);
}

/// The update of all arrays at once writes one array per parameter; an update array by array only one for the largest
/// array; a fused update none. Trainers with a master copy update it in one fused kernel, and 8-bit optimizers have
/// their own kernels.
void set_update_temporary(MemoryTerms& terms, const MemoryInputs& in)
{
    if (terms.recipe.gradient_buffer || in.scenario.parallel.offload != Offload::none) return;
    const OptimizerRow& optimizer = terms.optimizer;
    const OptimizerImplementation chosen = in.scenario.training.optimizer_implementation;
    if (optimizer.multi_tensor && chosen == OptimizerImplementation::fused) return;
    const bool one_by_one = chosen == OptimizerImplementation::automatic
                                ? was_before_lazy_era(in.scenario.training, in.coefficients)
                                : chosen == OptimizerImplementation::loop;
    const Count copies(optimizer.update_copies + (copies_denominator(optimizer, in.scenario.training) ? 1 : 0));
    if (optimizer.multi_tensor && !one_by_one) {
        Trace untraced(false);
        const Term one = Held::trainable(terms, untraced)
                             .of_each(storage_bytes(terms.recipe.gradients),
                                      {terms.optimizer_shards, terms.expert_optimizer_shards});
        terms.update_temporary = whole(one) * copies;
        return;
    }
    const bool narrow = storage_bits(terms.recipe.weights) < 32 && !terms.fp32_adapters;
    const Count arrays = optimizer.array_temporaries + (narrow ? optimizer.widening_temporaries : 0);
    const Count largest = largest_trainable_array(in.network);
    const Bytes one = optimizer.multi_tensor ? bytes_of(largest, terms.recipe.gradients) * copies
                                             : bytes_of(largest, NumberFormat::fp32) * arrays;
    terms.update_temporary = divided(one, terms.optimizer_shards);
}

/// The host updates its own copy of the weights and moments from gradients that arrive in pinned memory; with offloaded
/// parameters, the GPU holds only the active units.
void offload_states(MemoryTerms& terms, const Scenario& scenario, Trace& trace)
{
    const Offload offload = scenario.parallel.offload;
    if (offload == Offload::none) return;
    const Term stays = beside_weights(terms, scenario.training.base_weights, trace);
    const Bytes weights = terms.weights - whole(stays);
    terms.offloaded = {};
    if (scenario.training.mode == RunMode::train && terms.optimizer.kind != OptimizerKind::none) {
        const auto trained = [&terms](NumberFormat format) {
            Trace untraced(false);
            return whole(Held::trainable(terms, untraced)
                             .of_each(storage_bytes(format), {terms.optimizer_shards, terms.expert_optimizer_shards}));
        };
        const Bytes updated = terms.recipe.master              ? terms.master_weights
                              : offload == Offload::parameters ? weights
                                                               : trained(terms.moment_format);
        terms.offloaded = terms.optimizer_state + trained(terms.recipe.gradients) + updated;
    }
    terms.optimizer_state = {};
    name_none(optimizer_id, "source.on-host", "parallel.offload", trace);
    const bool second_copy = terms.recipe.master || terms.offloaded == Bytes();
    terms.master_weights = {};
    if (terms.recipe.master) name_none(master_id, "source.on-host", "parallel.offload", trace);
    if (offload != Offload::parameters) return;
    if (second_copy) terms.offloaded += weights;
    terms.weights = name_state(weights_id, stays, trace);
}

} // namespace

void set_base_states(MemoryTerms& terms, const MemoryInputs& in)
{
    const Training& training = in.scenario.training;
    terms.buffers = bytes_of(in.network.buffer_elements, NumberFormat::fp32);
    terms.fp32_adapters = keeps_adapters_in_fp32(training);
    if (terms.fp32_adapters) terms.recipe.gradients = trained_recipe(training).gradients;
    terms.moment_format =
        terms.fp32_adapters ? trained_recipe(training).weights : terms.recipe.master.value_or(terms.recipe.weights);
    if (training.base_weights != BaseWeights::same) terms.quantized = quantized_numbers(in.network);
    if (training.mode == RunMode::train)
        terms.moment_numbers = moment_numbers(in.network, terms.optimizer, terms.trainable);
}

void set_state_bytes(MemoryTerms& terms, const MemoryInputs& in, Trace& trace)
{
    set_weights(terms, in, trace);
    if (in.scenario.training.mode == RunMode::train) {
        set_gradients(terms, in, trace);
        if (terms.optimizer.kind != OptimizerKind::none) {
            set_optimizer(terms, trace);
            set_update_temporary(terms, in);
        } else {
            name_none(optimizer_id, "source.no-optimizer", "training.optimizer", trace);
            name_none(master_id, "source.no-optimizer", "training.optimizer", trace);
        }
    }
    offload_states(terms, in.scenario, trace);
}

void name_states(MemoryTerms terms, const MemoryInputs& in, Trace& trace)
{
    const Bytes gradients = terms.gradients;
    set_state_bytes(terms, in, trace);
    if (in.scenario.parallel.offload == Offload::parameters)
        trace.keep(gradients_id, trace.given(gradients_id, gradients.as_double(), Unit::bytes, "source.one-unit",
                                             "parallel.offload"));
}

Term bytes_of_moments(const MemoryTerms& terms, NumberFormat format, Trace& trace)
{
    const MomentNumbers& numbers = terms.moment_numbers;
    const Term moments =
        trace.given("moments", terms.optimizer.moments, Unit::count, "source.optimizer", "training.optimizer");
    switch (terms.optimizer.storage) {
    case MomentStorage::full: return moments * bytes_each("bytes_per_moment", format, trace);
    case MomentStorage::one_byte: {
        const Term each = trace.coefficient("byte_moment_bytes", terms.byte_moment_bytes, Unit::bytes_per_element);
        return moments * (rounded(count("narrow_moments", numbers.narrow, trace) * each) +
                          count("wide_moments", numbers.wide, trace, "source.wide-moments") * bytes_of_fp32(trace));
    }
    case MomentStorage::factored:
        return count("factored_sums", numbers.wide, trace, "source.factored-sums") * bytes_of_fp32(trace);
    }
    return {};
}

NumberFormat gradient_format(const MemoryTerms& terms, const Scenario& scenario)
{
    const bool as_weights = scenario.parallel.offload == Offload::optimizer && !terms.fp32_adapters;
    return as_weights ? terms.recipe.weights : terms.recipe.gradients;
}

bool was_before_lazy_era(const Training& training, const MemoryCoefficients& coefficients)
{
    return is_before(training, coefficients.lazy_since_year);
}

namespace {

/// Default dropout of scripts for adapters: litgpt and alpaca-lora 0.05, QLoRA 0.1 up to 13B and 0.05 above. Memory
/// depends only on whether it is zero. NeMo's recipes use no dropout.
constexpr double adapter_dropout = 0.05;

} // namespace

bool trains_quantized_base(const Training& training)
{
    return training.base_weights != BaseWeights::same && training.mode == RunMode::train && !training.lora;
}

bool set_up_fine_tuning(Network& network, const Training& training)
{
    if (training.base_weights != BaseWeights::same)
        quantize_linear_weights(network, base_storage(training.base_weights).format);
    if (!training.lora) return true;
    const AdapterTargets targets = training.lora->targets == LoraTargets::all_linear ? AdapterTargets::all_linear
                                                                                     : AdapterTargets::query_and_value;
    const bool drops = training.mode == RunMode::train && training.stack == SoftwareStack::typical;
    const double dropout = drops ? adapter_dropout : 0.0;
    return add_low_rank_adapters(network, training.lora->rank, targets, dropout, keeps_adapters_in_fp32(training)) >
           Count(0);
}

} // namespace rigwright

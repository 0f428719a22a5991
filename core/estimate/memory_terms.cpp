// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory_terms.h"

#include "core/advise/inverse.h"
#include "core/estimate/fine_tuning.h"
#include "core/estimate/loss_memory.h"
#include "core/estimate/workspace.h"
#include "core/network/operator_counts.h"

#include <algorithm>

namespace rigwright {

namespace {

void set_sharding(MemoryTerms& terms, const Scenario& scenario)
{
    const std::int64_t replicas = std::max<std::int64_t>(data_parallel_degree(scenario), 1);
    const std::int64_t stage = scenario.parallel.zero_stage;
    terms.optimizer_shards = stage >= 1 ? replicas : 1;
    terms.gradient_shards = stage >= 2 ? replicas : 1;
    terms.weight_shards = stage >= 3 ? replicas : 1;
    terms.layer_shards = scenario.parallel.tensor * scenario.parallel.pipeline;
}

/// Weights in the recipe's format, and what of them is stored quantised.
Bytes base_bytes(MemoryTerms& terms, const MemoryInputs& in)
{
    const BaseWeights base = in.scenario.training.base_weights;
    if (base != BaseWeights::same) {
        terms.quantized = quantized_numbers(in.network);
        terms.quantized_weights = quantized_bytes(terms.quantized, base_storage(base));
    }
    const Count adapters = terms.fp32_adapters ? terms.trainable : Count(0);
    return terms.quantized_weights + bytes_of(adapters, NumberFormat::fp32) +
           bytes_of(terms.parameters - terms.quantized.elements - adapters, terms.recipe.weights);
}

void set_states(MemoryTerms& terms, const MemoryInputs& in)
{
    const Training& training = in.scenario.training;
    const bool train = training.mode == RunMode::train;
    const bool on_host = in.scenario.parallel.offload != Offload::none;
    terms.buffers = bytes_of(in.network.buffer_elements, NumberFormat::fp32);
    if (training.ema && train)
        terms.ema = divided(bytes_of(terms.parameters, terms.recipe.weights), terms.layer_shards);
    const Bytes weights = base_bytes(terms, in);
    terms.weights = divided(weights, terms.layer_shards * terms.weight_shards) + terms.buffers + terms.ema;
    if (!train) return;
    terms.gradients =
        divided(bytes_of(terms.trainable, terms.recipe.gradients), terms.layer_shards * terms.gradient_shards);
    terms.moment_numbers = moment_numbers(in.network, terms.optimizer, terms.trainable);
    if (on_host || terms.optimizer.kind == OptimizerKind::none) return;
    const Bytes moments =
        moment_bytes(terms.moment_numbers, terms.optimizer, terms.moment_format, terms.byte_moment_bytes);
    terms.optimizer_state = divided(moments, terms.layer_shards * terms.optimizer_shards);
    if (terms.recipe.master)
        terms.master_weights =
            divided(bytes_of(terms.trainable, *terms.recipe.master), terms.layer_shards * terms.optimizer_shards);
}

bool was_before_lazy_era(const Training& training, const MemoryCoefficients& coefficients)
{
    return training.framework_year && static_cast<double>(*training.framework_year) < coefficients.lazy_since_year;
}

WalkOptions walk_options(const MemoryTerms& terms, const MemoryInputs& in)
{
    const Training& training = in.scenario.training;
    WalkOptions options;
    options.recompute = training.recompute;
    options.training = training.mode == RunMode::train;
    options.weights = terms.recipe.weights;
    options.gradients = terms.recipe.gradients;
    // Sharded weights are gathered in 16 bit for one unit at a time, which `gathered` holds.
    if (terms.weight_shards == 1) options.weight_copies = terms.recipe.autocast;
    options.gradients_always_alive = terms.recipe.gradient_buffer || training.gradient_accumulation > 1 ||
                                     was_before_lazy_era(training, in.coefficients);
    options.loss = loss_memory(in.network, training, terms.recipe, in.coefficients);
    return options;
}

/// The update of all arrays at once writes out one array of each parameter; one after another, of the largest alone.
/// Trainers with a master copy update it in one fused kernel, and 8-bit optimizers bring their own.
void set_update_temporary(MemoryTerms& terms, const MemoryInputs& in)
{
    if (terms.recipe.gradient_buffer) return;
    const OptimizerRow& optimizer = terms.optimizer;
    const bool narrow = storage_bits(terms.recipe.weights) < 32 && !terms.fp32_adapters;
    const Count arrays = optimizer.array_temporaries + (narrow ? optimizer.widening_temporaries : 0);
    const Count largest = largest_trainable_array(in.network);
    Bytes at_once = bytes_of(largest, NumberFormat::fp32) * arrays;
    if (optimizer.multi_tensor) {
        const bool one_by_one = was_before_lazy_era(in.scenario.training, in.coefficients);
        at_once = bytes_of(one_by_one ? largest : terms.trainable, terms.recipe.gradients) *
                  Count(optimizer.update_copies);
    }
    terms.update_temporary = divided(at_once, terms.layer_shards * terms.optimizer_shards);
}

void set_moments(MemoryTerms& terms, const MemoryInputs& in)
{
    terms.walk = walk_options(terms, in);
    terms.moments = peak_moments(in.network, in.analysis, terms.walk);
    for (Moment& moment : terms.moments) share_out(moment, terms, in.scenario);
    if (in.scenario.training.mode == RunMode::train && terms.optimizer.kind != OptimizerKind::none) {
        set_update_temporary(terms, in);
        terms.moments.push_back(update_moment(terms));
    }
    terms.moments = upper_envelope(std::move(terms.moments));
}

void set_communication(MemoryTerms& terms, const MemoryInputs& in)
{
    const std::int64_t replicas = data_parallel_degree(in.scenario);
    const bool train = in.scenario.training.mode == RunMode::train;
    const bool buckets = train && replicas > 1 && in.scenario.parallel.zero_stage == 0 &&
                         in.scenario.parallel.data_parallel_kind == DataParallelKind::ddp;
    if (buckets)
        terms.gradient_buckets = divided(bytes_of(terms.trainable, terms.recipe.gradients), terms.layer_shards);
    if (in.scenario.parallel.zero_stage >= 3) {
        // The unit at work and the one fetched ahead.
        Count largest;
        for (const Parameter& parameter : in.network.parameters) largest = std::max(largest, parameter.elements);
        terms.gathered = bytes_of(largest, terms.recipe.weights) * Count(2);
    }
    if (gpu_count(in.scenario.build) > 1) {
        const bool peer = in.gpu.link.peer_kind.value_or(PeerLinkKind::none) != PeerLinkKind::none &&
                          in.scenario.build.gpu_link != LinkChoice::pcie;
        terms.collective =
            Bytes::mib(peer ? in.coefficients.collective_mib_peer_link : in.coefficients.collective_mib_pcie);
    }
}

void set_overheads(MemoryTerms& terms, const MemoryInputs& in)
{
    const Training& training = in.scenario.training;
    const MemoryCoefficients& c = in.coefficients;
    terms.reserve_factor = c.reserve_factor;
    terms.range_low = c.range_low;
    terms.range_high = c.range_high;
    const bool eager = was_before_lazy_era(training, c) && in.gpu.compute.multiprocessors;
    terms.context = Bytes::mib(eager ? c.context_eager_mib_per_multiprocessor * *in.gpu.compute.multiprocessors
                                     : c.context_lazy_mib);
    if (in.scenario.build.context_bytes) terms.context = Bytes::of(*in.scenario.build.context_bytes);
    const bool narrow = terms.recipe.autocast.has_value() || storage_bits(terms.recipe.weights) < 32;
    if (training.autotune && !narrow) terms.workspace = convolution_workspace(in.network, c);
    terms.usable = usable_memory(in.gpu, in.reserves, {});
}

/// What the model reads, which stays for the whole step: images in the format of the weights, indices in 8 bytes.
BatchBytes input_batch(const Network& network, NumberFormat format)
{
    std::vector<bool> written(network.tensors.size(), false);
    for (const Operator& op : network.operators) written[static_cast<std::size_t>(op.output)] = true;
    BatchBytes total;
    for (std::size_t id = 0; id < network.tensors.size(); ++id) {
        const Tensor& tensor = network.tensors[id];
        if (written[id] || tensor.storage != static_cast<TensorId>(id) || !tensor.per_sample) continue;
        const Bytes bytes = tensor.content == Content::index ? Bytes(tensor.shape.elements() * Count(8))
                                                             : bytes_of(tensor.shape.elements(), format);
        total.per_sample += bytes;
    }
    return total;
}

} // namespace

// Pipeline stages hold as many micro-batches as there are stages, which cancels their share of the layers.
void share_out(Moment& moment, const MemoryTerms& terms, const Scenario& scenario)
{
    const std::int64_t parts = scenario.parallel.tensor * scenario.parallel.context;
    moment.activations = divided(moment.activations, parts);
    moment.temporary = divided(moment.temporary, parts);
    moment.gradients = divided(moment.gradients, terms.layer_shards * terms.gradient_shards);
}

Moment update_moment(const MemoryTerms& terms)
{
    Moment update;
    update.phase = Phase::optimizer;
    update.gradients = terms.gradients;
    update.temporary.fixed = terms.update_temporary;
    return update;
}

MemoryTerms memory_terms(const MemoryInputs& in)
{
    MemoryTerms terms;
    terms.recipe = recipe_of(in.scenario.training);
    terms.optimizer = optimizer_row(in.scenario.training.optimizer);
    terms.byte_moment_bytes = in.coefficients.byte_moment_bytes;
    const ParameterCounts counts = count_parameters(in.network);
    terms.parameters = counts.total;
    terms.trainable = counts.trainable;
    terms.fp32_adapters = keeps_adapters_in_fp32(in.scenario.training);
    if (terms.fp32_adapters) terms.recipe.gradients = NumberFormat::fp32;
    terms.moment_format = terms.fp32_adapters ? NumberFormat::fp32 : terms.recipe.master.value_or(terms.recipe.weights);
    terms.input = input_batch(in.network, terms.recipe.weights);
    set_sharding(terms, in.scenario);
    if (in.scenario.training.mode == RunMode::infer)
        terms.cache.per_sample =
            divided(bytes_of(in.network.cache_elements, terms.recipe.autocast.value_or(terms.recipe.weights)),
                    terms.layer_shards * in.scenario.parallel.context);
    set_states(terms, in);
    set_moments(terms, in);
    set_communication(terms, in);
    set_overheads(terms, in);
    return terms;
}

Bytes MemoryTerms::allocated(Count micro_batch) const
{
    return weights + optimizer_state + master_weights + input.at(micro_batch) + cache.at(micro_batch) + gathered +
           gradient_buckets + peak(micro_batch).total(micro_batch);
}

Bytes MemoryTerms::reserved(Count micro_batch) const
{
    return Bytes::rounded(allocated(micro_batch).as_double() * reserve_factor);
}

Bytes MemoryTerms::device(Count micro_batch) const
{
    return reserved(micro_batch) + workspace.at(micro_batch) + context + collective;
}

std::int64_t largest_micro_batch(const MemoryTerms& terms, std::int64_t highest)
{
    if (!terms.usable) return 0;
    const auto fits = [&terms](std::int64_t batch) { return terms.device(batch) <= terms.usable->usable; };
    return largest_that(1, highest, fits).value_or(0);
}

} // namespace rigwright

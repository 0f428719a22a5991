// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory_terms.h"

#include "core/advise/inverse.h"
#include "core/estimate/memory_sharding.h"
#include "core/estimate/states.h"
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
    terms.held = terms.parameters;
    terms.held_trainable = terms.trainable;
}

bool was_before_lazy_era(const Training& training, const MemoryCoefficients& coefficients)
{
    return training.framework_year && static_cast<double>(*training.framework_year) < coefficients.lazy_since_year;
}

double loss_bytes(const Training& training, const PrecisionRecipe& recipe, const MemoryCoefficients& coefficients)
{
    if (training.cross_entropy == CrossEntropyChoice::fused) return coefficients.loss_bytes_per_logit_fused;
    const bool narrow = recipe.autocast.has_value() || storage_bits(recipe.weights) < 32;
    return narrow ? coefficients.loss_bytes_per_logit_16bit : coefficients.loss_bytes_per_logit_fp32;
}

WalkOptions walk_options(const MemoryTerms& terms, const MemoryInputs& in)
{
    const Training& training = in.scenario.training;
    WalkOptions options;
    options.recompute = training.recompute;
    options.training = training.mode == RunMode::train;
    options.gradients = terms.recipe.gradients;
    // Sharded weights are gathered in 16 bit for one unit at a time, which `gathered` holds.
    if (terms.weight_shards == 1) options.weight_copies = terms.recipe.autocast;
    options.gradients_always_alive = terms.recipe.gradient_buffer || training.gradient_accumulation > 1 ||
                                     was_before_lazy_era(training, in.coefficients);
    options.loss_bytes_per_output_element = loss_bytes(training, terms.recipe, in.coefficients);
    return options;
}

Moment update_moment(const MemoryTerms& terms)
{
    Moment update;
    update.phase = Phase::optimizer;
    update.gradients = terms.gradients;
    // Trainers with a master copy update it in one fused kernel, without a temporary.
    if (terms.optimizer.multi_tensor && !terms.recipe.gradient_buffer)
        update.temporary.fixed = divided(bytes_of(terms.trainable, terms.recipe.gradients), terms.optimizer_shards);
    return update;
}

void set_moments(MemoryTerms& terms, const MemoryInputs& in)
{
    terms.moments = peak_moments(in.network, in.analysis, walk_options(terms, in));
    for (Moment& moment : terms.moments) moment.gradients = divided(moment.gradients, terms.gradient_shards);
    if (in.scenario.training.mode == RunMode::train && terms.optimizer.kind != OptimizerKind::none)
        terms.moments.push_back(update_moment(terms));
    terms.moments = upper_envelope(std::move(terms.moments));
}

void set_communication(MemoryTerms& terms, const MemoryInputs& in)
{
    const std::int64_t replicas = data_parallel_degree(in.scenario);
    const bool train = in.scenario.training.mode == RunMode::train;
    const bool buckets = train && replicas > 1 && in.scenario.parallel.zero_stage == 0 &&
                         in.scenario.parallel.data_parallel_kind == DataParallelKind::ddp;
    if (buckets)
        terms.gradient_buckets = bytes_of(terms.trainable, terms.recipe.gradients);
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
    terms.reserve_factor = in.scenario.parallel.pipeline > 1 ? c.reserve_factor_pipeline : c.reserve_factor;
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

/// What does not depend on the stage.
MemoryTerms common_terms(const MemoryInputs& in)
{
    MemoryTerms terms;
    terms.recipe = recipe_of(in.scenario.training);
    terms.optimizer = optimizer_row(in.scenario.training.optimizer);
    terms.byte_moment_bytes = in.coefficients.byte_moment_bytes;
    const ParameterCounts counts = count_parameters(in.network);
    terms.parameters = counts.total;
    terms.trainable = counts.trainable;
    terms.input = input_batch(in.network, terms.recipe.weights);
    terms.loss_bytes_per_logit = loss_bytes(in.scenario.training, terms.recipe, in.coefficients);
    set_sharding(terms, in.scenario);
    set_communication(terms, in);
    set_overheads(terms, in);
    return terms;
}

/// One GPU that holds every layer: its activations are walked.
MemoryTerms walked_terms(MemoryTerms terms, const MemoryInputs& in)
{
    set_state_bytes(terms, in);
    set_moments(terms, in);
    if (terms.weight_shards > 1) add_gathered_units(terms, in);
    return terms;
}

std::vector<MemoryTerms> planned_terms(const MemoryTerms& common, const MemoryInputs& in)
{
    const NumberFormat format = common.recipe.autocast.value_or(common.recipe.weights);
    const LayerPlan plan =
        share_layers(in.network, in.analysis, format, has_fused_kernels(in.scenario.training, common.recipe));
    std::vector<MemoryTerms> stages;
    for (const PipelineStage& stage : distinct_stages(in.scenario.parallel.pipeline)) {
        stages.push_back(common);
        share_memory(stages.back(), in, plan, stage);
    }
    return stages;
}

} // namespace

void set_state_bytes(MemoryTerms& terms, const MemoryInputs& in)
{
    const Training& training = in.scenario.training;
    const auto state = [](Count dense, std::int64_t shards, Count experts, std::int64_t expert_shards,
                          NumberFormat format) {
        return divided(bytes_of(dense, format), shards) + divided(bytes_of(experts, format), expert_shards);
    };
    terms.buffers = bytes_of(in.network.buffer_elements, NumberFormat::fp32);
    const bool train = training.mode == RunMode::train;
    if (training.ema && train) terms.ema = bytes_of(terms.held + terms.held_experts, terms.recipe.weights);
    terms.weights = state(terms.held, terms.weight_shards, terms.held_experts, terms.expert_weight_shards,
                          terms.recipe.weights) +
                    terms.buffers + terms.ema;
    if (!train) return;
    terms.gradients = state(terms.held_trainable, terms.gradient_shards, terms.held_trainable_experts,
                            terms.expert_gradient_shards, terms.recipe.gradients);
    const bool on_host = in.scenario.parallel.offload != Offload::none;
    if (on_host || terms.optimizer.kind == OptimizerKind::none) return;
    const Bytes moments = moment_bytes(in.network, terms.optimizer, terms.recipe.master.value_or(terms.recipe.weights),
                                       terms.byte_moment_bytes);
    terms.optimizer_state =
        divided(part_of(moments, terms.held_trainable, terms.trainable), terms.optimizer_shards) +
        divided(part_of(moments, terms.held_trainable_experts, terms.trainable), terms.expert_optimizer_shards);
    if (terms.recipe.master)
        terms.master_weights = state(terms.held_trainable, terms.optimizer_shards, terms.held_trainable_experts,
                                     terms.expert_optimizer_shards, *terms.recipe.master);
}

std::vector<MemoryTerms> memory_terms(const MemoryInputs& in)
{
    MemoryTerms common = common_terms(in);
    if (uses_layer_plan(in.scenario, common.recipe)) return planned_terms(common, in);
    std::vector<MemoryTerms> one;
    one.push_back(walked_terms(std::move(common), in));
    return one;
}

std::size_t fullest_stage(const std::vector<MemoryTerms>& stages, Count micro_batch)
{
    std::size_t fullest = 0;
    for (std::size_t i = 1; i < stages.size(); ++i) {
        if (stages[fullest].device(micro_batch) < stages[i].device(micro_batch)) fullest = i;
    }
    return fullest;
}

Bytes MemoryTerms::allocated(Count micro_batch) const
{
    return weights + optimizer_state + master_weights + input.at(micro_batch) + gathered + gradient_buckets +
           peak(micro_batch).total(micro_batch);
}

Bytes MemoryTerms::reserved(Count micro_batch) const
{
    return Bytes::rounded(allocated(micro_batch).as_double() * reserve_factor) + stream_blocks;
}

Bytes MemoryTerms::device(Count micro_batch) const
{
    return reserved(micro_batch) + workspace.at(micro_batch) + context + collective;
}

std::int64_t largest_micro_batch(const std::vector<MemoryTerms>& stages, std::int64_t highest)
{
    const auto fits = [&stages](std::int64_t batch) {
        return std::all_of(stages.begin(), stages.end(), [batch](const MemoryTerms& terms) {
            return terms.usable && terms.device(batch) <= terms.usable->usable;
        });
    };
    return largest_that(1, highest, fits).value_or(0);
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory_terms.h"

#include "core/advise/inverse.h"
#include "core/estimate/loss_memory.h"
#include "core/estimate/memory_sharding.h"
#include "core/estimate/memory_states.h"
#include "core/estimate/workspace.h"
#include "core/network/operator_counts.h"

#include <algorithm>

namespace rigwright {

namespace {

/// A bucket of ZeRO-1 and ZeRO-2 (DeepSpeed's documented default for reduce and all-gather buckets).
constexpr std::int64_t sharded_bucket_elements = 500'000'000;

void set_sharding(MemoryTerms& terms, const Scenario& scenario)
{
    const std::int64_t replicas = replicas_of(scenario);
    const std::int64_t stage = scenario.parallel.zero_stage;
    terms.optimizer_shards = stage >= 1 ? replicas : 1;
    terms.gradient_shards = stage >= 2 ? replicas : 1;
    terms.weight_shards = stage >= 3 ? replicas : 1;
    terms.held = terms.parameters;
    terms.held_trainable = terms.trainable;
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

void set_moments(MemoryTerms& terms, const MemoryInputs& in)
{
    terms.moments = peak_moments(in.network, in.analysis, terms.walk);
    for (Moment& moment : terms.moments) share_out(moment, terms);
    if (in.scenario.training.mode == RunMode::train && terms.optimizer.kind != OptimizerKind::none)
        terms.moments.push_back(update_moment(terms));
    terms.moments = upper_envelope(std::move(terms.moments));
}

/// Groups of GPUs beside the first that a GPU exchanges data with.
double further_groups(const Scenario& scenario)
{
    const Parallel& p = scenario.parallel;
    int groups = 0;
    for (const std::int64_t degree : {p.tensor, p.pipeline, p.context, p.expert, data_parallel_degree(scenario)})
        groups += degree > 1 ? 1 : 0;
    return std::max(groups - 1, 0);
}

void set_communication(MemoryTerms& terms, const MemoryInputs& in)
{
    terms.gradient_buckets = gradient_buckets(in.scenario, terms.recipe, terms.trainable);
    if (gpu_count(in.scenario.build) > 1) {
        const bool peer = in.gpu.link.peer_kind.value_or(PeerLinkKind::none) != PeerLinkKind::none &&
                          in.scenario.build.gpu_link != LinkChoice::pcie;
        const double first = peer ? in.coefficients.collective_mib_peer_link : in.coefficients.collective_mib_pcie;
        const double further = in.coefficients.collective_further_share * further_groups(in.scenario);
        terms.collective = Bytes::mib(first * (1.0 + further));
    }
}

void set_overheads(MemoryTerms& terms, const MemoryInputs& in)
{
    const Training& training = in.scenario.training;
    const MemoryCoefficients& c = in.coefficients;
    terms.reserve_factor = in.scenario.parallel.pipeline > 1 ? c.reserve_factor_pipeline : c.reserve_factor;
    // What the streams of FSDP hold beside each other is counted block by block.
    if (terms.weight_shards > 1) terms.reserve_factor = 1.0;
    terms.range = in.network.loss == LossKind::per_element ? c.range : c.detector_range;
    terms.loads_all_kernels = was_before_lazy_era(training, c) && in.gpu.compute.multiprocessors;
    terms.context =
        Bytes::mib(terms.loads_all_kernels ? c.context_eager_mib_per_multiprocessor * *in.gpu.compute.multiprocessors
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
    terms.recipe = sharded_recipe(recipe_of(in.scenario.training), in.scenario.parallel.zero_stage);
    terms.optimizer = optimizer_row(in.scenario.training.optimizer);
    terms.byte_moment_bytes = in.coefficients.byte_moment_bytes;
    const ParameterCounts counts = count_parameters(in.network);
    terms.parameters = counts.total;
    terms.trainable = counts.trainable;
    set_base_states(terms, in);
    terms.input = terms.loaded_batch = input_batch(in.network, terms.recipe.weights);
    if (in.scenario.training.mode == RunMode::infer)
        terms.cache.per_sample =
            bytes_of(in.network.cache_elements, terms.recipe.autocast.value_or(terms.recipe.weights));
    set_sharding(terms, in.scenario);
    terms.walk = walk_options(terms, in);
    set_communication(terms, in);
    set_overheads(terms, in);
    return terms;
}

/// One GPU that holds every layer: its activations are walked.
MemoryTerms walked_terms(MemoryTerms terms, const MemoryInputs& in)
{
    set_state_bytes(terms, in);
    if (terms.weight_shards > 1 || in.scenario.parallel.offload == Offload::parameters) add_gathered_units(terms, in);
    set_moments(terms, in);
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

void share_out(Moment& moment, const MemoryTerms& terms)
{
    moment.gradients = terms.gradients_stay ? terms.gradients : divided(moment.gradients, terms.gradient_shards);
    if (moment.phase != Phase::forward) moment.temporary.fixed += terms.output_gradient;
}

Moment update_moment(const MemoryTerms& terms)
{
    Moment update;
    update.phase = Phase::optimizer;
    update.gradients = terms.gradients;
    update.temporary.fixed = terms.update_temporary;
    return update;
}

std::int64_t replicas_of(const Scenario& scenario)
{
    return std::max<std::int64_t>(data_parallel_degree(scenario), 1) * scenario.parallel.context;
}

Bytes gradient_buckets(const Scenario& scenario, const PrecisionRecipe& recipe, Count trainable)
{
    const Parallel& parallel = scenario.parallel;
    const bool train = scenario.training.mode == RunMode::train;
    const bool replicated = replicas_of(scenario) > 1 && parallel.data_parallel_kind == DataParallelKind::ddp;
    if (!train || !replicated || recipe.gradient_buffer || parallel.zero_stage >= 3) return {};
    const Bytes all = bytes_of(trainable, recipe.gradients);
    if (parallel.zero_stage == 0) return all;
    return std::min(all, bytes_of(sharded_bucket_elements, recipe.gradients) * Count(2));
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
    return weights + optimizer_state + master_weights + input.at(micro_batch) + cache.at(micro_batch) + gathered +
           gradient_buckets + peak(micro_batch).total(micro_batch);
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

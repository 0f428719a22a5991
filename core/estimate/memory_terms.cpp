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

bool was_before_lazy_era(const Training& training, const MemoryCoefficients& coefficients)
{
    return training.framework_year && static_cast<double>(*training.framework_year) < coefficients.lazy_since_year;
}

double loss_bytes(const Training& training, const PrecisionRecipe& recipe, const MemoryCoefficients& coefficients)
{
    if (training.cross_entropy == CrossEntropyChoice::fused) return coefficients.loss_bytes_per_logit_fused;
    const bool narrow = recipe.autocast.has_value() || storage_bits(recipe.weights) < 32;
    if (narrow && training.execution == Execution::compiled) return coefficients.loss_bytes_per_logit_compiled;
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

Moment update_moment(const MemoryTerms& terms, const Scenario& scenario)
{
    Moment update;
    update.phase = Phase::optimizer;
    update.gradients = terms.gradients;
    // Trainers with a master copy update it in one fused kernel, without a temporary.
    const bool on_host = scenario.parallel.offload != Offload::none;
    if (terms.optimizer.multi_tensor && !terms.recipe.gradient_buffer && !on_host)
        update.temporary.fixed = divided(bytes_of(terms.trainable, terms.recipe.gradients), terms.optimizer_shards);
    return update;
}

void set_moments(MemoryTerms& terms, const MemoryInputs& in)
{
    terms.moments = peak_moments(in.network, in.analysis, walk_options(terms, in));
    for (Moment& moment : terms.moments) moment.gradients = divided(moment.gradients, terms.gradient_shards);
    if (in.scenario.training.mode == RunMode::train && terms.optimizer.kind != OptimizerKind::none)
        terms.moments.push_back(update_moment(terms, in.scenario));
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

void set_optimizer_bytes(MemoryTerms& terms, const MemoryInputs& in)
{
    const Bytes moments = moment_bytes(in.network, terms.optimizer, terms.recipe.master.value_or(terms.recipe.weights),
                                       terms.byte_moment_bytes);
    const auto sharded = [&terms](Bytes dense, Bytes experts) {
        return divided(dense, terms.optimizer_shards) + divided(experts, terms.expert_optimizer_shards);
    };
    terms.optimizer_state = sharded(part_of(moments, terms.held_trainable, terms.trainable),
                                    part_of(moments, terms.held_trainable_experts, terms.trainable));
    if (terms.recipe.master)
        terms.master_weights = sharded(bytes_of(terms.held_trainable, *terms.recipe.master),
                                       bytes_of(terms.held_trainable_experts, *terms.recipe.master));
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
    terms.input = terms.loaded_batch = input_batch(in.network, terms.recipe.weights);
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
    if (terms.weight_shards > 1 || in.scenario.parallel.offload == Offload::parameters) add_gathered_units(terms, in);
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
    const bool train = training.mode == RunMode::train;
    terms.buffers = bytes_of(in.network.buffer_elements, NumberFormat::fp32);
    if (training.ema && train) terms.ema = bytes_of(terms.held + terms.held_experts, terms.recipe.weights);
    terms.weights = divided(bytes_of(terms.held, terms.recipe.weights), terms.weight_shards) +
                    divided(bytes_of(terms.held_experts, terms.recipe.weights), terms.expert_weight_shards) +
                    terms.buffers + terms.ema;
    if (train) {
        terms.gradients =
            divided(bytes_of(terms.held_trainable, terms.recipe.gradients), terms.gradient_shards) +
            divided(bytes_of(terms.held_trainable_experts, terms.recipe.gradients), terms.expert_gradient_shards);
        if (terms.optimizer.kind != OptimizerKind::none) set_optimizer_bytes(terms, in);
    }
    offload_states(terms, in.scenario);
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

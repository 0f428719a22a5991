// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory/memory_sharding.h"

#include "core/estimate/memory/memory_states.h"
#include "core/estimate/time/communication.h"
#include "core/network/operator_counts.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Trainers with a split vocabulary pad each rank's rows to a multiple of this (Megatron-LM's default).
constexpr std::int64_t padded_rows_a_rank = 128;

/// Gradients of a unit enter the reduction in fp32 (FSDP's usual setting).
constexpr NumberFormat reduction = NumberFormat::fp32;

/// Parameters that are gathered together; the trained ones and the quantized ones among them.
struct GatheredUnit {
    Count all;
    Count trained;
    Count quantized;

    GatheredUnit& operator+=(const GatheredUnit& other)
    {
        all += other.all;
        trained += other.trained;
        quantized += other.quantized;
        return *this;
    }
};

/// Quantized matrices are gathered as stored, without their scales, which every GPU keeps.
Bytes bytes_of(const GatheredUnit& unit, const MemoryTerms& terms, NumberFormat stored)
{
    const Count adapters = terms.fp32_adapters ? unit.trained : Count(0);
    return bytes_of(unit.all - unit.quantized - adapters, terms.recipe.computed()) + bytes_of(unit.quantized, stored) +
           bytes_of(adapters, NumberFormat::fp32);
}

NumberFormat stored_format(const MemoryTerms& terms, BaseWeights base)
{
    return base == BaseWeights::same ? terms.recipe.computed() : base_storage(base).format;
}

/// DeepSpeed copies a bucket to reduce it (`reduce_scatter_coalesced`), after a first copy where gradients change format
/// (`__avg_scatter_grads` in stage3.py).
Bytes reduced_bucket(const MemoryTerms& terms, const Scenario& scenario)
{
    const Count elements = std::min(Count(zero_bucket_elements), terms.held_trainable);
    const bool converts = terms.recipe.gradients != gradient_format(terms, scenario);
    return bytes_of(elements, terms.recipe.gradients) * Count(converts ? 2 : 1);
}

void set_gathered(MemoryTerms& terms, const MemoryInputs& in, const GatheredUnit& largest, const GatheredUnit& root)
{
    const NumberFormat stored = stored_format(terms, in.scenario.training.base_weights);
    const Bytes of_largest = bytes_of(largest, terms, stored);
    terms.gathered = of_largest * Count(2) + bytes_of(root, terms, stored);
    if (in.scenario.training.mode != RunMode::train) return;
    terms.stream_blocks =
        of_largest + (in.scenario.parallel.offload == Offload::optimizer ? reduced_bucket(terms, in.scenario)
                                                                         : bytes_of(largest.trained, reduction));
    // If the parameters are on the host, gradients leave with their unit.
    if (in.scenario.parallel.offload == Offload::parameters)
        terms.gradients =
            std::min(terms.gradients, bytes_of(std::max(largest.trained, root.trained), terms.recipe.gradients));
}

/// Computes the terms of one GPU of a stage.
class Sharing {
public:
    Sharing(MemoryTerms& terms, const MemoryInputs& in, const LayerPlan& plan, const PipelineStage& stage)
        : terms_(terms),
          in_(in),
          parallel_(effective_degrees(in.scenario, in.network)),
          training_(in.scenario.training),
          plan_(plan),
          stage_(stage),
          megatron_(terms.recipe.gradient_buffer),
          padded_rows_(megatron_ ? padded_rows_a_rank * parallel_.tensor : 1),
          experts_(experts_of(in.network)),
          contents_(stage_contents(plan, stage, leaves_of(training_, terms.recipe, plan.fused_attention),
                                   in.coefficients.kept_product_share, padded_rows_))
    {}

    void fill()
    {
        terms_.stage = stage_;
        terms_.layers_held = contents_.layers;
        set_shards();
        set_states();
        set_buckets();
        if (gathers()) set_gathered(terms_, in_, local(contents_.largest_layer), local(contents_.root));
        set_input();
        terms_.moments.clear();
        if (training_.mode == RunMode::train) {
            add_loss();
            add_backward();
            add_update();
        } else {
            add_forward();
        }
        terms_.planned = terms_.moments;
        terms_.moments = upper_envelope(std::move(terms_.moments));
    }

private:
    Count local(const ParameterShares& amount) const
    {
        return divide_rounding_up(amount.split, parallel_.tensor) + amount.whole + local_experts(amount);
    }

    /// Whole experts, also where their number does not divide.
    Count local_experts(const ParameterShares& amount) const
    {
        if (experts_ <= 1) return divide_rounding_up(amount.experts, parallel_.expert);
        const std::int64_t held = (experts_ + parallel_.expert - 1) / parallel_.expert;
        return divide_rounding_up(amount.experts * Count(held), experts_);
    }

    Count local_dense(const ParameterShares& amount) const
    {
        return divide_rounding_up(amount.split, parallel_.tensor) + amount.whole;
    }

    /// This rank's part of an amount of one micro-batch.
    BatchBytes local(const SharedBytes& amount) const
    {
        const std::int64_t tokens = parallel_.context * (parallel_.sequence_parallel ? parallel_.tensor : 1);
        BatchBytes total = divided(amount.split, parallel_.tensor * parallel_.context);
        total += divided(amount.whole, tokens);
        return total;
    }

    /// All GPUs of a stage except the tensor ranks hold copies of dense weights; copies of experts are on stage ÷
    /// expert.
    void set_shards()
    {
        const std::int64_t replicas = replicas_of(in_.scenario);
        const std::int64_t expert_replicas =
            std::max<std::int64_t>(gpu_count(in_.scenario.build) / parallel_.pipeline / parallel_.expert, 1);
        const auto over = [&](std::int64_t stage, std::int64_t gpus) {
            return parallel_.zero_stage >= stage ? gpus : std::int64_t{1};
        };
        terms_.optimizer_shards = over(1, replicas);
        const bool gradients = shards_gradients(parallel_);
        terms_.gradient_shards = gradients ? replicas : 1;
        terms_.weight_shards = over(3, replicas);
        terms_.expert_optimizer_shards = over(1, expert_replicas);
        terms_.expert_gradient_shards = gradients ? expert_replicas : 1;
        terms_.expert_weight_shards = over(3, expert_replicas);
        if (terms_.weight_shards > 1) terms_.reserve_factor = 1.0;
    }

    void set_states()
    {
        terms_.by_layer_plan = true;
        terms_.held = local_dense(contents_.parameters);
        terms_.held_trainable = local_dense(contents_.trainable);
        terms_.held_experts = local_experts(contents_.parameters);
        terms_.held_trainable_experts = local_experts(contents_.trainable);
        Trace untraced(false);
        set_state_bytes(terms_, in_, untraced);
    }

    void set_buckets()
    {
        terms_.gradient_buckets =
            gradient_buckets(in_.scenario, terms_.recipe, terms_.held_trainable + terms_.held_trainable_experts);
    }

    bool gathers() const { return terms_.weight_shards > 1 || parallel_.offload == Offload::parameters; }

    GatheredUnit local(const GatheredShares& unit) const
    {
        return {local(unit.all), local(unit.trained), local(unit.quantized)};
    }

    void set_input()
    {
        if (!stage_.is_first()) terms_.input = {};
        terms_.input = divided(terms_.input, parallel_.context);
        const Bytes of_layers = part_of(terms_.cache.per_sample, contents_.layers, plan_.layers);
        terms_.cache.per_sample =
            Bytes::rounded(of_layers.as_double() / cache_shards(in_.network.cache_heads, parallel_));
    }

    /// Saved by this stage for all micro-batches in flight.
    BatchBytes kept() const
    {
        const std::int64_t micro_batches = training_.gradient_accumulation;
        const InFlight flight = in_flight(stage_, parallel_.pipeline_interleave, micro_batches);
        return divided(local(contents_.left) * Count(flight.sets), flight.chunks);
    }

    /// Sharded gradients are in the stream that reduces them, whose blocks stay reserved; buffers and sums over
    /// micro-batches stay anyway.
    bool gradients_stay() const
    {
        return megatron_ || gathers() || terms_.gradients_stay || training_.gradient_accumulation > 1;
    }

    /// Placeholder gradients that fused weight-gradient kernels return to autograd, one per weight shape and in its
    /// format: as much as a layer's weights.
    Bytes placeholders() const
    {
        return megatron_ ? bytes_of(local(contents_.largest_layer.all), terms_.recipe.weights) : Bytes{};
    }

    /// The gradient of the output's weight before it is reduced or added to the buffer. Adapters do not train that
    /// weight.
    Bytes output_gradient() const
    {
        if ((!megatron_ && !gathers()) || training_.lora) return {};
        return bytes_of(divide_rounding_up(contents_.output_parameters, parallel_.tensor), terms_.recipe.computed());
    }

    /// Weights that autocast converts once a step, and what remains of them in backward where layers run again.
    Bytes weight_copies(bool in_backward) const
    {
        if (!terms_.walk.weight_copies) return {};
        const bool again = training_.recompute == Recompute::full && plan_.layers > 0;
        // Frozen weights are not cached.
        const bool passing = again && (in_backward || training_.lora);
        const Count converted = passing ? local(contents_.largest_layer.converted) + local(contents_.root.converted)
                                        : local(contents_.converted);
        return bytes_of(converted, *terms_.walk.weight_copies);
    }

    bool has_layers() const { return plan_.layers > 0; }

    void add_loss()
    {
        if (!contents_.makes_output && has_layers()) return;
        if (megatron_ && has_layers()) {
            terms_.walk.loss.coefficient = &MemoryCoefficients::loss_bytes_vocabulary_parallel;
            terms_.walk.loss.bytes_per_output_element = in_.coefficients.loss_bytes_vocabulary_parallel;
            terms_.walk.loss.fragments = nullptr;
            terms_.walk.loss.fragment_bytes_per_output_element = 0.0;
        }
        Moment moment;
        moment.phase = Phase::loss;
        moment.op = in_.network.operators.size() - 1;
        moment.activations = kept();
        double logits = plan_.output_elements.as_double();
        if (padded_rows_ > 1 && contents_.output_parameters.value() > 0) logits *= padded_share();
        const std::int64_t shards = parallel_.context * (has_layers() ? parallel_.tensor : 1);
        const LossMemory& loss = terms_.walk.loss;
        moment.temporary.per_sample = divided(Bytes::rounded(logits * loss.bytes_per_output_element), shards);
        terms_.loss_fragments.per_sample =
            divided(Bytes::rounded(logits * loss.fragment_bytes_per_output_element), shards);
        moment.temporary.fixed = output_gradient() + placeholders() + weight_copies(false);
        if (gradients_stay() || training_.late_zero_grad) moment.gradients = terms_.gradients;
        terms_.moments.push_back(moment);
    }

    double padded_share() const
    {
        for (const LayerShares& group : plan_.groups) {
            if (!group.makes_output || group.vocabulary == 0) continue;
            return contents_.output_parameters.as_double() / static_cast<double>(group.vocabulary) /
                   static_cast<double>(group.vocabulary_width);
        }
        return 1.0;
    }

    /// Keys and values that circulate in the ring, in use and arriving, with their gradients; or one layer's tensors
    /// exchanged between tokens and heads.
    BatchBytes exchanged() const
    {
        if (parallel_.context == 1) return {};
        const bool ring = parallel_.context_method == ContextMethod::ring;
        return ring ? local(contents_.keys_values) * Count(4) : local(contents_.attention);
    }

    void add_backward()
    {
        Moment moment;
        moment.phase = Phase::backward;
        moment.op = contents_.widest_op;
        moment.copy = contents_.widest_copy;
        moment.activations = kept();
        moment.activations += local(contents_.rebuilt);
        moment.temporary = local(contents_.widest);
        moment.temporary += exchanged();
        moment.temporary.fixed += placeholders() + weight_copies(true);
        if (gathers()) moment.temporary.fixed += output_gradient();
        // Sharded gradients are reduced layer by layer.
        const Bytes made =
            terms_.gradients_stay ? Bytes() : bytes_of(local(contents_.largest_layer.trained), terms_.recipe.gradients);
        moment.gradients = gradients_stay() ? std::max(terms_.gradients, made) : made;
        terms_.moments.push_back(moment);
        if (gradients_stay()) return;
        // At the end of backward all gradients exist, and of the activations those that the first layer saved or
        // rebuilt.
        moment.activations = local(contents_.one_layer);
        moment.gradients = terms_.gradients;
        moment.copy = 0;
        terms_.moments.push_back(moment);
    }

    void add_update()
    {
        if (terms_.optimizer.kind != OptimizerKind::none) terms_.moments.push_back(update_moment(terms_));
    }

    /// Without a backward pass nothing is saved: the widest layer and the outputs.
    void add_forward()
    {
        Moment moment;
        moment.phase = Phase::forward;
        moment.op = contents_.widest_op;
        moment.copy = contents_.widest_copy;
        moment.temporary = local(contents_.widest);
        moment.temporary += exchanged();
        moment.temporary.fixed += weight_copies(false);
        terms_.moments.push_back(moment);
        if (!contents_.makes_output) return;
        Moment output;
        output.phase = Phase::forward;
        output.op = in_.network.operators.size() - 1;
        output.temporary.per_sample =
            divided(bytes_of(plan_.output_elements, terms_.recipe.computed()), parallel_.context * parallel_.tensor);
        output.temporary.fixed = weight_copies(false);
        terms_.moments.push_back(output);
    }

    MemoryTerms& terms_;
    const MemoryInputs& in_;
    const Parallel parallel_;
    const Training& training_;
    const LayerPlan& plan_;
    PipelineStage stage_;
    bool megatron_;
    std::int64_t padded_rows_;
    std::int64_t experts_;
    StageContents contents_;
};

/// A unit is a copy of a named block; the rest is the root.
struct Units {
    GatheredUnit largest;
    GatheredUnit root;
};

Units units_of(const Network& network, const MemoryTerms& terms, NumberFormat stored)
{
    std::vector<GatheredUnit> units(network.blocks.size());
    for (const Parameter& parameter : network.parameters) {
        GatheredUnit& unit = units[static_cast<std::size_t>(parameter.block)];
        unit.all += parameter.elements;
        if (parameter.trainable) unit.trained += parameter.elements;
        if (parameter.stored_as) unit.quantized += parameter.elements;
    }
    Units both;
    for (std::size_t i = 0; i < network.blocks.size(); ++i) {
        if (network.blocks[i].name.empty())
            both.root += units[i];
        else if (bytes_of(both.largest, terms, stored) < bytes_of(units[i], terms, stored))
            both.largest = units[i];
    }
    return both;
}

/// Trained parameters of the operator that makes the output.
Count trained_for_output(const Network& network)
{
    Count total;
    for (const Operator& op : network.operators) {
        const bool last = std::ranges::find(network.outputs, op.output) != network.outputs.end();
        if (!last || op.parameters[0] == no_id) continue;
        const Parameter& weight = network.parameters[index_of(op.parameters[0])];
        if (weight.trainable) total += weight.elements;
    }
    return total;
}

} // namespace

PrecisionRecipe sharded_recipe(PrecisionRecipe recipe, const Parallel& parallel)
{
    if (parallel.zero_stage < 3 || !recipe.master) return recipe;
    recipe.gradient_buffer = false;
    if (parallel.offload == Offload::optimizer) return recipe;
    recipe.autocast = recipe.weights;
    recipe.weights = *recipe.master;
    recipe.master.reset();
    return recipe;
}

double cache_shards(std::int64_t heads, const Parallel& parallel)
{
    const std::int64_t of_one_rank = (heads + parallel.tensor - 1) / parallel.tensor;
    return static_cast<double>(heads) / static_cast<double>(of_one_rank) * static_cast<double>(parallel.context);
}

LayerKernels layer_kernels(const Training& training, const PrecisionRecipe& recipe)
{
    if (recipe.gradient_buffer || training.stack == SoftwareStack::tuned || training.execution != Execution::eager)
        return LayerKernels::fused;
    return training.cross_entropy == CrossEntropyChoice::chunked ? LayerKernels::fused_in_place
                                                                 : LayerKernels::separate;
}

Parallel effective_degrees(const Scenario& scenario, const Network& network)
{
    Parallel degrees = scenario.parallel;
    const auto attends = [](const Operator& op) { return is_attention(op.kind); };
    if (degrees.context > 1 && std::ranges::none_of(network.operators, attends)) degrees.context = 1;
    return degrees;
}

bool uses_layer_plan(const Scenario& scenario, const PrecisionRecipe& recipe, const Network& network)
{
    const Parallel p = effective_degrees(scenario, network);
    const LossKind loss = network.loss;
    if (p.tensor > 1 || p.pipeline > 1 || p.context > 1 || p.expert > 1) return true;
    const Training& training = scenario.training;
    const bool train = training.mode == RunMode::train;
    if (train && training.stack == SoftwareStack::tuned && (recipe.gradient_buffer || loss == LossKind::next_token))
        return true;
    // Kernels that take logits in chunks come with fused norms, rotations and gates (Liger).
    const bool chunked = training.cross_entropy == CrossEntropyChoice::chunked && loss == LossKind::next_token;
    if (train && chunked && !training.lora) return true;
    // Per-operator recomputation is a matter of layers.
    return train && p.zero_stage >= 3 && training.recompute == Recompute::selective;
}

Leaves leaves_of(const Training& training, const PrecisionRecipe& recipe, bool fused_attention)
{
    switch (training.recompute) {
    case Recompute::none: return Leaves::everything;
    case Recompute::full: return Leaves::boundary;
    case Recompute::selective: break;
    }
    return fused_attention && !recipe.gradient_buffer ? Leaves::chosen_products : Leaves::all_but_scores;
}

std::vector<PipelineStage> distinct_stages(std::int64_t pipeline)
{
    std::vector<PipelineStage> stages{{0, pipeline}};
    if (pipeline > 2) stages.push_back({1, pipeline});
    if (pipeline > 1) stages.push_back({pipeline - 1, pipeline});
    return stages;
}

void share_memory(MemoryTerms& terms, const MemoryInputs& inputs, const LayerPlan& plan, const PipelineStage& stage)
{
    Sharing(terms, inputs, plan, stage).fill();
}

void add_gathered_units(MemoryTerms& terms, const MemoryInputs& inputs)
{
    const Units units = units_of(inputs.network, terms, stored_format(terms, inputs.scenario.training.base_weights));
    set_gathered(terms, inputs, units.largest, units.root);
    if (inputs.scenario.training.mode != RunMode::train) return;
    terms.output_gradient = bytes_of(trained_for_output(inputs.network), terms.recipe.computed());
    terms.gradients_stay = true;
}

} // namespace rigwright

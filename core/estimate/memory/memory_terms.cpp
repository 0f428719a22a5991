// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory/memory_terms.h"

#include "core/estimate/inverse.h"
#include "core/estimate/memory/memory_sharding.h"
#include "core/estimate/memory/memory_states.h"
#include "core/network/operator_counts.h"
#include "core/scenario/tiles.h"

#include <algorithm>

namespace rigwright {

namespace {

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
    options.gradients = gradient_format(terms, in.scenario);
    // Sharded weights are gathered in 16 bit one unit at a time; `gathered` contains them.
    if (terms.weight_shards == 1 && in.scenario.parallel.offload != Offload::parameters)
        options.weight_copies = terms.recipe.autocast;
    const bool buffered = terms.recipe.gradient_buffer && in.scenario.parallel.offload != Offload::optimizer;
    options.gradients_always_alive =
        buffered || training.gradient_accumulation > 1 || was_before_lazy_era(training, in.coefficients);
    options.gradients_alive_in_forward = training.late_zero_grad;
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

/// Further groups of GPUs that a GPU exchanges data with.
double further_groups(const MemoryInputs& in)
{
    const Parallel p = effective_degrees(in.scenario, in.network);
    int groups = 0;
    for (const std::int64_t degree : {p.tensor, p.pipeline, p.context, p.expert, data_parallel_degree(in.scenario)})
        groups += degree > 1 ? 1 : 0;
    return std::max(groups - 1, 0);
}

void set_communication(MemoryTerms& terms, const MemoryInputs& in)
{
    terms.gradient_buckets = gradient_buckets(in.scenario, terms.recipe, terms.trainable);
    if (gpus_exchange(in.scenario)) {
        const bool peer = in.gpu.link.peer_kind.value_or(PeerLinkKind::none) != PeerLinkKind::none &&
                          in.scenario.build.gpu_link != LinkChoice::pcie;
        const double first = peer ? in.coefficients.collective_mib_peer_link : in.coefficients.collective_mib_pcie;
        const double further = in.coefficients.collective_further_share * further_groups(in);
        terms.collective = Bytes::mib(first * (1.0 + further));
    }
}

const MemoryRange& range_of(const MemoryInputs& in)
{
    const MemoryCoefficients& c = in.coefficients;
    if (in.generation.memory_unmeasured || in.scenario.training.framework != Framework::pytorch)
        return c.unmeasured_range;
    for (const auto& [family, range] : c.range_families)
        if (family == in.family) return c.*range;
    switch (in.network.loss) {
    case LossKind::per_element: return c.range;
    case LossKind::next_token: return c.language_range;
    case LossKind::two_stage:
    case LossKind::focal:
    case LossKind::anchor_shapes:
    case LossKind::aligned_predictions: break;
    }
    return c.detector_range;
}

void set_overheads(MemoryTerms& terms, const MemoryInputs& in)
{
    const Training& training = in.scenario.training;
    const MemoryCoefficients& c = in.coefficients;
    terms.reserve_factor = in.scenario.parallel.pipeline > 1 ? c.reserve_factor_pipeline : c.reserve_factor;
    // The concurrent FSDP streams are counted block by block.
    if (terms.weight_shards > 1) terms.reserve_factor = 1.0;
    terms.range = range_of(in);
    terms.loads_all_kernels = was_before_lazy_era(training, c) && in.gpu.compute.multiprocessors;
    const auto lazy = in.generation.context == nullptr ? &MemoryCoefficients::context_lazy_mib : in.generation.context;
    if (!terms.loads_all_kernels) terms.context_coefficient = lazy;
    terms.context = Bytes::mib(
        terms.loads_all_kernels ? c.context_eager_mib_per_multiprocessor * *in.gpu.compute.multiprocessors : c.*lazy);
    terms.product_workspace_coefficient = in.generation.product_workspace;
    if (in.generation.product_workspace != nullptr)
        terms.product_workspace = Bytes::mib(c.*in.generation.product_workspace);
    if (in.scenario.build.context_bytes) terms.context = Bytes::of(*in.scenario.build.context_bytes);
    const NumberFormat computed = terms.recipe.computed();
    const bool trains_eagerly = training.mode == RunMode::train && training.execution == Execution::eager;
    const bool searches = training.autotune && storage_bits(computed) >= 32;
    if (searches || (transposes_layout(training) && trains_eagerly))
        terms.workspace = convolution_workspace(in.network, c, computed, searches);
    MemoryHost host;
    host.draws_display = in.draws_display;
    terms.usable = usable_memory(in.gpu, in.reserves, host);
}

/// The model's inputs, which stay for the whole step: images in the format of the weights, indices in 8 bytes.
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

/// Terms that do not depend on the stage.
MemoryTerms common_terms(const MemoryInputs& in)
{
    MemoryTerms terms;
    terms.recipe = sharded_recipe(recipe_of(in.scenario.training), in.scenario.parallel);
    terms.optimizer = optimizer_row(in.scenario.training.optimizer);
    terms.byte_moment_bytes = in.coefficients.byte_moment_bytes;
    const ParameterCounts counts = count_parameters(in.network);
    terms.parameters = counts.total;
    terms.trainable = counts.trainable;
    set_base_states(terms, in);
    terms.input = terms.loaded_batch = input_batch(in.network, terms.recipe.weights);
    if (in.scenario.training.mode == RunMode::infer)
        terms.cache.per_sample = bytes_of(in.network.cache_elements, terms.recipe.computed());
    set_sharding(terms, in.scenario);
    terms.walk = walk_options(terms, in);
    set_communication(terms, in);
    set_overheads(terms, in);
    return terms;
}

/// Terms of one GPU that holds every layer: the walk follows its activations.
MemoryTerms walked_terms(MemoryTerms terms, const MemoryInputs& in)
{
    Trace untraced(false);
    set_state_bytes(terms, in, untraced);
    if (terms.weight_shards > 1 || in.scenario.parallel.offload == Offload::parameters) add_gathered_units(terms, in);
    set_moments(terms, in);
    const double each = terms.walk.loss.fragment_bytes_per_output_element;
    if (terms.walk.training)
        terms.loss_fragments.per_sample = Bytes::rounded(in.network.output_elements().as_double() * each);
    return terms;
}

std::vector<MemoryTerms> planned_terms(const MemoryTerms& common, const MemoryInputs& in)
{
    const NumberFormat format = common.recipe.computed();
    const LayerPlan plan =
        share_layers(in.network, in.analysis, format, layer_kernels(in.scenario.training, common.recipe));
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
    // They are the gradients that have not left.
    if (parallel.offload == Offload::optimizer) return {};
    const Bytes all = bytes_of(trainable, recipe.gradients);
    if (parallel.zero_stage == 0) return all;
    return std::min(all, bytes_of(zero_bucket_elements, recipe.gradients) * Count(2));
}

std::vector<MemoryTerms> memory_terms(const MemoryInputs& in)
{
    MemoryTerms common = common_terms(in);
    if (uses_layer_plan(in.scenario, common.recipe, in.network)) return planned_terms(common, in);
    std::vector<MemoryTerms> one;
    one.push_back(walked_terms(std::move(common), in));
    return one;
}

namespace {

/// Smaller arrays keep fp32 moments in 8-bit optimizers (bitsandbytes, `min_8bit_size`).
constexpr std::int64_t smallest_narrow_array = 4096;

Count copies_of(const Network& network, const Parameter& parameter)
{
    return network.blocks[static_cast<std::size_t>(parameter.block)].repeat;
}

/// Calls `visit(operator, parameter, slot)` once per trainable parameter, with the first operator that names it.
template <typename Visit>
void for_each_trained(const Network& network, Visit visit)
{
    std::vector<bool> seen(network.parameters.size(), false);
    for (const Operator& op : network.operators) {
        for (std::size_t slot = 0; slot < op.parameters.size(); ++slot) {
            const ParameterId id = op.parameters[slot];
            if (id == no_id || seen[static_cast<std::size_t>(id)]) continue;
            seen[static_cast<std::size_t>(id)] = true;
            const Parameter& parameter = network.parameters[static_cast<std::size_t>(id)];
            if (parameter.trainable) visit(op, parameter, slot);
        }
    }
}

/// Row and column sums of a convolution's weight, which is a stack of kernel-height x kernel-width matrices.
Count convolution_sums(const Convolution& c, Count elements)
{
    return elements / Count(c.kernel[1] * c.kernel[2]) * Count(c.kernel[1] + c.kernel[2]);
}

/// Numbers that Adafactor stores for one array.
Count sums_of(const Network& network, const Operator& op, const Parameter& parameter, std::size_t slot)
{
    if (slot != 0) return parameter.elements;
    if (const auto* linear = std::get_if<Linear>(&op.kind))
        return Count(linear->matrices) * (Count(linear->in_features) + Count(linear->out_features));
    if (const auto* convolution = std::get_if<Convolution>(&op.kind))
        return convolution_sums(*convolution, parameter.elements);
    if (std::holds_alternative<Embedding>(op.kind)) {
        const Count width = network.shape_of(op.output)[-1];
        return parameter.elements / width + width;
    }
    return parameter.elements;
}

MomentNumbers narrow_numbers(const Network& network)
{
    MomentNumbers numbers;
    for_each_trained(network, [&](const Operator& op, const Parameter& parameter, std::size_t) {
        const bool stays = std::holds_alternative<Embedding>(op.kind) || parameter.elements < smallest_narrow_array;
        (stays ? numbers.wide : numbers.narrow) += parameter.elements * copies_of(network, parameter);
    });
    return numbers;
}

MomentNumbers factored_numbers(const Network& network)
{
    MomentNumbers numbers;
    for_each_trained(network, [&](const Operator& op, const Parameter& parameter, std::size_t slot) {
        numbers.wide += sums_of(network, op, parameter, slot) * copies_of(network, parameter);
    });
    return numbers;
}

} // namespace

MomentNumbers moment_numbers(const Network& network, const OptimizerRow& optimizer, Count trainable)
{
    switch (optimizer.storage) {
    case MomentStorage::full: return {trainable, {}, {}};
    case MomentStorage::one_byte: return narrow_numbers(network);
    case MomentStorage::factored: return factored_numbers(network);
    }
    return {};
}

Count largest_trainable_array(const Network& network)
{
    Count largest;
    for (const Parameter& parameter : network.parameters) {
        if (parameter.trainable) largest = std::max(largest, parameter.elements);
    }
    return largest;
}

QuantizedNumbers quantized_numbers(const Network& network)
{
    QuantizedNumbers numbers;
    std::vector<bool> seen(network.parameters.size(), false);
    for (const Operator& op : network.operators) {
        const ParameterId id = op.parameters[0];
        const auto* linear = std::get_if<Linear>(&op.kind);
        if (id == no_id || linear == nullptr || seen[static_cast<std::size_t>(id)]) continue;
        seen[static_cast<std::size_t>(id)] = true;
        const Parameter& weight = network.parameters[static_cast<std::size_t>(id)];
        if (!weight.stored_as) continue;
        numbers.elements += weight.elements * copies_of(network, weight);
        numbers.rows += weight.elements / Count(linear->in_features) * copies_of(network, weight);
    }
    return numbers;
}

Bytes divided(Bytes amount, std::int64_t parts) { return Bytes(divide_rounding_up(amount.count(), Count(parts))); }

BatchBytes divided(const BatchBytes& amount, std::int64_t parts)
{
    return {divided(amount.fixed, parts), divided(amount.per_sample, parts)};
}

Bytes part_of(Bytes amount, Count part, Count whole)
{
    if (part == whole || whole == Count(0)) return amount;
    return Bytes::rounded(amount.as_double() * (part.as_double() / whole.as_double()));
}

namespace {

using Coefficient = double MemoryCoefficients::*;

bool has_16_bit_logits(const PrecisionRecipe& recipe)
{
    return recipe.autocast.has_value() || storage_bits(recipe.weights) < 32;
}

/// Autocast computes a cross entropy in fp32 from 16-bit logits; without it, it stays in 16 bit unless the model's code
/// converts the logits, as that of decoders does (Hugging Face, `ForCausalLMLoss`).
Coefficient bytes_per_logit(LossKind kind, const Training& training, const PrecisionRecipe& recipe)
{
    using C = MemoryCoefficients;
    if (training.cross_entropy == CrossEntropyChoice::chunked) return &C::loss_bytes_per_logit_chunked;
    if (training.cross_entropy == CrossEntropyChoice::fused) return &C::loss_bytes_per_logit_fused;
    if (training.cross_entropy == CrossEntropyChoice::fp32_logits && kind == LossKind::next_token)
        return &C::loss_bytes_per_logit_returned;
    if (has_16_bit_logits(recipe) && kind == LossKind::per_element)
        return recipe.autocast ? &C::loss_bytes_per_logit_autocast : &C::loss_bytes_per_logit_unconverted;
    return &C::loss_bytes_per_logit_fp32;
}

/// Logits in 16 bit, their fp32 copy and their gradient have other sizes than the arrays of the loss, which cannot
/// reuse their freed blocks.
Coefficient fragments_per_logit(LossKind kind, const Training& training, const PrecisionRecipe& recipe)
{
    if (kind != LossKind::next_token || !has_16_bit_logits(recipe) || is_fused(training.cross_entropy)) return nullptr;
    return training.execution == Execution::compiled ? &MemoryCoefficients::loss_fragments_per_logit_compiled
                                                     : &MemoryCoefficients::loss_fragments_per_logit;
}

/// A single kernel for loss and gradient writes no chain of element-wise results.
Coefficient bytes_per_focal_prediction(const Training& training)
{
    return is_fused(training.cross_entropy) ? &MemoryCoefficients::loss_bytes_per_prediction_focal_fused
                                            : &MemoryCoefficients::loss_bytes_per_prediction_focal;
}

/// Millions of pixels of the first image that the network reads.
double megapixels(const Network& network)
{
    if (network.operators.empty() || network.operators.front().inputs[0] == no_id) return 0.0;
    const Shape& image = network.shape_of(network.operators.front().inputs[0]);
    return (image.elements() / Count(image[0])).as_double() / 1e6;
}

} // namespace

LossMemory loss_memory(const Network& network, const Training& training, const PrecisionRecipe& recipe,
                       const MemoryCoefficients& c)
{
    const auto by_output = [&](Coefficient bytes, bool holds_outputs) {
        const bool in_chunks = bytes == &MemoryCoefficients::loss_bytes_per_logit_chunked;
        const Coefficient fragments = fragments_per_logit(network.loss, training, recipe);
        return LossMemory{c.*bytes, bytes,         fragments, fragments == nullptr ? 0.0 : c.*fragments,
                          0.0,      holds_outputs, in_chunks};
    };
    switch (network.loss) {
    case LossKind::per_element:
    case LossKind::next_token: return by_output(bytes_per_logit(network.loss, training, recipe), true);
    case LossKind::two_stage:
        return {.lasting_bytes_per_sample =
                    Bytes::mib(c.loss_mib_per_megapixel_two_stage * megapixels(network)).as_double(),
                .holds_outputs = false};
    case LossKind::focal: return by_output(bytes_per_focal_prediction(training), false);
    case LossKind::anchor_shapes: return by_output(&MemoryCoefficients::loss_bytes_per_prediction_anchor_shapes, true);
    case LossKind::aligned_predictions: return by_output(&MemoryCoefficients::loss_bytes_per_prediction_aligned, true);
    }
    return {};
}

namespace {

/// Winograd's transform of a 3 x 3 kernel turns every tile of 4 x 4 into 6 x 6 numbers, in the input and in the output
/// (Lavin and Gray 2016, section 4.2).
constexpr double numbers_per_position = 6.0 * 6.0 / (4.0 * 4.0);

struct Largest {
    double transformed = 0.0;
    double unfolded = 0.0;
    double grouped = 0.0;
    double strided = 0.0;
    double depthwise = 0.0;
    /// Numbers of input and output together, of convolutions that cuDNN runs.
    double moved = 0.0;
};

double moved_numbers(const Network& network, const Operator& op)
{
    return (network.shape_of(op.inputs[0]).elements() + network.shape_of(op.output).elements()).as_double();
}

double unfolded_numbers(const Network& network, const Operator& op, const Convolution& c)
{
    const Shape& out = network.shape_of(op.output);
    const double positions = (out.elements() / Count(out[0])).as_double();
    return static_cast<double>(c.kernel_elements() * c.in_channels) * positions;
}

bool is_transformed(const Convolution& c) { return c.kernel == std::array<std::int64_t, 3>{1, 3, 3}; }

/// Adjacent windows without overlap, of more than one position.
bool is_patch_embedding(const Convolution& c) { return c.kernel_elements() > 1 && c.kernel == c.stride; }

void raise(double& most, double other) { most = std::max(most, other); }

void measure(const Network& network, const Operator& op, const Convolution& c, Largest& largest)
{
    const bool strided = std::any_of(c.stride.begin(), c.stride.end(), [](std::int64_t stride) { return stride > 1; });
    // Depthwise convolutions run on PyTorch's own kernels.
    if (c.groups > 1 && c.groups == c.in_channels) return raise(largest.depthwise, moved_numbers(network, op));
    // Tensors of the same size reuse the block of a patch embedding, the first of a step.
    if (!is_patch_embedding(c)) raise(largest.moved, moved_numbers(network, op));
    if (c.groups > 1)
        raise(largest.grouped, unfolded_numbers(network, op, c));
    else if (strided)
        raise(largest.strided, unfolded_numbers(network, op, c));
    else if (is_transformed(c))
        raise(largest.transformed, moved_numbers(network, op) * numbers_per_position);
    else if (c.kernel_elements() > 1)
        raise(largest.unfolded, unfolded_numbers(network, op, c));
}

} // namespace

BatchBytes convolution_workspace(const Network& network, const MemoryCoefficients& coefficients, NumberFormat format,
                                 bool searches)
{
    Largest largest;
    for (const Operator& op : network.operators) {
        if (const auto* c = std::get_if<Convolution>(&op.kind)) measure(network, op, *c, largest);
    }
    const double searched = coefficients.workspace_winograd * largest.transformed +
                            coefficients.workspace_stride_one * (largest.unfolded + largest.grouped) +
                            coefficients.workspace_strided * largest.strided +
                            coefficients.workspace_depthwise * largest.depthwise;
    const double per_sample = searches ? searched : coefficients.workspace_copied * largest.moved;
    return {{}, Bytes::rounded(per_sample * storage_bytes(format))};
}

} // namespace rigwright

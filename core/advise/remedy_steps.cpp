// SPDX-License-Identifier: Apache-2.0
#include "core/advise/largest.h"
#include "core/advise/remedy_table.h"
#include "core/hardware/gpu.h"
#include "core/zoo/layer_types.h"

#include <algorithm>

namespace rigwright {

namespace {

/// GPUs that one machine usually takes, and the most machines that a remedy proposes.
constexpr std::int64_t usual_gpus_per_node = 8;
constexpr std::int64_t most_nodes = 128;

Value number(std::int64_t amount) { return value_of(Count(amount)); }

std::int64_t samples_per_replica(const Training& training)
{
    return (Count(training.micro_batch) * Count(training.gradient_accumulation)).value();
}

/// Whether the host can take what leaves the cards: optimizer state and master weights of all GPUs of a node.
bool host_has_room(const TroubledPlan& plan)
{
    const BuildChoice& build = plan.scenario().build;
    if (!build.ram_gib || !plan.evaluation.estimate->memory) return true;
    const auto& states = plan.evaluation.estimate->memory->states;
    const Bytes needed = (states[2] + states[3]) * Count(build.gpus_per_node);
    constexpr double bytes_per_gib = 1073741824.0;
    return needed.as_double() <= *build.ram_gib * bytes_per_gib;
}

/// GPUs multiplied by `factor`: in the node up to what a node takes, then in further nodes.
ScenarioChanges grown(const BuildChoice& build, std::int64_t factor)
{
    const std::int64_t per_node = std::max(usual_gpus_per_node, build.gpus_per_node);
    const std::int64_t inside = std::min(factor, std::max<std::int64_t>(per_node / build.gpus_per_node, 1));
    ScenarioChanges changes{{"build.gpus_per_node", build.gpus_per_node * inside}};
    if (factor > inside) changes.push_back({"build.nodes", build.nodes * (factor / inside)});
    return changes;
}

bool is_allowed(const Scenario& scenario, std::int64_t factor)
{
    const std::int64_t gpus = gpu_count(scenario.build) * factor;
    return gpus <= scenario.constraints.maximum_gpus.value_or(gpus) && gpus <= usual_gpus_per_node * most_nodes;
}

} // namespace

RemedySteps fused_attention(const TroubledPlan& plan)
{
    if (plan.training().attention != AttentionChoice::standard) return {};
    return {{{choice("training.attention", AttentionChoice::fused)}, {}}};
}

RemedySteps fused_cross_entropy(const TroubledPlan& plan)
{
    if (!plan.trains() || plan.training().cross_entropy == CrossEntropyChoice::fused) return {};
    return {{{choice("training.cross_entropy", CrossEntropyChoice::fused)}, {}}};
}

RemedySteps plain_algorithms(const TroubledPlan& plan)
{
    if (!plan.training().autotune) return {};
    return {{{{"training.autotune", false}}, {}}};
}

RemedySteps sharded_states(const TroubledPlan& plan)
{
    RemedySteps steps;
    const std::int64_t replicas = data_parallel_degree(plan.scenario());
    if (!plan.trains() || replicas < 2) return steps;
    for (std::int64_t stage = plan.parallel().zero_stage + 1; stage <= 3; ++stage) {
        ScenarioChanges changes{{"parallel.zero_stage", stage}};
        if (plan.parallel().data_parallel_kind != DataParallelKind::ddp)
            changes.push_back(choice("parallel.data_parallel_kind", DataParallelKind::ddp));
        steps.push_back({std::move(changes), {{"stage", number(stage)}, {"gpus", number(replicas)}}});
    }
    return steps;
}

RemedySteps recomputation(const TroubledPlan& plan)
{
    RemedySteps steps;
    if (!plan.trains()) return steps;
    for (const Recompute kind : {Recompute::selective, Recompute::full}) {
        if (kind > plan.training().recompute)
            steps.push_back(
                {{choice("training.recompute", kind)}, {choice_argument("kind", "training.recompute", kind)}});
    }
    return steps;
}

RemedySteps offloading(const TroubledPlan& plan)
{
    // Without a GPU everything lies in the host's memory already.
    if (trains_on_processor(plan.scenario().build)) return {};
    RemedySteps steps;
    if (!plan.trains() || !host_has_room(plan)) return steps;
    for (const Offload kind : {Offload::optimizer, Offload::parameters}) {
        if (kind > plan.parallel().offload)
            steps.push_back({{choice("parallel.offload", kind)}, {choice_argument("what", "parallel.offload", kind)}});
    }
    return steps;
}

RemedySteps smaller_micro_batch(const TroubledPlan& plan)
{
    RemedySteps steps;
    const Training& training = plan.training();
    // Inference has no gradients to add up: the batch itself becomes smaller.
    if (!plan.trains()) {
        for (std::int64_t batch = training.micro_batch / 2; batch >= 1; batch /= 2)
            steps.push_back({{{"training.micro_batch", batch}},
                             {{"batch", number(batch)}, {"accumulation", number(1)}, {"global_batch", number(batch)}}});
        return steps;
    }
    const std::int64_t samples = samples_per_replica(training);
    for (std::int64_t batch = training.micro_batch - 1; batch >= 1; --batch) {
        if (samples % batch != 0) continue;
        steps.push_back({{{"training.micro_batch", batch}, {"training.gradient_accumulation", samples / batch}},
                         {{"batch", number(batch)},
                          {"accumulation", number(samples / batch)},
                          {"global_batch", number(global_batch(plan.scenario()))}}});
    }
    return steps;
}

RemedySteps more_gpus(const TroubledPlan& plan)
{
    RemedySteps steps;
    const Scenario& scenario = plan.scenario();
    if (!plan.trains() || plan.gpu() == nullptr || is_built_in(*plan.gpu())) return steps;
    for (std::int64_t factor = 2; is_allowed(scenario, factor); factor *= 2) {
        RemedyStep step{grown(scenario.build, factor), {}};
        step.changes.push_back({"parallel.zero_stage", std::int64_t{3}});
        if (plan.parallel().data_parallel_kind != DataParallelKind::ddp)
            step.changes.push_back(choice("parallel.data_parallel_kind", DataParallelKind::ddp));
        if (auto kept = keeping_global_batch(scenario, plan.advising.data, step.changes))
            step.changes = *std::move(kept);
        const std::optional<Scenario> there = changed(scenario, plan.advising.data, step.changes);
        if (!there) break;
        step.arguments = {{"gpus", number(gpu_count(there->build))},
                          {"gpu", plan.gpu()->name},
                          {"global_batch", number(global_batch(*there))}};
        steps.push_back(std::move(step));
    }
    return steps;
}

RemedySteps split_layers(const TroubledPlan& plan)
{
    RemedySteps steps;
    // Tensor parallelism cuts attention between heads, so only models with heads take it.
    if (plan.trains() || plan.gpu() == nullptr || plan.model.family == nullptr) return steps;
    if (is_built_in(*plan.gpu())) return steps;
    const auto heads = plan.model.shape.find("heads");
    const auto* count = heads == plan.model.shape.end() ? nullptr : std::get_if<std::int64_t>(&heads->second);
    if (count == nullptr) return steps;
    for (std::int64_t factor = 2; factor <= usual_gpus_per_node && is_allowed(plan.scenario(), factor); factor *= 2) {
        if (*count % (plan.parallel().tensor * factor) != 0) break;
        RemedyStep step{grown(plan.scenario().build, factor), {}};
        step.changes.push_back({"parallel.tensor", plan.parallel().tensor * factor});
        step.arguments = {{"gpus", number(gpu_count(plan.scenario().build) * factor)}, {"gpu", plan.gpu()->name}};
        steps.push_back(std::move(step));
    }
    return steps;
}

RemedySteps larger_card(const TroubledPlan& plan)
{
    const auto card = smallest_card(plan.scenario(), plan.advising);
    if (!card) return {};
    return {{card->changes, {{"gpu", card->name}, {"usable", value_of(card->effect.usable)}}}};
}

namespace {

/// What adapters usually start with (Hu et al. 2022, LoRA, use 4 to 16 on attention; scripts default to 8 or 16).
constexpr std::int64_t usual_rank = 16;

bool computes(const TroubledPlan& plan, NumberFormat format)
{
    const Gpu* gpu = plan.gpu();
    return gpu != nullptr && dense_peak(*gpu, format, ComputeUnit::tensor).has_value();
}

bool is_full_width(Precision precision)
{
    return precision == Precision::fp64 || precision == Precision::fp32 || precision == Precision::tf32;
}

RemedyStep precision_step(Precision precision)
{
    return {{choice("training.precision", precision)}, {choice_argument("precision", "training.precision", precision)}};
}

RemedyStep optimizer_step(OptimizerKind optimizer)
{
    return {{choice("training.optimizer", optimizer)}, {choice_argument("optimizer", "training.optimizer", optimizer)}};
}

bool is_adam(const Training& training)
{
    return training.optimizer == OptimizerKind::adam || training.optimizer == OptimizerKind::adamw;
}

ScenarioChanges adapter_changes()
{
    return {{"training.lora.rank", usual_rank}, choice("training.lora.targets", LoraTargets::attention)};
}

Arguments adapter_arguments() { return {{"rank", value_of(Count(usual_rank))}}; }

/// The list of layers of a hand-made network, and the hyperparameter that holds it.
struct LayerList {
    std::string_view key;
    LayerSpecs layers;
};

std::optional<LayerList> layer_list_of(const ResolvedModel& model)
{
    if (model.family == nullptr) return std::nullopt;
    for (const Hyperparameter& hyperparameter : model.family->hyperparameters) {
        if (hyperparameter.type != HyperparameterType::layers) continue;
        const auto held = model.shape.find(hyperparameter.key);
        const FieldValue& value = held != model.shape.end() ? held->second : *hyperparameter.standard;
        return LayerList{hyperparameter.key, std::get<LayerSpecs>(value)};
    }
    return std::nullopt;
}

ScenarioChange shape_change(std::string_view key, FieldValue value)
{
    return {"model.shape." + std::string(key), std::move(value)};
}

/// The list with its maps averaged to one number each before they are flattened; empty when nothing is flattened.
LayerSpecs pooled(LayerSpecs layers)
{
    const auto flatten =
        std::find_if(layers.begin(), layers.end(), [](const LayerSpec& layer) { return layer.type == "flatten"; });
    if (flatten == layers.end() || flatten == layers.begin()) return {};
    const auto before = std::prev(flatten);
    if (before->type == "adaptive-average-pool")
        *before = {"global-average-pool", before->name, {}};
    else
        layers.insert(flatten, LayerSpec{"global-average-pool", "", {}});
    return layers;
}

/// A sample cut down to less than this part of it is no longer the same task.
constexpr std::int64_t least_part = 4;

/// The edit that brings an extent down to what fits; nothing when it need not shrink, or so far that it is of no use.
RemedySteps shrunk(const LargestAnswer& largest, std::string_view path, std::int64_t present)
{
    if (!largest || !largest->with_margin) return {};
    RemedyStep step{*largest->with_margin, {}};
    for (const ScenarioChange& change : step.changes) {
        const std::int64_t extent = std::get<std::int64_t>(change.value);
        if (change.path == path && (extent >= present || extent * least_part < present)) return {};
        step.arguments.emplace_back(change.path.substr(change.path.rfind('.') + 1), value_of(Count(extent)));
    }
    return {step};
}

} // namespace

RemedySteps mixed_precision(const TroubledPlan& plan)
{
    if (!plan.trains() || !is_full_width(plan.training().precision)) return {};
    if (computes(plan, NumberFormat::bf16)) return {precision_step(Precision::bf16_amp)};
    return {precision_step(Precision::fp16_amp)};
}

RemedySteps half_wide_weights(const TroubledPlan& plan)
{
    const Precision precision = plan.training().precision;
    if (plan.trains() || precision == Precision::bf16 || precision == Precision::fp16) return {};
    return {precision_step(computes(plan, NumberFormat::bf16) ? Precision::bf16 : Precision::fp16)};
}

RemedySteps pure_16_bit(const TroubledPlan& plan)
{
    const Precision precision = plan.training().precision;
    if (!plan.trains() || precision == Precision::bf16 || precision == Precision::fp16) return {};
    // FP16 alone loses more than updates: small gradients become zero.
    if (!computes(plan, NumberFormat::bf16)) return {};
    return {precision_step(Precision::bf16)};
}

RemedySteps eight_bit_optimizer(const TroubledPlan& plan)
{
    if (!plan.trains() || !is_adam(plan.training())) return {};
    return {optimizer_step(OptimizerKind::adam_8bit)};
}

RemedySteps factored_optimizer(const TroubledPlan& plan)
{
    if (!plan.trains() || !is_adam(plan.training())) return {};
    return {optimizer_step(OptimizerKind::adafactor)};
}

RemedySteps low_rank_adapters(const TroubledPlan& plan)
{
    if (!plan.trains() || plan.training().lora) return {};
    return {{adapter_changes(), adapter_arguments()}};
}

RemedySteps quantized_low_rank_adapters(const TroubledPlan& plan)
{
    RemedySteps steps;
    if (!plan.trains() || plan.training().lora) return steps;
    for (const BaseWeights base : {BaseWeights::int8, BaseWeights::nf4}) {
        RemedyStep step{adapter_changes(), adapter_arguments()};
        step.changes.push_back(choice("training.base_weights", base));
        step.arguments.push_back(choice_argument("base", "training.base_weights", base));
        steps.push_back(std::move(step));
    }
    return steps;
}

RemedySteps quantized_base(const TroubledPlan& plan)
{
    RemedySteps steps;
    if (plan.trains() && !plan.training().lora) return steps;
    for (const BaseWeights base : {BaseWeights::int8, BaseWeights::nf4}) {
        if (base > plan.training().base_weights)
            steps.push_back(
                {{choice("training.base_weights", base)}, {choice_argument("base", "training.base_weights", base)}});
    }
    return steps;
}

RemedySteps in_place_activations(const TroubledPlan& plan)
{
    std::optional<LayerList> list = layer_list_of(plan.model);
    if (!list) return {};
    const LayerSpecs before = list->layers;
    for (LayerSpec& layer : list->layers) {
        const LayerType* type = layer_type_of(layer.type);
        const bool may = type != nullptr && type->group == LayerGroup::activation;
        if (may && layer_option_of(*type, "in_place") != nullptr) layer.options["in_place"] = true;
    }
    if (list->layers == before) return {};
    return {{{shape_change(list->key, std::move(list->layers))}, {}}};
}

RemedySteps global_average_pooling(const TroubledPlan& plan)
{
    static constexpr std::string_view key = "global_average_pool";
    if (const std::optional<LayerList> list = layer_list_of(plan.model)) {
        LayerSpecs layers = pooled(list->layers);
        return layers.empty() ? RemedySteps() : RemedySteps{{{shape_change(list->key, std::move(layers))}, {}}};
    }
    if (plan.model.family == nullptr) return {};
    const auto& known = plan.model.family->hyperparameters;
    const bool has = std::any_of(known.begin(), known.end(), [](const auto& h) { return h.key == key; });
    if (!has || ShapeReader(plan.model.shape, known).flag(key)) return {};
    return {{{shape_change(key, true)}, {}}};
}

RemedySteps smaller_image(const TroubledPlan& plan)
{
    if (!plan.model.input.image_height) return {};
    return shrunk(largest_image(plan.scenario(), plan.advising), "input.image_height", *plan.model.input.image_height);
}

RemedySteps shorter_sequence(const TroubledPlan& plan)
{
    if (!plan.model.input.sequence_length) return {};
    return shrunk(largest_sequence(plan.scenario(), plan.advising), "input.sequence_length",
                  *plan.model.input.sequence_length);
}

} // namespace rigwright

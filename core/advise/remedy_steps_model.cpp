// SPDX-License-Identifier: Apache-2.0
#include "core/advise/largest.h"
#include "core/advise/remedy_parts.h"
#include "core/hardware/peaks.h"
#include "core/zoo/layer_types.h"

#include <algorithm>

namespace rigwright {

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
        const ShapeValue& value = held != model.shape.end() ? held->second : *hyperparameter.standard;
        return LayerList{hyperparameter.key, std::get<LayerSpecs>(value)};
    }
    return std::nullopt;
}

ScenarioChange shape_change(std::string_view key, ChangeValue value)
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

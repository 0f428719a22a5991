// SPDX-License-Identifier: Apache-2.0
#include "core/advise/remedy_table.h"

#include "core/advise/largest.h"
#include "core/hardware/gpu.h"
#include "core/scenario/fields.h"
#include "core/scenario/resolved_model.h"
#include "core/scenario/words.h"
#include "core/zoo/layer_types.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace rigwright {

namespace {

/// The plan that needs a remedy.
struct TroubledPlan {
    const Evaluation& evaluation;
    const Advising& advising;
    ResolvedModel model;

    TroubledPlan(const Evaluation& plan, const Advising& asking)
        : evaluation(plan),
          advising(asking),
          model(resolve_model(plan.scenario, asking.data.presets))
    {}

    const Scenario& scenario() const { return evaluation.scenario; }
    const Training& training() const { return evaluation.scenario.training; }
    const Parallel& parallel() const { return evaluation.scenario.parallel; }
    bool trains() const { return training().mode == RunMode::train; }
    /// Null for a plan without GPU.
    const Gpu* gpu() const { return advising.data.hardware.gpu(scenario().build.gpu); }
};

/// One way to apply a remedy.
struct RemedyStep {
    ScenarioChanges changes;
    Arguments arguments;
};

/// A remedy from its mildest step to its strongest; the first sufficient one is offered, else the strongest. Empty if
/// it does not apply. Steps may be illegal; those are skipped.
using RemedySteps = std::vector<RemedyStep>;

/// A change of a choice field.
template <Spelled Enum>
ScenarioChange choice(const char* path, Enum value)
{
    return {path, std::string(word_of(value))};
}

/// A word of a choice field in a sentence ("precision.bf16-amp").
template <Spelled Enum>
std::pair<std::string, Argument> choice_argument(const char* name, const char* path, Enum value)
{
    return {name, MessageCode{choice_code(path, word_of(value))}};
}

/// Usual number of GPUs per machine, and the maximum number of machines that a remedy proposes.
constexpr std::int64_t usual_gpus_per_node = 8;
constexpr std::int64_t most_nodes = 128;

Value number(std::int64_t amount) { return value_of(Count(amount)); }

std::int64_t samples_per_replica(const Training& training)
{
    return (Count(training.micro_batch) * Count(training.gradient_accumulation)).value();
}

/// Whether system memory can hold the offloaded optimizer state and master weights of all GPUs of a node.
bool host_has_room(const TroubledPlan& plan)
{
    const BuildChoice& build = plan.scenario().build;
    if (!build.ram_gib || !plan.evaluation.estimate->memory) return true;
    const auto& states = plan.evaluation.estimate->memory->states;
    const Bytes needed = (states[2] + states[3]) * Count(build.gpus_per_node);
    return needed <= Bytes::gib(*build.ram_gib);
}

/// GPUs multiplied by `factor`: within the node up to its maximum, then in further nodes.
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

ScenarioChanges sharded(const TroubledPlan& plan, std::int64_t stage)
{
    ScenarioChanges changes{{"parallel.zero_stage", stage}};
    if (plan.parallel().data_parallel_kind != DataParallelKind::ddp)
        changes.push_back(choice("parallel.data_parallel_kind", DataParallelKind::ddp));
    return changes;
}

/// A step for each of these choices that goes further than the present one.
template <typename Enum>
RemedySteps beyond(Enum present, std::initializer_list<Enum> choices, const char* path, const char* argument)
{
    RemedySteps steps;
    for (const Enum each : choices)
        if (each > present) steps.push_back({{choice(path, each)}, {choice_argument(argument, path, each)}});
    return steps;
}

RemedySteps sharded_states(const TroubledPlan& plan)
{
    RemedySteps steps;
    const std::int64_t replicas = data_parallel_degree(plan.scenario());
    if (!plan.trains() || replicas < 2) return steps;
    for (std::int64_t stage = plan.parallel().zero_stage + 1; stage <= 3; ++stage)
        steps.push_back({sharded(plan, stage), {{"stage", number(stage)}, {"gpus", number(replicas)}}});
    return steps;
}

RemedySteps recomputation(const TroubledPlan& plan)
{
    if (!plan.trains()) return {};
    return beyond(plan.training().recompute, {Recompute::selective, Recompute::full}, "training.recompute", "kind");
}

RemedySteps offloading(const TroubledPlan& plan)
{
    // Without a GPU everything is already in system memory.
    if (trains_on_processor(plan.scenario().build) || !plan.trains() || !host_has_room(plan)) return {};
    RemedySteps steps;
    for (const Offload offload : {Offload::optimizer, Offload::parameters}) {
        if (offload <= plan.parallel().offload) continue;
        const std::int64_t stage = stage_for_offload(offload);
        const bool shards = plan.parallel().zero_stage < stage && data_parallel_degree(plan.scenario()) > 1;
        ScenarioChanges changes = shards ? sharded(plan, stage) : ScenarioChanges();
        changes.push_back(choice("parallel.offload", offload));
        steps.push_back({std::move(changes), {choice_argument("what", "parallel.offload", offload)}});
    }
    return steps;
}

RemedySteps smaller_micro_batch(const TroubledPlan& plan)
{
    RemedySteps steps;
    const Training& training = plan.training();
    // Inference has no gradients to accumulate: the batch itself becomes smaller.
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
        for (ScenarioChange& change : sharded(plan, 3)) step.changes.push_back(std::move(change));
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
    // Tensor parallelism splits attention between heads, so it applies only to models with heads.
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

/// Usual initial rank of adapters (Hu et al. 2022, LoRA, use 4 to 16 on attention; scripts default to 8 or 16).
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

/// The list with its feature maps averaged to one number each before they are flattened; empty when nothing is
/// flattened.
LayerSpecs pooled(LayerSpecs layers)
{
    const auto flatten = std::ranges::find_if(layers, [](const LayerSpec& layer) { return layer.type == "flatten"; });
    if (flatten == layers.end() || flatten == layers.begin()) return {};
    const auto before = std::prev(flatten);
    if (before->type == "adaptive-average-pool")
        *before = {"global-average-pool", before->name, {}};
    else
        layers.insert(flatten, LayerSpec{"global-average-pool", "", {}});
    return layers;
}

/// A sample cropped below this fraction is no longer the same task.
constexpr std::int64_t least_part = 4;

/// The edit that reduces an extent to the largest that fits; empty when it need not shrink, or would shrink too far.
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
    // Pure FP16 loses more than updates: small gradients become zero.
    if (!computes(plan, NumberFormat::bf16)) return {};
    return {precision_step(Precision::bf16)};
}

template <OptimizerKind optimizer>
RemedySteps smaller_optimizer(const TroubledPlan& plan)
{
    if (!plan.trains() || !is_adam(plan.training())) return {};
    return {
        {{choice("training.optimizer", optimizer)}, {choice_argument("optimizer", "training.optimizer", optimizer)}}};
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
    if (plan.trains() && !plan.training().lora) return {};
    return beyond(plan.training().base_weights, {BaseWeights::int8, BaseWeights::nf4}, "training.base_weights", "base");
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
    const bool has = std::ranges::any_of(known, [](const auto& h) { return h.key == key; });
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

using Reach = RemedyReach;

struct RemedyRow {
    std::string_view code;
    RemedyReach reach = RemedyReach::same_training;
    RemedySteps (*steps)(const TroubledPlan&) = nullptr;
};

/// One line per remedy; its texts are the messages "remedy.<code>" and "remedy.<code>.why". In a pair the second one is
/// fitted to the plan that the first one leaves.
constexpr std::array remedy_table{
    RemedyRow{"fused-attention", Reach::same_training, fused_attention},
    RemedyRow{"fused-cross-entropy", Reach::same_training, fused_cross_entropy},
    RemedyRow{"plain-algorithms", Reach::same_training, plain_algorithms},
    RemedyRow{"in-place-activations", Reach::same_training, in_place_activations},
    RemedyRow{"sharded-states", Reach::same_training, sharded_states},
    RemedyRow{"mixed-precision", Reach::coarser_numbers, mixed_precision},
    RemedyRow{"16-bit-weights", Reach::coarser_numbers, half_wide_weights},
    RemedyRow{"pure-16-bit", Reach::lost_updates, pure_16_bit},
    RemedyRow{"eight-bit-optimizer", Reach::coarser_numbers, smaller_optimizer<OptimizerKind::adam_8bit>},
    RemedyRow{"factored-optimizer", Reach::other_optimizer, smaller_optimizer<OptimizerKind::adafactor>},
    RemedyRow{"low-rank-adapters", Reach::other_training, low_rank_adapters},
    RemedyRow{"quantized-low-rank-adapters", Reach::other_training, quantized_low_rank_adapters},
    RemedyRow{"quantized-base", Reach::coarser_numbers, quantized_base},
    RemedyRow{"global-average-pooling", Reach::other_training, global_average_pooling},
    RemedyRow{"offloading", Reach::same_training, offloading},
    RemedyRow{"recomputation", Reach::same_training, recomputation},
    RemedyRow{"smaller-micro-batch", Reach::same_training, smaller_micro_batch},
    RemedyRow{"smaller-image", Reach::other_training, smaller_image},
    RemedyRow{"shorter-sequence", Reach::other_training, shorter_sequence},
    RemedyRow{"more-gpus", Reach::other_machine, more_gpus},
    RemedyRow{"split-layers", Reach::other_machine, split_layers},
    RemedyRow{"larger-card", Reach::other_machine, larger_card},
};

/// Savings below this share of the memory are noise.
constexpr double least_saving = 0.005;
/// Differences in time within this share do not affect the order.
constexpr double same_time = 0.02;
/// Represents an unknown time: sorts after every known one.
constexpr double unknown_time = 1e6;
/// Further pairs add no information.
constexpr std::size_t most_pairs = 5;
constexpr std::size_t most_machine_pairs = 3;

/// One step of a remedy with the resulting plan.
struct Tried {
    Remedy remedy;
    Evaluation evaluation;
};

class RemedySearch {
public:
    RemedySearch(const Evaluation& plan, const PlanEffect& before, const Advising& advising)
        : before_(before),
          origin_(plan),
          advising_(advising)
    {}

    std::vector<Remedy> run()
    {
        std::vector<Remedy> found;
        std::vector<Tried> singles;
        for (const RemedyRow& row : remedy_table) {
            std::optional<Tried> offered = fitted(row, origin_, before_);
            // Insufficient additional hardware does not help.
            if (!offered || (row.reach == RemedyReach::other_machine && !offered->remedy.fits())) continue;
            found.push_back(offered->remedy);
            singles.push_back(std::move(*offered));
        }
        // Remedies that train something else, or need other hardware, are tried only if nothing else helps.
        for (const RemedyReach furthest : {RemedyReach::other_optimizer, RemedyReach::other_machine}) {
            if (restores_margin(found, furthest)) break;
            for (Remedy& pair : pairs(singles, furthest)) found.push_back(std::move(pair));
        }
        rank(found);
        if (advising_.stop.stop_requested()) found.clear();
        return found;
    }

private:
    /// The plan after one step; empty if the step is illegal, saves nothing, or adds findings.
    std::optional<Tried> tried(const RemedyRow& row, const RemedyStep& step, const Evaluation& from,
                               const PlanEffect& from_effect) const
    {
        if (advising_.stop.stop_requested()) return std::nullopt;
        const std::optional<Scenario> scenario = changed(from.scenario, advising_.data, step.changes);
        if (!scenario) return std::nullopt;
        Evaluation there = evaluate(*scenario, advising_.data, from);
        const auto effect = effect_of(there);
        if (!effect || loses_more(*there.estimate, *origin_.estimate)) return std::nullopt;
        if (row.reach == RemedyReach::other_machine && leaves_budget_open(there)) return std::nullopt;
        const double least = from_effect.memory.as_double() * (1.0 - least_saving);
        const bool helps = effect->memory.as_double() < least || effect->verdict < from_effect.verdict;
        if (!helps) return std::nullopt;
        Remedy remedy{{{std::string(row.code), step.arguments}}, row.reach, step.changes, *effect, {}};
        const auto was = before_.per_sample();
        const auto is = effect->per_sample();
        if (was && is && was->base() > 0.0) remedy.time_ratio = *is / *was;
        return Tried{std::move(remedy), std::move(there)};
    }

    /// Whether a remedy on this machine with no further reach restores the margin.
    static bool restores_margin(const std::vector<Remedy>& found, RemedyReach furthest)
    {
        const RemedyReach reach = std::min(furthest, RemedyReach::other_training);
        return std::ranges::any_of(found, [reach](const Remedy& remedy) {
            return remedy.reach <= reach && remedy.effect.verdict == Verdict::fits;
        });
    }

    /// The mildest sufficient step of a remedy, else the one with the least remaining memory.
    std::optional<Tried> fitted(const RemedyRow& row, const Evaluation& from, const PlanEffect& from_effect) const
    {
        std::optional<Tried> best;
        for (const RemedyStep& step : row.steps(TroubledPlan(from, advising_))) {
            std::optional<Tried> next = tried(row, step, from, from_effect);
            if (!next) continue;
            const bool suffices = next->remedy.effect.verdict == Verdict::fits;
            if (!best || next->remedy.effect.memory < best->remedy.effect.memory || suffices) best = std::move(next);
            if (suffices) break;
        }
        return best;
    }

    /// Pairs of remedies that restore the margin, or at least fit; none reaches further than `furthest`.
    std::vector<Remedy> pairs(const std::vector<Tried>& firsts, RemedyReach furthest) const
    {
        std::vector<Remedy> found;
        for (const Tried& first : firsts) {
            // Hardware comes second, fitted to a plan that is first made small.
            if (first.remedy.reach > std::min(furthest, RemedyReach::other_training)) continue;
            const auto first_row = place_of(first.remedy.parts.front().code);
            for (std::size_t row = first_row + 1; row < remedy_table.size(); ++row) {
                if (remedy_table[row].reach > furthest) continue;
                if (auto both = fitted(remedy_table[row], first.evaluation, first.remedy.effect))
                    if (both->remedy.fits()) found.push_back(joined(first.remedy, std::move(both->remedy)));
            }
        }
        rank(found);
        if (!found.empty() && found.front().effect.verdict == Verdict::fits)
            std::erase_if(found, [](const Remedy& pair) { return pair.effect.verdict != Verdict::fits; });
        return most_useful(std::move(found));
    }

    /// The first few that work on this machine, and the first few that do not.
    static std::vector<Remedy> most_useful(std::vector<Remedy> ranked)
    {
        std::vector<Remedy> kept;
        std::size_t here = 0;
        std::size_t elsewhere = 0;
        for (Remedy& pair : ranked) {
            const bool other_machine = pair.reach == RemedyReach::other_machine;
            if (++(other_machine ? elsewhere : here) <= (other_machine ? most_machine_pairs : most_pairs))
                kept.push_back(std::move(pair));
        }
        return kept;
    }

    static std::size_t place_of(std::string_view code)
    {
        return static_cast<std::size_t>(std::ranges::find(remedy_table, code, &RemedyRow::code) - remedy_table.begin());
    }

    static Remedy joined(const Remedy& first, Remedy second)
    {
        second.parts.insert(second.parts.begin(), first.parts.begin(), first.parts.end());
        second.reach = std::max(first.reach, second.reach);
        // If both set a field, the second was fitted to the result of the first.
        ScenarioChanges changes;
        for (const ScenarioChange& change : first.changes) {
            const bool again = std::ranges::any_of(
                second.changes, [&](const ScenarioChange& later) { return later.path == change.path; });
            if (!again) changes.push_back(change);
        }
        changes.insert(changes.end(), second.changes.begin(), second.changes.end());
        second.changes = std::move(changes);
        return second;
    }

    /// Groups that sort first: keeps the training, does it otherwise, changes it, needs hardware. No saved time
    /// outweighs a difference of group.
    static int group_of(RemedyReach reach)
    {
        switch (reach) {
        case RemedyReach::same_training: return 0;
        case RemedyReach::coarser_numbers:
        case RemedyReach::other_optimizer: return 1;
        case RemedyReach::lost_updates:
        case RemedyReach::other_training: return 2;
        case RemedyReach::other_machine: return 3;
        }
        return 3;
    }

    static void rank(std::vector<Remedy>& found)
    {
        const auto key = [](const Remedy& remedy) {
            const double lost = std::max(remedy.time_ratio.value_or(unknown_time) - 1.0, 0.0);
            // The best insufficient remedy is the one that saves most.
            const Bytes left = remedy.fits() ? Bytes() : remedy.effect.memory;
            return std::tuple(remedy.effect.verdict, left, group_of(remedy.reach), std::floor(lost / same_time),
                              remedy.parts.size(), remedy.reach);
        };
        std::ranges::stable_sort(found, [&key](const Remedy& a, const Remedy& b) { return key(a) < key(b); });
    }

    const PlanEffect& before_;
    const Evaluation& origin_;
    const Advising& advising_;
};

} // namespace

std::vector<Remedy> remedies(const Evaluation& plan, const Advising& advising)
{
    const auto before = effect_of(plan);
    if (!before || before->verdict == Verdict::fits) return {};
    return RemedySearch(plan, *before, advising).run();
}

std::vector<std::string_view> remedy_codes()
{
    std::vector<std::string_view> codes;
    for (const RemedyRow& row : remedy_table) codes.push_back(row.code);
    return codes;
}

} // namespace rigwright

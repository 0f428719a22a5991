// SPDX-License-Identifier: Apache-2.0
#include "core/advise/remedy_parts.h"
#include "core/advise/smallest_card.h"

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
        if (auto kept = keeping_global_batch(scenario, step.changes)) step.changes = *std::move(kept);
        const std::optional<Scenario> there = changed(scenario, step.changes);
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

} // namespace rigwright

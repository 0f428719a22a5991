// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/recipes.h"
#include "core/launch/launch_file.h"
#include "core/scenario/words.h"

#include <nlohmann/json.hpp>

namespace rigwright {

namespace {

using nlohmann::ordered_json;

// Keys: https://www.deepspeed.ai/docs/config-json/

/// One group of the file, "key": value, with the sources of its values.
struct Group {
    std::string key;
    ordered_json value;
    Sources sources;
};
using Groups = std::vector<Group>;

/// DeepSpeed's own optimizers and those that it uses from torch.optim by name. Its Adam decays weights like AdamW by
/// default.
std::optional<ordered_json> optimizer_json(OptimizerKind kind)
{
    switch (kind) {
    case OptimizerKind::adam: return ordered_json{{"type", "Adam"}, {"params", {{"adam_w_mode", false}}}};
    case OptimizerKind::adamw: return ordered_json{{"type", "AdamW"}};
    case OptimizerKind::lamb: return ordered_json{{"type", "Lamb"}};
    case OptimizerKind::sgd: return ordered_json{{"type", "SGD"}};
    case OptimizerKind::rmsprop: return ordered_json{{"type", "RMSprop"}};
    case OptimizerKind::adagrad: return ordered_json{{"type", "Adagrad"}};
    case OptimizerKind::sgd_momentum:
    case OptimizerKind::adam_8bit:
    case OptimizerKind::adafactor:
    case OptimizerKind::lion:
    case OptimizerKind::none: return std::nullopt;
    }
    return std::nullopt;
}

/// Whether the training program creates the optimizer and DeepSpeed updates offloaded weights with it, on the CPU.
bool offloads_to_program(const LaunchPlan& plan)
{
    const OptimizerKind optimizer = plan.training().optimizer;
    return plan.parallel().offload != Offload::none && deepspeed_offloads(plan.parallel()) &&
           optimizer != OptimizerKind::none && !optimizer_json(optimizer);
}

/// Whether ZeRO was tested with the optimizer; DeepSpeed requires an explicit option for others.
bool is_tested_with_zero(OptimizerKind kind) { return kind == OptimizerKind::adam || kind == OptimizerKind::adamw; }

std::optional<Group> precision_group(const LaunchPlan& plan)
{
    const ordered_json on{{"enabled", true}};
    const auto autocast = [](const char* format) {
        return Group{"torch_autocast", {{"enabled", true}, {"dtype", format}}, {"training.precision"}};
    };
    switch (plan.training().precision) {
    case Precision::bf16_master: return Group{"bf16", on, {"training.precision"}};
    case Precision::fp16_master: return Group{"fp16", on, {"training.precision"}};
    case Precision::bf16_amp: return autocast("bfloat16");
    case Precision::fp16_amp: return autocast("float16");
    case Precision::bf16:
        if (plan.parallel().zero_stage == 0) return std::nullopt;
        return Group{"bf16",
                     {{"enabled", true}, {"bf16_master_weights_and_grads", true}, {"bf16_optimizer_states", true}},
                     {"training.precision"}};
    case Precision::fp64:
    case Precision::fp32:
    case Precision::tf32:
    case Precision::fp16:
    case Precision::fp8:
    case Precision::fp4: return std::nullopt;
    }
    return std::nullopt;
}

/// As DeepSpeed reads it from the file.
std::string format_of_weights(const LaunchPlan& plan)
{
    const std::optional<Group> precision = precision_group(plan);
    const bool is_16_bit = precision && (precision->key == "bf16" || precision->key == "fp16");
    return is_16_bit ? precision->key : "fp32";
}

/// The format that gradients accumulate in, where it must be told: by default it is that of the weights.
std::optional<Group> told_gradients(const LaunchPlan& plan)
{
    const Training& training = plan.training();
    const std::string format(word_of(recipe_of(training).gradients));
    if (training.gradient_precision != GradientPrecision::automatic)
        return Group{"data_types", {{"grad_accum_dtype", format}}, {"training.gradient_precision"}};
    if (!recipe_of(training.precision).master || format == format_of_weights(plan)) return std::nullopt;
    return Group{"data_types", {{"grad_accum_dtype", format}}, {"training.precision"}};
}

/// Without ZeRO DeepSpeed stops at a format other than that of the weights.
bool takes_gradients(const LaunchPlan& plan, const Group& gradients)
{
    return plan.parallel().zero_stage > 0 || gradients.value["grad_accum_dtype"] == format_of_weights(plan);
}

Group zero_group(const LaunchPlan& plan)
{
    const Parallel& parallel = plan.parallel();
    Group group{"zero_optimization", {{"stage", parallel.zero_stage}}, {"parallel.zero_stage"}};
    if (parallel.data_parallel_overlap) {
        group.value["overlap_comm"] = *parallel.data_parallel_overlap;
        group.sources.emplace_back("parallel.data_parallel_overlap");
    }
    if (parallel.offload == Offload::none || !deepspeed_offloads(parallel)) return group;
    group.value["offload_optimizer"] = {{"device", "cpu"}};
    if (parallel.offload == Offload::parameters) group.value["offload_param"] = {{"device", "cpu"}};
    group.sources.emplace_back("parallel.offload");
    return group;
}

Group tensor_group(const Parallel& parallel)
{
    Group group{"tensor_parallel", {{"autotp_size", parallel.tensor}}, {"parallel.tensor"}};
    if (!parallel.tensor_parallel_overlap) return group;
    group.value["tp_overlap_comm"] = *parallel.tensor_parallel_overlap;
    group.sources.emplace_back("parallel.tensor_parallel_overlap");
    return group;
}

/// DeepSpeed requires "train_batch_size" to be micro-batch x accumulation x copies, and counts every GPU as a copy
/// until the training program says otherwise. Without the key it multiplies by its own count.
bool counts_gpus_as_copies(const LaunchPlan& plan)
{
    return data_parallel_degree(plan.scenario()) == gpu_count(plan.build());
}

Groups batch_groups(const LaunchPlan& plan)
{
    Groups groups;
    if (counts_gpus_as_copies(plan))
        groups.push_back({"train_batch_size", global_batch(plan.scenario()), {"time.global_batch"}});
    groups.push_back({"train_micro_batch_size_per_gpu", plan.training().micro_batch, {"training.micro_batch"}});
    groups.push_back(
        {"gradient_accumulation_steps", plan.training().gradient_accumulation, {"training.gradient_accumulation"}});
    return groups;
}

Groups groups_of(const LaunchPlan& plan)
{
    const Training& training = plan.training();
    Groups groups = batch_groups(plan);
    if (const auto optimizer = optimizer_json(training.optimizer))
        groups.push_back({"optimizer", *optimizer, {"training.optimizer"}});
    if (plan.parallel().zero_stage > 0 && !is_tested_with_zero(training.optimizer))
        groups.push_back({"zero_allow_untested_optimizer", true, {}});
    if (offloads_to_program(plan)) groups.push_back({"zero_force_ds_cpu_optimizer", false, {}});
    if (auto precision = precision_group(plan)) groups.push_back(std::move(*precision));
    if (auto gradients = told_gradients(plan); gradients && takes_gradients(plan, *gradients))
        groups.push_back(std::move(*gradients));
    groups.push_back(zero_group(plan));
    if (plan.parallel().tensor > 1) groups.push_back(tensor_group(plan.parallel()));
    return groups;
}

/// A group as lines; its sources follow the first, since JSON has no comments.
void add_lines(LaunchLines& lines, const Group& group, bool last)
{
    const std::string written = ordered_json{{group.key, group.value}}.dump(2);
    // Without the braces around it.
    std::string inner = written.substr(2, written.size() - 4);
    if (!last) inner += ",";
    Sources sources = group.sources;
    for (std::size_t start = 0; start <= inner.size();) {
        const std::size_t end = std::min(inner.find('\n', start), inner.size());
        lines.push_back({inner.substr(start, end - start), std::exchange(sources, {})});
        start = end + 1;
    }
}

} // namespace

bool deepspeed_offloads(const Parallel& parallel) { return parallel.zero_stage >= stage_for_offload(parallel.offload); }

std::optional<LaunchLines> deepspeed_lines(const LaunchPlan& plan)
{
    const Groups groups = groups_of(plan);
    LaunchLines lines{{"{", {}}};
    for (std::size_t i = 0; i < groups.size(); ++i) add_lines(lines, groups[i], i + 1 == groups.size());
    lines.push_back({"}", {}});
    return lines;
}

std::vector<Finding> deepspeed_findings(const LaunchPlan& plan)
{
    using Severity = Finding::Severity;
    const auto number = [](std::int64_t count) { return Argument(value_of(Count(count))); };
    std::vector<Finding> findings;
    if (!counts_gpus_as_copies(plan)) {
        const std::int64_t gpus = gpu_count(plan.build());
        const bool has_further_groups = plan.parallel().pipeline > 1 || plan.parallel().context > 1;
        const Count counted =
            Count(gpus) * Count(plan.training().micro_batch) * Count(plan.training().gradient_accumulation);
        findings.push_back(Finding{Severity::unchecked,
                                   has_further_groups ? "launch-batch-left-out" : "launch-batch-counted",
                                   "training.global_batch",
                                   {{"gpus", number(gpus)},
                                    {"counted", number(counted.value())},
                                    {"batch", number(global_batch(plan.scenario()))}}});
    }
    if (offloads_to_program(plan))
        findings.push_back(Finding{Severity::unchecked,
                                   "launch-offloads-to-program",
                                   "parallel.offload",
                                   {{"optimizer", argument_of(plan.scenario(), "training.optimizer")}}});
    if (const auto gradients = told_gradients(plan); gradients && !takes_gradients(plan, *gradients))
        findings.push_back(Finding{
            Severity::blocks,
            "launch-gradients-as-weights",
            gradients->sources.front(),
            {{"found", format_of_weights(plan)}, {"wanted", gradients->value["grad_accum_dtype"].get<std::string>()}}});
    for (Finding& finding : learning_rate_finding(plan)) findings.push_back(std::move(finding));
    return findings;
}

} // namespace rigwright

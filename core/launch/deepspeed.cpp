// SPDX-License-Identifier: Apache-2.0
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

Groups batch_groups(const LaunchPlan& plan)
{
    return {{"train_batch_size", global_batch(plan.scenario()), {"time.global_batch"}},
            {"train_micro_batch_size_per_gpu", plan.training().micro_batch, {"training.micro_batch"}},
            {"gradient_accumulation_steps", plan.training().gradient_accumulation, {"training.gradient_accumulation"}}};
}

Groups groups_of(const LaunchPlan& plan)
{
    const Training& training = plan.training();
    Groups groups = batch_groups(plan);
    if (const auto optimizer = optimizer_json(training.optimizer))
        groups.push_back({"optimizer", *optimizer, {"training.optimizer"}});
    if (plan.parallel().zero_stage > 0 && !is_tested_with_zero(training.optimizer))
        groups.push_back({"zero_allow_untested_optimizer", true, {}});
    if (auto precision = precision_group(plan)) groups.push_back(std::move(*precision));
    if (training.gradient_precision != GradientPrecision::automatic)
        groups.push_back({"data_types",
                          {{"grad_accum_dtype", std::string(word_of(training.gradient_precision))}},
                          {"training.gradient_precision"}});
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

bool deepspeed_offloads(const Parallel& parallel)
{
    return parallel.offload == Offload::parameters ? parallel.zero_stage == 3 : parallel.zero_stage >= 1;
}

std::optional<LaunchLines> deepspeed_lines(const LaunchPlan& plan)
{
    const Groups groups = groups_of(plan);
    LaunchLines lines{{"{", {}}};
    for (std::size_t i = 0; i < groups.size(); ++i) add_lines(lines, groups[i], i + 1 == groups.size());
    lines.push_back({"}", {}});
    return lines;
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/launch/launch_plan.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

// Arguments: https://github.com/NVIDIA/Megatron-LM/blob/main/megatron/training/arguments.py

LaunchLine option(const std::string& text, Sources sources) { return traced("    --" + text, std::move(sources)); }

LaunchLine option(const char* name, std::int64_t value, Sources sources)
{
    return option(std::string(name) + " " + std::to_string(value), std::move(sources));
}

LaunchLines degree_lines(const Parallel& parallel)
{
    LaunchLines lines{option("tensor-model-parallel-size", parallel.tensor, {"parallel.tensor"}),
                      option("pipeline-model-parallel-size", parallel.pipeline, {"parallel.pipeline"}),
                      option("context-parallel-size", parallel.context, {"parallel.context"}),
                      option("expert-model-parallel-size", parallel.expert, {"parallel.expert"})};
    if (parallel.context > 1) {
        const bool ring = parallel.context_method == ContextMethod::ring;
        lines.push_back(option(std::string("cp-comm-type ") + (ring ? "p2p" : "a2a"), {"parallel.context_method"}));
    }
    if (parallel.pipeline > 1 && parallel.pipeline_interleave > 1)
        lines.push_back(option("num-virtual-stages-per-pipeline-rank", parallel.pipeline_interleave,
                               {"parallel.pipeline_interleave"}));
    if (parallel.sequence_parallel) lines.push_back(option("sequence-parallel", {"parallel.sequence_parallel"}));
    if (parallel.data_parallel_overlap == true)
        lines.push_back(option("overlap-grad-reduce", {"parallel.data_parallel_overlap"}));
    if (parallel.tensor_parallel_overlap == true)
        lines.push_back(option("tp-comm-overlap", {"parallel.tensor_parallel_overlap"}));
    return lines;
}

/// Stage 1 is the distributed optimizer, stages 2 and 3 Megatron's FSDP, which needs it too.
LaunchLines megatron_sharding_lines(const Parallel& parallel)
{
    LaunchLines lines;
    if (parallel.zero_stage >= 1) lines.push_back(option("use-distributed-optimizer", {"parallel.zero_stage"}));
    if (parallel.zero_stage >= 2) {
        const bool whole = parallel.zero_stage == 3;
        lines.push_back({"    --use-megatron-fsdp", {}});
        lines.push_back(
            option(std::string("data-parallel-sharding-strategy ") + (whole ? "optim_grads_params" : "optim_grads"),
                   {"parallel.zero_stage"}));
        lines.push_back({"    --no-gradient-accumulation-fusion", {}});
        lines.push_back({"    --ckpt-format fsdp_dtensor", {}});
    }
    if (parallel.offload == Offload::optimizer) {
        lines.push_back(option("optimizer-cpu-offload", {"parallel.offload"}));
        lines.push_back({"    --use-precision-aware-optimizer", {}});
    }
    return lines;
}

/// 16-bit weights with an fp32 master copy and fp32 gradients, fp8 products on top of it; nothing for fp32.
LaunchLines precision_lines(const Training& training)
{
    LaunchLines lines;
    if (training.precision == Precision::bf16_master) lines.push_back(option("bf16", {"training.precision"}));
    if (training.precision == Precision::fp16_master) lines.push_back(option("fp16", {"training.precision"}));
    if (training.precision == Precision::fp8)
        append(lines, {option("bf16", {"training.precision"}), option("fp8-format hybrid", {"training.precision"})});
    if (training.gradient_precision == GradientPrecision::fp32)
        lines.push_back(option("accumulate-allreduce-grads-in-fp32", {"training.gradient_precision"}));
    if (training.gradient_precision == GradientPrecision::bf16)
        lines.push_back(option("grad-reduce-in-bf16", {"training.gradient_precision"}));
    return lines;
}

LaunchLines recompute_lines(Recompute recompute)
{
    switch (recompute) {
    case Recompute::none: return {};
    case Recompute::selective: return {option("recompute-granularity selective", {"training.recompute"})};
    case Recompute::full:
        return {option("recompute-granularity full", {"training.recompute"}),
                option("recompute-method uniform", {"training.recompute"}),
                option("recompute-num-layers 1", {"training.recompute"})};
    }
    return {};
}

/// Megatron's "adam" decays weights apart from the gradient, as AdamW does; its SGD has momentum unless told.
LaunchLines optimizer_lines(OptimizerKind kind)
{
    if (kind == OptimizerKind::adamw) return {option("optimizer adam", {"training.optimizer"})};
    if (kind == OptimizerKind::sgd)
        return {option("optimizer sgd", {"training.optimizer"}), option("sgd-momentum 0", {"training.optimizer"})};
    if (kind == OptimizerKind::sgd_momentum) return {option("optimizer sgd", {"training.optimizer"})};
    return {};
}

LaunchLines kernel_lines(const Training& training)
{
    LaunchLines lines;
    if (training.attention == AttentionChoice::fused)
        lines.push_back(option("attention-backend flash", {"training.attention"}));
    if (training.attention == AttentionChoice::standard)
        lines.push_back(option("attention-backend unfused", {"training.attention"}));
    if (training.cross_entropy == CrossEntropyChoice::fused)
        lines.push_back(option("cross-entropy-loss-fusion", {"training.cross_entropy"}));
    if (training.loader_workers)
        lines.push_back(option("num-workers", *training.loader_workers, {"training.loader_workers"}));
    return lines;
}

LaunchLines length_lines(const LaunchPlan& plan)
{
    const std::optional<TimeEstimate>& time = plan.estimate().time;
    if (!time || !time->knows_run()) return {};
    LaunchLines lines{option("train-iters", time->steps_per_epoch * plan.training().epochs,
                             {"time.steps_per_epoch", "training.epochs"})};
    const std::optional<Seconds> interval = time->run ? time->run->checkpoint_interval : std::nullopt;
    if (!interval || time->step.base() <= 0.0) return lines;
    const double steps = std::max(1.0, std::round(interval->base() / time->step.base()));
    lines.push_back(option("save-interval", static_cast<std::int64_t>(steps),
                           {"time.run.checkpoint_interval_seconds", "time.step_seconds"}));
    return lines;
}

LaunchLines training_lines(const LaunchPlan& plan)
{
    const Training& training = plan.training();
    LaunchLines lines{option("micro-batch-size", training.micro_batch, {"training.micro_batch"}),
                      option("global-batch-size", global_batch(plan.scenario()),
                             {"time.global_batch", "training.gradient_accumulation"})};
    append(lines, length_lines(plan));
    append(lines, precision_lines(training));
    append(lines, optimizer_lines(training.optimizer));
    append(lines, recompute_lines(training.recompute));
    append(lines, kernel_lines(training));
    return lines;
}

LaunchLines array(const char* name, LaunchLines options)
{
    LaunchLines lines{{std::string(name) + "=(", {}}};
    append(lines, std::move(options));
    lines.push_back({")", {}});
    return lines;
}

} // namespace

LaunchLines megatron_lines(const LaunchPlan& plan)
{
    LaunchLines lines{{"set -euo pipefail", {}}, {"", {}}, run_name_line(plan)};
    lines.push_back({"program=\"${MEGATRON:-.}/pretrain_gpt.py\"", {}});
    if (plan.build().nodes > 1)
        lines.push_back({"head_node=\"${HEAD_NODE:?set HEAD_NODE to the host name of the first machine}\"", {}});
    append(lines, array("launcher", torchrun_options(plan, "\"$head_node:29500\"", "\"${RUN_ID:-$RUN_NAME}\"")));
    std::vector<Finding> described;
    append(lines, array("model", megatron_model_lines(plan, described)));
    append(lines, array("training", training_lines(plan)));
    LaunchLines parallel = degree_lines(plan.parallel());
    append(parallel, megatron_sharding_lines(plan.parallel()));
    append(lines, array("parallel", std::move(parallel)));
    lines.push_back(
        {"exec \"${launcher[@]}\" \"$program\" \"${model[@]}\" \"${training[@]}\" \"${parallel[@]}\" \"$@\"", {}});
    return lines;
}

std::vector<Finding> megatron_findings(const LaunchPlan& plan)
{
    std::vector<Finding> findings;
    megatron_model_lines(plan, findings);
    for (Finding& finding : learning_rate_finding(plan)) findings.push_back(std::move(finding));
    return findings;
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/launch/launch_file.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/resolved_model.h"
#include "core/zoo/language/decoder_shape.h"

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

namespace {

using Severity = Finding::Severity;

/// The arguments of a model while they are collected, and the hyperparameters that have none.
struct Described {
    LaunchLines lines;
    std::vector<std::string> missing;

    void flag(const std::string& text, const char* key)
    {
        lines.push_back(traced("    --" + text, {std::string("model.shape.") + key}));
    }
    void number(const char* name, std::int64_t value, const char* key)
    {
        flag(std::string(name) + " " + std::to_string(value), key);
    }
    void share(const char* name, double value, const char* key)
    {
        flag(std::string(name) + " " + excerpt_of(FieldValue(value)), key);
    }
};

void describe_sizes(const DecoderShape& d, Described& out)
{
    out.number("num-layers", d.layers, "layers");
    out.number("hidden-size", d.d_model, "d_model");
    out.number("num-attention-heads", d.heads, "heads");
    out.lines.push_back(traced("    --seq-length " + std::to_string(d.tokens), {"input.sequence_length"}));
    out.number("max-position-embeddings", std::max(d.max_positions, d.tokens), "max_positions");
    out.number("vocab-size", d.vocabulary, "vocabulary");
}

void describe_attention(const DecoderShape& d, Described& out)
{
    if (d.latent) out.missing.emplace_back("attention");
    if (d.sinks) out.missing.emplace_back("attention_sinks");
    if (d.sliding_window > 0) out.missing.emplace_back("sliding_window");
    if (d.kv_heads != d.heads) {
        out.flag("group-query-attention", "kv_heads");
        out.number("num-query-groups", d.kv_heads, "kv_heads");
    }
    if (!d.latent && d.head_width * d.heads != d.d_model) out.number("kv-channels", d.head_width, "head_dim");
    if (d.qk_norm) out.flag("qk-layernorm", "qk_norm");
}

/// Gates come with SiLU, plain layers with GELU.
void describe_feed_forward(const DecoderShape& d, Described& out)
{
    const FeedForwardShape& f = d.feed_forward;
    out.number("ffn-hidden-size", f.width, "d_ff");
    if (!f.bias) out.flag("disable-bias-linear", "bias");
    if (!f.bias && d.qkv_bias) out.flag("add-qkv-bias", "qkv_bias");
    if (f.bias != d.output_bias) out.missing.emplace_back("attention_bias");
    if (d.head != "causal-lm") out.missing.emplace_back("head");
    if (f.bias && !d.qkv_bias) out.missing.emplace_back("qkv_bias");
    if (f.gated && f.activation == ActivationFunction::silu)
        out.flag("swiglu", "gated_ffn");
    else if (f.gated || (f.activation != ActivationFunction::gelu && f.activation != ActivationFunction::gelu_tanh))
        out.missing.emplace_back("activation");
    if (f.clamped) out.missing.emplace_back("clamped_gate");
}

void describe_positions(const DecoderShape& d, Described& out)
{
    switch (d.positions) {
    case Positions::learned: out.flag("position-embedding-type learned_absolute", "positions"); return;
    case Positions::rotary: out.flag("position-embedding-type rope", "positions"); return;
    case Positions::absent: out.flag("position-embedding-type none", "positions"); return;
    case Positions::alibi: out.missing.emplace_back("positions"); return;
    }
}

void describe_experts(const DecoderShape& d, Described& out)
{
    if (!d.mixture) return;
    const MixtureShape& mixture = *d.mixture;
    out.number("num-experts", mixture.experts, "experts");
    out.number("moe-router-topk", mixture.active, "experts_per_token");
    out.number("moe-ffn-hidden-size", mixture.expert.width, "expert_d_ff");
    if (mixture.shared_width > 0)
        out.number("moe-shared-expert-intermediate-size", mixture.shared_width, "shared_expert_d_ff");
    if (d.dense_layers > 0) out.missing.emplace_back("dense_layers");
    if (d.expert_layers_every > 1) out.missing.emplace_back("expert_layers_every");
    if (mixture.capacity > 0) out.missing.emplace_back("expert_capacity_factor");
}

Described describe(const DecoderShape& d)
{
    Described out;
    describe_sizes(d, out);
    describe_attention(d, out);
    describe_feed_forward(d, out);
    describe_positions(d, out);
    const bool rms = d.norm.kind == NormalizationKind::rms;
    out.flag(std::string("normalization ") + (rms ? "RMSNorm" : "LayerNorm"), "norm");
    if (!d.tied) out.flag("untie-embeddings-and-output-weights", "tied_embeddings");
    out.share("hidden-dropout", d.dropout, "dropout");
    out.share("attention-dropout", d.attention_dropout, "attention_dropout");
    describe_experts(d, out);
    return out;
}

} // namespace

LaunchLines megatron_model_lines(const LaunchPlan& plan, std::vector<Finding>& findings)
{
    const ResolvedModel model = resolve_model(plan.scenario(), plan.data.presets);
    const ShapeReader shape(model.shape, model.family->hyperparameters);
    Described described = describe(read_decoder(shape, model.input, build_options(plan.training())));
    for (const std::string& key : described.missing)
        findings.push_back(
            Finding{Severity::blocks, "launch-model-not-described", member_field("model.shape", key), {{"key", key}}});
    return std::move(described.lines);
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/launch/launch_file.h"
#include "core/quantities/words.h"

namespace rigwright {

namespace {

// Keys: https://huggingface.co/docs/accelerate/package_reference/cli and usage_guides/fsdp, usage_guides/deepspeed

/// What Accelerate hands the work to.
enum class Backend { one_process, processes, processors, fsdp, deepspeed };
} // namespace

template <>
inline constexpr std::array<std::string_view, 5> words<Backend>{"'NO'", "MULTI_GPU", "MULTI_CPU", "FSDP", "DEEPSPEED"};

namespace {

bool accelerate_keeps_master(Precision precision)
{
    return precision == Precision::bf16_master || precision == Precision::fp16_master;
}

/// DeepSpeed where PyTorch's own classes do not do it: a master copy, optimizer states on the host, ZeRO-1.
Backend backend_of(const LaunchPlan& plan)
{
    const Parallel& parallel = plan.parallel();
    const std::int64_t processes = gpu_count(plan.build());
    if (trains_on_processor(plan.build())) return processes > 1 ? Backend::processors : Backend::one_process;
    const bool needs_deepspeed = accelerate_keeps_master(plan.training().precision) || parallel.zero_stage == 1 ||
                                 (parallel.offload == Offload::optimizer && parallel.zero_stage > 0);
    if (needs_deepspeed) return Backend::deepspeed;
    if (parallel.zero_stage >= 2) return Backend::fsdp;
    return processes > 1 ? Backend::processes : Backend::one_process;
}

/// DeepSpeed keeps 16-bit weights with a master copy; the others cast what fp32 weights compute.
std::string_view mixed_precision(Precision precision, Backend backend)
{
    const bool deepspeed = backend == Backend::deepspeed;
    if (precision == (deepspeed ? Precision::bf16_master : Precision::bf16_amp)) return "bf16";
    if (precision == (deepspeed ? Precision::fp16_master : Precision::fp16_amp)) return "fp16";
    return {};
}

LaunchLine key(const std::string& name, std::string_view value, Sources sources)
{
    return traced(name + ": " + std::string(value), std::move(sources));
}

std::string_view flag(bool value) { return value ? "true" : "false"; }

LaunchLine precision_line(const LaunchPlan& plan, Backend backend)
{
    const auto word = mixed_precision(plan.training().precision, backend);
    if (!word.empty()) return key("mixed_precision", word, {"training.precision"});
    const bool plain = plan.training().precision == Precision::fp32;
    return key("mixed_precision", "'no'", plain ? Sources{"training.precision"} : Sources{});
}

LaunchLines fsdp_config(const LaunchPlan& plan)
{
    const Parallel& parallel = plan.parallel();
    LaunchLines lines{
        {"fsdp_config:", {}},
        {"  fsdp_version: 2", {}},
        key("  fsdp_reshard_after_forward", flag(parallel.zero_stage == 3), {"parallel.zero_stage"}),
        key("  fsdp_offload_params", flag(parallel.offload == Offload::parameters), {"parallel.offload"})};
    if (plan.training().recompute != Recompute::selective)
        lines.push_back(key("  fsdp_activation_checkpointing", flag(plan.training().recompute == Recompute::full),
                            {"training.recompute"}));
    // The blocks of a Hugging Face model, as it names them itself.
    lines.push_back({"  fsdp_auto_wrap_policy: TRANSFORMER_BASED_WRAP", {}});
    lines.push_back({"  fsdp_state_dict_type: SHARDED_STATE_DICT", {}});
    return lines;
}

LaunchLines deepspeed_config(const LaunchPlan& plan)
{
    const Parallel& parallel = plan.parallel();
    const bool optimizer = parallel.offload != Offload::none && parallel.zero_stage >= 1;
    const bool parameters = parallel.offload == Offload::parameters && parallel.zero_stage == 3;
    const bool said =
        parallel.offload == Offload::none || (parallel.offload == Offload::optimizer ? optimizer : parameters);
    const auto place = [](bool host) { return host ? "cpu" : "none"; };
    const Sources source = said ? Sources{"parallel.offload"} : Sources{};
    return {{"deepspeed_config:", {}},
            key("  zero_stage", std::to_string(parallel.zero_stage), {"parallel.zero_stage"}),
            key("  gradient_accumulation_steps", std::to_string(plan.training().gradient_accumulation),
                {"training.gradient_accumulation"}),
            key("  offload_optimizer_device", place(optimizer && said), source),
            key("  offload_param_device", place(parameters), source),
            {"  zero3_init_flag: " + std::string(flag(parallel.zero_stage == 3)), {}}};
}

LaunchLines dynamo_config(Execution execution)
{
    if (execution == Execution::eager) return {};
    const bool graph = execution == Execution::graph;
    return {{"dynamo_config:", {}},
            key("  dynamo_backend", "INDUCTOR", {"training.execution"}),
            key("  dynamo_mode", graph ? "reduce-overhead" : "default", {"training.execution"})};
}

} // namespace

LaunchLines accelerate_lines(const LaunchPlan& plan)
{
    const Backend backend = backend_of(plan);
    const BuildChoice& build = plan.build();
    LaunchLines lines{{"compute_environment: LOCAL_MACHINE", {}}};
    lines.push_back(key("distributed_type", word_of(backend), {}));
    lines.push_back(key("num_machines", std::to_string(build.nodes), {"build.nodes"}));
    lines.push_back(key("num_processes", std::to_string(gpu_count(build)), {"build.gpus_per_node", "build.nodes"}));
    // Each machine has its own rank, and the address of the first: --machine_rank and --main_process_ip say them.
    if (build.nodes > 1) lines.push_back({"rdzv_backend: c10d", {}});
    lines.push_back(key("use_cpu", flag(trains_on_processor(build)), {"build.gpu"}));
    lines.push_back(precision_line(plan, backend));
    if (backend == Backend::fsdp) append(lines, fsdp_config(plan));
    if (backend == Backend::deepspeed) append(lines, deepspeed_config(plan));
    append(lines, dynamo_config(plan.training().execution));
    return lines;
}

} // namespace rigwright

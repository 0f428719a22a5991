// SPDX-License-Identifier: Apache-2.0

#include "core/launch/launch_template.h"
#include "core/scenario/words.h"

namespace rigwright {

namespace {

// Names: https://docs.pytorch.org/docs/stable/distributed.fsdp.fully_shard.html (ZeRO-3 frees weights after the forward
// pass, ZeRO-2 keeps them), torch.nn.parallel.DistributedDataParallel, torch.distributed.optim, torch.amp.

/// Empty for optimizers that PyTorch does not have.
std::optional<std::string> optimizer_class(OptimizerKind kind)
{
    switch (kind) {
    case OptimizerKind::sgd:
    case OptimizerKind::sgd_momentum: return "torch.optim.SGD";
    case OptimizerKind::adam: return "torch.optim.Adam";
    case OptimizerKind::adamw: return "torch.optim.AdamW";
    case OptimizerKind::adafactor: return "torch.optim.Adafactor";
    case OptimizerKind::rmsprop: return "torch.optim.RMSprop";
    case OptimizerKind::adagrad: return "torch.optim.Adagrad";
    case OptimizerKind::adam_8bit:
    case OptimizerKind::lion:
    case OptimizerKind::lamb:
    case OptimizerKind::none: return std::nullopt;
    }
    return std::nullopt;
}

} // namespace

std::optional<LaunchLines> fsdp_lines(const LaunchPlan& plan)
{
    const OptimizerKind optimizer = plan.training().optimizer;
    return fill_template(plan, "fsdp.py",
                         {{"optimizer", optimizer_class(optimizer)},
                          {"momentum", optimizer == OptimizerKind::sgd_momentum ? ", momentum=momentum" : ""}});
}

namespace {

// Keys: https://huggingface.co/docs/accelerate/package_reference/cli and usage_guides/fsdp, usage_guides/deepspeed

/// Backends of Accelerate.
enum class Backend { one_process, processes, processors, fsdp, deepspeed };
} // namespace

template <>
inline constexpr std::array<std::string_view, 5> words<Backend>{"'NO'", "MULTI_GPU", "MULTI_CPU", "FSDP", "DEEPSPEED"};

namespace {

bool accelerate_keeps_master(Precision precision)
{
    return precision == Precision::bf16_master || precision == Precision::fp16_master;
}

/// DeepSpeed for features that PyTorch's own classes lack: a master copy, optimizer states on the host, ZeRO-1.
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

/// DeepSpeed stores 16-bit weights with a master copy; the others cast fp32 weights for computation.
std::optional<std::string> mixed_precision(Precision precision, Backend backend)
{
    const bool deepspeed = backend == Backend::deepspeed;
    if (precision == (deepspeed ? Precision::bf16_master : Precision::bf16_amp)) return "bf16";
    if (precision == (deepspeed ? Precision::fp16_master : Precision::fp16_amp)) return "fp16";
    return std::nullopt;
}

} // namespace

std::optional<LaunchLines> accelerate_lines(const LaunchPlan& plan)
{
    const Backend backend = backend_of(plan);
    const Parallel& parallel = plan.parallel();
    TemplateValues values{{"distributed_type", std::string(word_of(backend))},
                          {"processes", std::to_string(gpu_count(plan.build()))},
                          {"processors", flag_word(trains_on_processor(plan.build()))},
                          {"mixed_precision", mixed_precision(plan.training().precision, backend)},
                          {"offload", std::nullopt}};
    if (deepspeed_offloads(parallel)) values["offload"] = word_of(parallel.offload);
    return fill_template(plan, "accelerate.yaml", values);
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/launch/launch_file.h"

namespace rigwright {

namespace {

// Names: https://docs.pytorch.org/docs/stable/distributed.fsdp.fully_shard.html (ZeRO-3 gives weights back after the
// forward pass, ZeRO-2 keeps them), torch.nn.parallel.DistributedDataParallel, torch.distributed.optim, torch.amp.

bool shards(const LaunchPlan& plan) { return plan.parallel().zero_stage >= 2; }

/// FSDP keeps fp32 weights and computes in this format; empty for recipes without a master copy.
std::string_view master_recipe_format(Precision precision)
{
    if (precision == Precision::bf16_master) return "torch.bfloat16";
    if (precision == Precision::fp16_master) return "torch.float16";
    return {};
}

std::string_view autocast_format(Precision precision)
{
    if (precision == Precision::bf16_amp) return "torch.bfloat16";
    if (precision == Precision::fp16_amp) return "torch.float16";
    return {};
}

/// Weights, gradients and moments all in one format.
std::string_view pure_format(Precision precision)
{
    if (precision == Precision::bf16) return "torch.bfloat16";
    if (precision == Precision::fp16) return "torch.float16";
    if (precision == Precision::fp64) return "torch.float64";
    return {};
}

/// The class and what it takes besides parameters and learning rate; empty for optimizers that PyTorch does not have.
struct OptimizerClass {
    std::string_view name;
    std::string_view more;
};

OptimizerClass optimizer_class(OptimizerKind kind)
{
    switch (kind) {
    case OptimizerKind::sgd: return {"torch.optim.SGD", ""};
    case OptimizerKind::sgd_momentum: return {"torch.optim.SGD", ", momentum=momentum"};
    case OptimizerKind::adam: return {"torch.optim.Adam", ""};
    case OptimizerKind::adamw: return {"torch.optim.AdamW", ""};
    case OptimizerKind::adafactor: return {"torch.optim.Adafactor", ""};
    case OptimizerKind::rmsprop: return {"torch.optim.RMSprop", ""};
    case OptimizerKind::adagrad: return {"torch.optim.Adagrad", ""};
    case OptimizerKind::adam_8bit:
    case OptimizerKind::lion:
    case OptimizerKind::lamb:
    case OptimizerKind::none: return {};
    }
    return {};
}

bool offloads_all(const LaunchPlan& plan) { return shards(plan) && plan.parallel().offload == Offload::parameters; }

LaunchLines imports(const LaunchPlan& plan)
{
    LaunchLines lines{{"import functools", {}},
                      {"import os", {}},
                      {"", {}},
                      {"import torch", {}},
                      {"import torch.distributed as dist", {}}};
    if (shards(plan))
        lines.push_back({"from torch.distributed.fsdp import CPUOffloadPolicy, MixedPrecisionPolicy, fully_shard", {}});
    else
        append(lines, {{"from torch.distributed.optim import ZeroRedundancyOptimizer", {}},
                       {"from torch.nn.parallel import DistributedDataParallel", {}}});
    append(lines, {{"from torch.utils.checkpoint import checkpoint", {}},
                   {"from torch.utils.data import DataLoader", {}},
                   {"", {}}});
    return lines;
}

LaunchLines numbers(const LaunchPlan& plan)
{
    const Training& training = plan.training();
    const auto number = [](const char* name, std::int64_t value, const char* source) {
        return traced(std::string(name) + " = " + std::to_string(value), {source});
    };
    LaunchLines lines{
        number("NODES", plan.build().nodes, "build.nodes"),
        number("GPUS_PER_NODE", plan.build().gpus_per_node, "build.gpus_per_node"),
        number("EPOCHS", training.epochs, "training.epochs"),
        number("MICRO_BATCH", training.micro_batch, "training.micro_batch"),
        number("GRADIENT_ACCUMULATION", training.gradient_accumulation, "training.gradient_accumulation")};
    if (training.loader_workers)
        lines.push_back(number("LOADER_WORKERS", *training.loader_workers, "training.loader_workers"));
    else
        lines.push_back({"LOADER_WORKERS = (os.cpu_count() or 1) // GPUS_PER_NODE", {}});
    return lines;
}

LaunchLines start_function(const LaunchPlan& plan)
{
    LaunchLines lines{{"", {}},
                      {"", {}},
                      {"def start():", {}},
                      {"    \"\"\"Joins the other processes; to be called first.\"\"\"", {}},
                      {"    dist.init_process_group(backend=\"nccl\")", {}},
                      {"    if dist.get_world_size() != NODES * GPUS_PER_NODE:", {}},
                      {"        raise SystemExit(f\"the plan has {NODES * GPUS_PER_NODE} processes, not "
                       "{dist.get_world_size()}\")",
                       {}},
                      {"    torch.cuda.set_device(int(os.environ[\"LOCAL_RANK\"]))", {}}};
    if (plan.training().precision == Precision::tf32)
        lines.push_back(traced("    torch.set_float32_matmul_precision(\"high\")", {"training.precision"}));
    if (plan.training().autotune)
        lines.push_back(traced("    torch.backends.cudnn.benchmark = True", {"training.autotune"}));
    return lines;
}

/// A whole copy on each GPU; stage 1 is said where the optimizer is made.
LaunchLines copy_lines(const LaunchPlan& plan)
{
    const bool whole = plan.parallel().zero_stage == 0;
    return {traced("    model = DistributedDataParallel(model, device_ids=[torch.cuda.current_device()])",
                   whole ? Sources{"parallel.zero_stage"} : Sources{})};
}

LaunchLines fsdp_sharding_lines(const LaunchPlan& plan)
{
    const char* reshard = plan.parallel().zero_stage == 3 ? "True" : "False";
    LaunchLines lines{
        {"    settings = {}", {}},
        traced(std::string("    settings[\"reshard_after_forward\"] = ") + reshard, {"parallel.zero_stage"})};
    if (const auto format = master_recipe_format(plan.training().precision); !format.empty())
        lines.push_back(traced("    settings[\"mp_policy\"] = MixedPrecisionPolicy(param_dtype=" + std::string(format) +
                                   ", reduce_dtype=torch.float32)",
                               {"training.precision"}));
    if (offloads_all(plan))
        lines.push_back(traced("    settings[\"offload_policy\"] = CPUOffloadPolicy()", {"parallel.offload"}));
    append(lines, {{"    for block in blocks:", {}},
                   {"        fully_shard(block, **settings)", {}},
                   {"    fully_shard(model, **settings)", {}}});
    return lines;
}

LaunchLines compile_lines(Execution execution)
{
    switch (execution) {
    case Execution::eager: return {};
    case Execution::compiled: return {traced("    model = torch.compile(model)", {"training.execution"})};
    case Execution::graph:
        return {traced("    model = torch.compile(model, mode=\"reduce-overhead\")", {"training.execution"})};
    }
    return {};
}

LaunchLines prepare_function(const LaunchPlan& plan)
{
    const Training& training = plan.training();
    LaunchLines lines{{"", {}},
                      {"", {}},
                      {"def prepare(model, blocks):", {}},
                      {"    \"\"\"The model, distributed; `blocks` are its repeated layers.\"\"\"", {}},
                      {"    model = model.cuda()", {}}};
    if (const auto format = pure_format(training.precision); !format.empty())
        lines.push_back(traced("    model = model.to(dtype=" + std::string(format) + ")", {"training.precision"}));
    if (training.layout == Layout::channels_last)
        lines.push_back(traced("    model = model.to(memory_format=torch.channels_last)", {"training.layout"}));
    if (training.recompute == Recompute::full)
        append(lines,
               {{"    for block in blocks:", {}},
                traced("        block.forward = functools.partial(checkpoint, block.forward, use_reentrant=False)",
                       {"training.recompute"})});
    append(lines, shards(plan) ? fsdp_sharding_lines(plan) : copy_lines(plan));
    append(lines, compile_lines(training.execution));
    lines.push_back({"    return model", {}});
    return lines;
}

LaunchLines optimizer_function(const LaunchPlan& plan)
{
    const OptimizerClass optimizer = optimizer_class(plan.training().optimizer);
    if (optimizer.name.empty()) return {};
    const std::string name(optimizer.name);
    const std::string more = ", lr=learning_rate" + std::string(optimizer.more) + ")";
    LaunchLines lines{{"", {}}, {"", {}}};
    lines.push_back({optimizer.more.empty() ? "def optimizer_of(model, learning_rate):"
                                            : "def optimizer_of(model, learning_rate, momentum):",
                     {}});
    if (plan.parallel().zero_stage == 1)
        lines.push_back(traced("    return ZeroRedundancyOptimizer(model.parameters(), optimizer_class=" + name + more,
                               {"training.optimizer", "parallel.zero_stage"}));
    else
        lines.push_back(traced("    return " + name + "(model.parameters()" + more, {"training.optimizer"}));
    return lines;
}

LaunchLines autocast_function(const LaunchPlan& plan)
{
    const auto format = autocast_format(plan.training().precision);
    if (format.empty()) return {};
    LaunchLines lines{{"", {}},
                      {"", {}},
                      {"def autocast():", {}},
                      {"    \"\"\"Around the forward pass and the loss.\"\"\"", {}},
                      traced("    return torch.autocast(device_type=\"cuda\", dtype=" + std::string(format) + ")",
                             {"training.precision"})};
    if (plan.training().precision == Precision::fp16_amp)
        append(lines, {{"", {}},
                       {"", {}},
                       {"def scaler():", {}},
                       {"    \"\"\"Keeps fp16 gradients from vanishing.\"\"\"", {}},
                       {"    return torch.amp.GradScaler(\"cuda\")", {}}});
    return lines;
}

LaunchLines loader_function()
{
    return {{"", {}},
            {"", {}},
            {"def loader(dataset, sampler):", {}},
            {"    return DataLoader(dataset, batch_size=MICRO_BATCH, sampler=sampler, num_workers=LOADER_WORKERS, "
             "pin_memory=True)",
             {}}};
}

} // namespace

LaunchLines fsdp_lines(const LaunchPlan& plan)
{
    LaunchLines lines = imports(plan);
    append(lines, numbers(plan));
    append(lines, start_function(plan));
    append(lines, prepare_function(plan));
    append(lines, optimizer_function(plan));
    append(lines, autocast_function(plan));
    append(lines, loader_function());
    return lines;
}

} // namespace rigwright

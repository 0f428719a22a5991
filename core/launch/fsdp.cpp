// SPDX-License-Identifier: Apache-2.0
#include "core/launch/launch_template.h"

namespace rigwright {

namespace {

// Names: https://docs.pytorch.org/docs/stable/distributed.fsdp.fully_shard.html (ZeRO-3 gives weights back after the
// forward pass, ZeRO-2 keeps them), torch.nn.parallel.DistributedDataParallel, torch.distributed.optim, torch.amp.

/// Nothing for optimizers that PyTorch does not have.
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

} // namespace rigwright

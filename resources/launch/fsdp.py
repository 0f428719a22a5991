import functools
import os

import torch
import torch.distributed as dist
{{#parallel.zero_stage=2|3}}from torch.distributed.fsdp import CPUOffloadPolicy, MixedPrecisionPolicy, fully_shard
{{^parallel.zero_stage=2|3}}from torch.distributed.optim import ZeroRedundancyOptimizer
{{^parallel.zero_stage=2|3}}from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint
from torch.utils.data import DataLoader

NODES = {{build.nodes}}  # build.nodes
GPUS_PER_NODE = {{build.gpus_per_node}}  # build.gpus_per_node
EPOCHS = {{training.epochs}}  # training.epochs
MICRO_BATCH = {{training.micro_batch}}  # training.micro_batch
GRADIENT_ACCUMULATION = {{training.gradient_accumulation}}  # training.gradient_accumulation
LOADER_WORKERS = {{training.loader_workers}}  # training.loader_workers
{{^training.loader_workers}}LOADER_WORKERS = (os.cpu_count() or 1) // GPUS_PER_NODE


def start():
    """Joins the other processes; to be called first."""
    dist.init_process_group(backend="nccl")
    if dist.get_world_size() != NODES * GPUS_PER_NODE:
        raise SystemExit(f"the plan has {NODES * GPUS_PER_NODE} processes, not {dist.get_world_size()}")
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
{{#training.precision=tf32}}    torch.set_float32_matmul_precision("high")  # training.precision
{{#training.autotune}}    torch.backends.cudnn.benchmark = True  # training.autotune


{{^parallel.zero_stage=2|3}}def prepare(model, blocks):
{{^parallel.zero_stage=2|3}}    """The model, distributed; `blocks` are its repeated layers."""
{{^parallel.zero_stage=2|3}}    model = model.cuda()
{{#parallel.zero_stage=2|3}}
def prepare(model, blocks, fill):
    """The model, distributed; `blocks` are its repeated layers.

    Create the model on the meta device, without memory: `with torch.device("meta"): model = ...`. `fill(model)`
    initializes or loads the weights and buffers when each GPU has its shards, which are DTensors.
    """
    if not all(weight.is_meta for weight in model.parameters()):
        raise SystemExit('create the model inside: with torch.device("meta")')
{{/}}
{{#training.precision=bf16}}    model = model.to(dtype=torch.bfloat16)  # training.precision
{{#training.precision=fp16}}    model = model.to(dtype=torch.float16)  # training.precision
{{#training.precision=fp64}}    model = model.to(dtype=torch.float64)  # training.precision
{{#training.layout=channels-last}}    model = model.to(memory_format=torch.channels_last)  # training.layout
{{#training.recompute=full}}    for block in blocks:
{{#training.recompute=full}}        block.forward = functools.partial(checkpoint, block.forward, use_reentrant=False)  # training.recompute
{{#parallel.zero_stage=0}}    model = DistributedDataParallel(model, device_ids=[torch.cuda.current_device()])  # parallel.zero_stage
{{#parallel.zero_stage=1}}    model = DistributedDataParallel(model, device_ids=[torch.cuda.current_device()])
{{#parallel.zero_stage=2|3}}
    settings = {}
{{#parallel.zero_stage=2}}    settings["reshard_after_forward"] = False  # parallel.zero_stage
{{#parallel.zero_stage=3}}    settings["reshard_after_forward"] = True  # parallel.zero_stage
{{#training.precision=bf16-master|bf16-amp}}    settings["mp_policy"] = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)  # training.precision
{{#training.precision=fp16-master|fp16-amp}}    settings["mp_policy"] = MixedPrecisionPolicy(param_dtype=torch.float16, reduce_dtype=torch.float32)  # training.precision
{{#parallel.offload=parameters}}    settings["offload_policy"] = CPUOffloadPolicy()  # parallel.offload
    for block in blocks:
        fully_shard(block, **settings)
    fully_shard(model, **settings)
{{^parallel.offload=parameters}}    model.to_empty(device="cuda")
{{#parallel.offload=parameters}}    model.to_empty(device="cpu")  # parallel.offload
    fill(model)
{{#parallel.offload=parameters}}    for buffer in model.buffers():
{{#parallel.offload=parameters}}        buffer.data = buffer.cuda()
{{/}}
{{#training.execution=compiled}}
{{^training.cuda_graph}}    model = torch.compile(model)  # training.execution
{{#training.cuda_graph}}    model = torch.compile(model, mode="reduce-overhead")  # training.execution, training.cuda_graph
{{/}}
    return model
{{#optimizer}}


{{^training.optimizer=sgd-momentum}}def optimizer_of(model, learning_rate):
{{#training.optimizer=sgd-momentum}}def optimizer_of(model, learning_rate, momentum):
{{^parallel.zero_stage=1}}    return {{optimizer}}(model.parameters(), lr=learning_rate{{momentum}})  # training.optimizer
{{#parallel.zero_stage=1}}    return ZeroRedundancyOptimizer(model.parameters(), optimizer_class={{optimizer}}, lr=learning_rate{{momentum}})  # training.optimizer, parallel.zero_stage
{{/}}
{{#training.precision=bf16-amp|fp16-amp}}


def autocast():
    """Around the forward pass and the loss."""
{{#training.precision=bf16-amp}}    return torch.autocast(device_type="cuda", dtype=torch.bfloat16)  # training.precision
{{#training.precision=fp16-amp}}    return torch.autocast(device_type="cuda", dtype=torch.float16)  # training.precision
{{/}}
{{#training.precision=fp16-amp}}


def scaler():
    """Keeps fp16 gradients from vanishing."""
    return torch.amp.GradScaler("cuda")
{{/}}


def loader(dataset, sampler):
    return DataLoader(dataset, batch_size=MICRO_BATCH, sampler=sampler, num_workers=LOADER_WORKERS, pin_memory=True)

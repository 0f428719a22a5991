// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/memory/memory_terms.h"
#include "core/estimate/memory/pipeline_memory.h"

#include <vector>

namespace rigwright {

/// The degrees to which a plan divides the work. Without attention no tokens are divided: context-parallel GPUs all do
/// the whole work, and that degree is one.
Parallel effective_degrees(const Scenario& scenario, const Network& network);

/// Whether the memory of a GPU comes from the layer plan instead of the walk: layers, tokens or experts are divided, or
/// the trainer uses fused kernels that the operator list does not contain, as all tuned stacks of language models do.
bool uses_layer_plan(const Scenario& scenario, const PrecisionRecipe& recipe, const Network& network);

/// The recipe with sharded weights: FSDP shards the fp32 master, which is then the weight, and gathers it in 16 bit;
/// there is neither a second copy nor a contiguous gradient buffer. If only the optimizer is offloaded, the trainer is
/// DeepSpeed: 16-bit shards of the weights, the master on the host.
PrecisionRecipe sharded_recipe(PrecisionRecipe recipe, const Parallel& parallel);

/// Fused for a tuned `stack`, compiled execution, or a trainer with one contiguous gradient buffer; in place where the
/// loss takes logits in chunks, since such kernels come together (Liger: LigerSiLUMulFunction writes the gradients of
/// gate and product over their inputs).
LayerKernels layer_kernels(const Training& training, const PrecisionRecipe& recipe);

/// The stages whose memory differs: first, second and last, as far as they exist.
std::vector<PipelineStage> distinct_stages(std::int64_t pipeline);

/// Computes states, moments and buffers of one GPU of `stage` (the first GPU of its tensor-parallel group).
void share_memory(MemoryTerms& terms, const MemoryInputs& inputs, const LayerPlan& plan, const PipelineStage& stage);

/// Adds the gathered units of ZeRO-3 / FSDP and the blocks of its communication streams, for a network whose
/// activations the walk has followed.
void add_gathered_units(MemoryTerms& terms, const MemoryInputs& inputs);

/// The parts that a KV cache is cut into, by heads and tokens: no rank of tensor parallelism has less than one head.
double cache_shards(std::int64_t heads, const Parallel& parallel);

/// Tensors that layers of a plan (`uses_layer_plan`) save for backward under a recomputation setting.
Leaves leaves_of(const Training& training, const PrecisionRecipe& recipe, bool fused_attention);

} // namespace rigwright

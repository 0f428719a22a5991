// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/memory/memory_terms.h"
#include "core/estimate/memory/pipeline_memory.h"

#include <vector>

namespace rigwright {

/// Layers, tokens or experts are divided, or the trainer is one whose fused kernels the operator list does not spell
/// out, as all tuned stacks of language models have them: the memory of such a GPU comes from the layer plan instead of
/// the walk.
bool uses_layer_plan(const Scenario& scenario, const PrecisionRecipe& recipe, LossKind loss);

/// The recipe as sharding of weights changes it: FSDP shards the fp32 master, which is then the weight, and gathers it
/// in 16 bit; there is neither a second copy nor a contiguous gradient buffer.
PrecisionRecipe sharded_recipe(PrecisionRecipe recipe, std::int64_t zero_stage);

/// Fused where `stack` is tuned, execution compiled, or a trainer keeps one contiguous gradient buffer; in place where
/// the loss takes logits in chunks, since such kernels come together (Liger: LigerSiLUMulFunction writes the gradients
/// of gate and product over their inputs).
LayerKernels layer_kernels(const Training& training, const PrecisionRecipe& recipe);

/// The stages whose memory differs in kind: first, second and last, as many as there are.
std::vector<PipelineStage> distinct_stages(std::int64_t pipeline);

/// Fills states, moments and buffers of one GPU of `stage` (the first GPU of its tensor-parallel group).
void share_memory(MemoryTerms& terms, const MemoryInputs& inputs, const LayerPlan& plan, const PipelineStage& stage);

/// Adds what ZeRO-3 / FSDP gathers and what stays in the streams that communicate, for a network whose activations the
/// walk has followed.
void add_gathered_units(MemoryTerms& terms, const MemoryInputs& inputs);

/// What layers leave for backward under a recomputation setting.
Leaves leaves_of(const Training& training, const PrecisionRecipe& recipe, const LayerPlan& plan);

} // namespace rigwright

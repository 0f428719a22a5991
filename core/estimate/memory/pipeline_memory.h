// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/memory/shared_layers.h"
#include "core/scenario/scenario.h"

#include <algorithm>
#include <cstdint>

namespace rigwright {

/// Layers [first, last) of a network.
struct LayerRange {
    std::int64_t first = 0;
    std::int64_t last = 0;

    /// How many of [from, to) are in it.
    std::int64_t shared_with(std::int64_t from, std::int64_t to) const
    {
        return std::max<std::int64_t>(0, std::min(last, to) - std::max(first, from));
    }
};

/// The layers of one stage of a pipeline, in order. Where they do not divide, stages between the first and the last get
/// one more, then the first: those two hold embedding and output beside (as in BLOOM: 70 layers on 12 stages of which
/// the outer two have five).
inline LayerRange stage_layers(std::int64_t stage, std::int64_t stages, std::int64_t layers)
{
    const std::int64_t share = layers / stages;
    const std::int64_t more = layers % stages;
    const bool first_too = more == stages - 1;
    const std::int64_t between = std::min(more, std::max<std::int64_t>(0, stages - 2));
    const std::int64_t before =
        stage * share + std::clamp<std::int64_t>(stage - 1, 0, between) + (first_too && more > 0 && stage > 0 ? 1 : 0);
    const bool one_more = stage == 0 ? first_too && more > 0 : stage <= between;
    return {before, before + share + (one_more ? 1 : 0)};
}

/// One stage of a pipeline.
struct PipelineStage {
    std::int64_t index = 0;
    std::int64_t count = 1;

    bool is_first() const { return index == 0; }
    bool is_last() const { return index + 1 == count; }
};

/// Micro-batches whose activations a stage holds at its fullest, as a fraction: `sets` shares of 1/`chunks` of a stage.
struct InFlight {
    std::int64_t sets = 1;
    std::int64_t chunks = 1;
};

/// One forward, one backward in turn (Narayanan et al. 2019 and 2021): stage i of p holds p - i micro-batches; with v
/// chunks a stage the first holds p v + p - 1 chunks. Never more than there are micro-batches.
InFlight in_flight(const PipelineStage& stage, std::int64_t interleave, std::int64_t micro_batches);

/// What a layer leaves for its backward pass.
enum class Leaves {
    everything,
    /// All but what attention makes of scores.
    all_but_scores,
    /// What enters it, what attention gives, and a share of its products (per-operator recomputation).
    chosen_products,
    /// What enters it.
    boundary,
};

/// How much of one network a pipeline stage holds; bytes are for one micro-batch, before tensor parallelism divides.
struct StageContents {
    std::int64_t layers = 0;
    SharedBytes left;
    /// Made again for the largest layer before its backward pass.
    SharedBytes rebuilt;
    /// All that the largest layer keeps where nothing is recomputed.
    SharedBytes one_layer;
    /// Alive in the backward pass of the widest layer: its element-wise product, and what enters and leaves it.
    SharedBytes widest;
    SharedBytes keys_values;
    SharedBytes attention;
    ParameterShares parameters;
    ParameterShares trainable;
    GatheredShares largest_layer;
    /// Outside layers: embedding, last norm, output.
    GatheredShares root;
    /// The product that makes the output; zero where another stage makes it.
    Count output_parameters;
    bool makes_output = false;
    /// The operator that `widest` is about, in the last copy of its block on this stage.
    std::size_t widest_op = 0;
    std::int64_t widest_copy = 0;
};

/// The contents of a stage. Layers are dealt out in order by `stage_layers`, what precedes the first layer belongs
/// to the first stage, what follows the last to the last. `padded_rows`: tables over words are padded to a multiple of
/// it (1: not). A network without layers is divided evenly.
StageContents stage_contents(const LayerPlan& plan, const PipelineStage& stage, Leaves leaves, double product_share,
                             std::int64_t padded_rows);

} // namespace rigwright

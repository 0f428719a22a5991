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

    /// Number of layers of [from, to) in this range.
    std::int64_t shared_with(std::int64_t from, std::int64_t to) const
    {
        return std::max<std::int64_t>(0, std::min(last, to) - std::max(first, from));
    }
};

/// The layers of one stage of a pipeline, in order. If they do not divide evenly, stages between the first and the last
/// get one more, then the first: those two also hold embedding and output (as in BLOOM: 70 layers on 12 stages of which
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
    LayerRange layers_of(std::int64_t all) const { return stage_layers(index, count, all); }
};

/// Layers before a block, and of the whole network.
struct LayersBefore {
    std::int64_t passed = 0;
    std::int64_t all = 0;
};

/// Whether a stage has what lies outside the layers. Parts between layers are on the stage of the layer before them.
inline bool holds_outside(const LayersBefore& layers, const PipelineStage& stage)
{
    if (layers.passed == 0) return stage.is_first();
    if (layers.passed == layers.all) return stage.is_last();
    const LayerRange range = stage.layers_of(layers.all);
    return range.first < layers.passed && layers.passed <= range.last;
}

/// Largest number of micro-batches whose activations a stage holds, as a fraction: `sets` shares of 1/`chunks` of a
/// stage.
struct InFlight {
    std::int64_t sets = 1;
    std::int64_t chunks = 1;
};

/// The 1F1B schedule, one forward, one backward (Narayanan et al. 2019 and 2021): stage i of p holds p - i
/// micro-batches; with v chunks per stage the first holds p v + p - 1 chunks. Never more than there are micro-batches.
InFlight in_flight(const PipelineStage& stage, std::int64_t interleave, std::int64_t micro_batches);

/// Tensors that a layer saves for its backward pass.
enum class Leaves {
    everything,
    /// All but the tensors that attention derives from scores.
    all_but_scores,
    /// Its input, the attention output, and a share of its products (per-operator recomputation).
    chosen_products,
    /// Its input.
    boundary,
};

/// The part of one network on a pipeline stage; bytes are for one micro-batch, before tensor parallelism divides them.
struct StageContents {
    std::int64_t layers = 0;
    SharedBytes left;
    /// Recomputed for the largest layer before its backward pass.
    SharedBytes rebuilt;
    /// All tensors that the largest layer saves without recomputation.
    SharedBytes one_layer;
    /// Alive in the backward pass of the widest layer: its element-wise product with inputs and output.
    SharedBytes widest;
    SharedBytes keys_values;
    SharedBytes attention;
    ParameterShares parameters;
    ParameterShares trainable;
    ParameterShares converted;
    GatheredShares largest_layer;
    /// Outside layers: embedding, last norm, output.
    GatheredShares root;
    /// Parameters of the product that makes the output; zero where another stage makes it.
    Count output_parameters;
    bool makes_output = false;
    /// The operator of `widest`, in the last copy of its block on this stage.
    std::size_t widest_op = 0;
    std::int64_t widest_copy = 0;
};

/// The contents of a stage. `stage_layers` distributes layers in order; operators before the first layer belong to the
/// first stage, those after the last to the last. `padded_rows`: vocabulary tables are padded to a multiple of it (1:
/// not). A network without layers is divided evenly.
StageContents stage_contents(const LayerPlan& plan, const PipelineStage& stage, Leaves leaves, double product_share,
                             std::int64_t padded_rows);

} // namespace rigwright

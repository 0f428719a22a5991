// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/activation_walk.h"
#include "core/estimate/memory_coefficients.h"
#include "core/estimate/recipes.h"
#include "core/estimate/states.h"
#include "core/hardware/catalog.h"

#include <string>
#include <vector>

namespace rigwright {

/// What the memory of one GPU is summed from, before a micro-batch is chosen.
struct MemoryTerms {
    PrecisionRecipe recipe;
    OptimizerRow optimizer;
    /// Bytes of an 8-bit moment with its scales.
    double byte_moment_bytes = 0.0;
    Count parameters;
    Count trainable;
    /// GPUs over which ZeRO shards optimizer state, gradients, weights (1: not sharded), and those over which tensor
    /// and pipeline parallelism split the layers.
    std::int64_t optimizer_shards = 1;
    std::int64_t gradient_shards = 1;
    std::int64_t weight_shards = 1;
    std::int64_t layer_shards = 1;

    /// Full size of each state on this GPU.
    Bytes weights;
    Bytes gradients;
    Bytes optimizer_state;
    Bytes master_weights;
    /// Included in `weights`: batch-norm statistics and other buffers, the moving average of the weights.
    Bytes buffers;
    Bytes ema;
    /// Parameters stored quantised, their size unsharded (zero without), and the rest in the format of the weights.
    QuantizedNumbers quantized;
    Bytes quantized_weights;
    /// Adapters in fp32 beside weights of another format.
    bool fp32_adapters = false;
    NumberFormat moment_format = NumberFormat::fp32;
    /// What the optimizer remembers, in numbers.
    MomentNumbers moment_numbers;

    /// Batch of inputs, read by the first layer.
    BatchBytes input;
    /// Keys and values of all tokens, kept while a decoder generates.
    BatchBytes cache;
    /// Layers gathered from other GPUs while they work (ZeRO-3).
    Bytes gathered;
    /// What the optimizer's update makes beside weights and gradients.
    Bytes update_temporary;
    /// Second copy of the gradients in communication buckets (data parallel without sharding).
    Bytes gradient_buckets;
    /// Moments of a step that can be its peak.
    std::vector<Moment> moments;
    /// What those moments were followed with, so that all of them can be listed.
    WalkOptions walk;

    /// Convolution workspace of the library's algorithm search.
    BatchBytes workspace;
    double reserve_factor = 1.0;
    Bytes context;
    Bytes collective;
    /// Empty when nothing is known of the card's driver and display.
    std::optional<UsableMemory> usable;
    double range_low = 1.0;
    double range_high = 1.0;

    /// Where the largest moment lies at a micro-batch.
    const Moment& peak(Count micro_batch) const { return peak_at(moments, micro_batch); }
    /// What tensors occupy at the peak, what the caching allocator holds, what the driver shows.
    Bytes allocated(Count micro_batch) const;
    Bytes reserved(Count micro_batch) const;
    Bytes device(Count micro_batch) const;
};

/// What the terms depend on.
struct MemoryInputs {
    const Network& network;
    const Analysis& analysis;
    const Scenario& scenario;
    const Gpu& gpu;
    const MemoryReserves& reserves;
    const MemoryCoefficients& coefficients;
};

MemoryTerms memory_terms(const MemoryInputs& inputs);

/// The moment as one GPU sees it: layers and tokens split over GPUs, gradients sharded.
void share_out(Moment& moment, const MemoryTerms& terms, const Scenario& scenario);

/// The moment of the optimizer's update: all gradients, and its temporary.
Moment update_moment(const MemoryTerms& terms);

/// The name of the operator that runs at a moment, as layer tables print it; empty for the optimizer.
std::string layer_at(const Network& network, const Moment& moment);

/// The estimate at a micro-batch. `network` names the layer of the peak; `largest` gives the largest micro-batch that
/// fits.
MemoryEstimate memory_estimate(const MemoryTerms& terms, const Network& network, Count micro_batch);

/// The largest micro-batch whose device memory is at most what is usable, up to `highest`; zero when not even one fits.
std::int64_t largest_micro_batch(const MemoryTerms& terms, std::int64_t highest);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/memory/activation_walk.h"
#include "core/estimate/memory/pipeline_memory.h"
#include "core/estimate/recipes.h"
#include "core/estimate/term.h"
#include "core/hardware/catalog.h"
#include "core/hardware/cpu.h"
#include "core/network/analysis.h"

#include <functional>
#include <string>
#include <vector>

namespace rigwright {

/// Counts of the optimizer's numbers per moment, unsharded.
struct MomentNumbers {
    /// In the format of full moments; in one byte with a block scale; in fp32 whatever the recipe (arrays that 8-bit
    /// optimizers keep wide, sums of rows and columns).
    Count full;
    Count narrow;
    Count wide;

    bool operator==(const MomentNumbers&) const = default;
};
MomentNumbers moment_numbers(const Network& network, const OptimizerRow& optimizer, Count trainable);

/// Elements of the largest trainable array.
Count largest_trainable_array(const Network& network);

/// The matrices of a network that are stored quantized: their numbers and their rows.
struct QuantizedNumbers {
    Count elements;
    Count rows;
};
QuantizedNumbers quantized_numbers(const Network& network);

/// The part of an amount for `whole` parameters that belongs to `part` of them; exact where the amount is a multiple.
Bytes part_of(Bytes amount, Count part, Count whole);

/// An equal share, rounded up to whole bytes.
Bytes divided(Bytes amount, std::int64_t parts);
BatchBytes divided(const BatchBytes& amount, std::int64_t parts);

/// Memory that one GPU needs at a micro-batch, and the share of the range's width that measurements leave there.
struct MemoryNeed {
    Bytes needed;
    double range_share = 1.0;
};

/// Summands of one GPU's memory, before a micro-batch is chosen.
struct MemoryTerms {
    PrecisionRecipe recipe;
    OptimizerRow optimizer;
    /// Bytes of an 8-bit moment with its scales.
    double byte_moment_bytes = 0.0;
    Count parameters;
    Count trainable;
    /// GPUs over which ZeRO shards optimizer state, gradients, weights (1: not sharded).
    std::int64_t optimizer_shards = 1;
    std::int64_t gradient_shards = 1;
    std::int64_t weight_shards = 1;
    /// GPUs that shard experts, whose copies are on other GPUs than those of dense weights.
    std::int64_t expert_optimizer_shards = 1;
    std::int64_t expert_gradient_shards = 1;
    std::int64_t expert_weight_shards = 1;
    /// The pipeline stage of this GPU; its parameters before ZeRO shards them, experts separately.
    PipelineStage stage;
    std::int64_t layers_held = 0;
    bool by_layer_plan = false;
    Count held;
    Count held_trainable;
    Count held_experts;
    Count held_trainable_experts;

    /// Memory that this GPU offloads to its machine, and the batch that the machine loads for it.
    Bytes offloaded;
    BatchBytes loaded_batch;

    /// Full size of each state on this GPU.
    Bytes weights;
    Bytes gradients;
    Bytes optimizer_state;
    Bytes master_weights;
    /// Included in `weights`: batch-norm statistics and other buffers, the moving average of the weights.
    Bytes buffers;
    Bytes ema;
    /// Parameters of the model stored quantized.
    QuantizedNumbers quantized;
    /// Adapters in fp32 beside weights of another format.
    bool fp32_adapters = false;
    NumberFormat moment_format = NumberFormat::fp32;
    /// Counts of the optimizer's numbers.
    MomentNumbers moment_numbers;

    /// Batch of inputs that the first layer reads.
    BatchBytes input;
    /// Keys and values of all tokens, stored while a decoder generates.
    BatchBytes cache;
    /// Units gathered from other GPUs (ZeRO-3): the active one, the prefetched one, the root.
    Bytes gathered;
    /// The gradient of the output's weight before it is reduced; zero if it is written directly to its place.
    Bytes output_gradient;
    /// Gradients exist in their reduction buffers from the start of the step.
    bool gradients_stay = false;
    /// Blocks of the streams that gather and reduce, which computation cannot use; reserved, not allocated.
    Bytes stream_blocks;
    /// Blocks that the loss leaves between arrays of other sizes; reserved, not allocated.
    BatchBytes loss_fragments;
    /// Temporary memory of the optimizer's update beside weights and gradients.
    Bytes update_temporary;
    /// Second copy of the gradients in communication buckets (data parallel without sharding: all of them; ZeRO-1 and
    /// 2: one bucket being filled and one being sent).
    Bytes gradient_buckets;
    /// Moments of a step that can be its peak.
    std::vector<Moment> moments;
    /// All moments of a layer plan, in chronological order; empty where a walk follows the step.
    std::vector<Moment> planned;
    /// Options of the walk that found those moments, so that all of them can be listed.
    WalkOptions walk;

    /// Convolution workspaces beside tensors; their blocks stay reserved while the card has room for them.
    BatchBytes workspace;
    double reserve_factor = 1.0;
    /// Workspace that PyTorch gives the matrix library.
    Bytes product_workspace;
    Bytes context;
    /// The coefficient that the context and that workspace are; null for neither.
    double MemoryCoefficients::*context_coefficient = nullptr;
    double MemoryCoefficients::*product_workspace_coefficient = nullptr;
    /// The context holds all kernels of the libraries, as before lazy loading.
    bool loads_all_kernels = false;
    Bytes collective;
    /// Empty when the memory of the card's driver and display is unknown.
    std::optional<UsableMemory> usable;
    MemoryRange range;

    /// The largest moment at a micro-batch.
    const Moment& peak(Count micro_batch) const { return peak_at(moments, micro_batch); }
    /// Memory that tensors occupy at the peak, that the caching allocator reserves, and that the driver shows.
    Bytes allocated(Count micro_batch) const;
    Bytes reserved(Count micro_batch) const;
    Bytes device(Count micro_batch) const;
    /// Memory that the driver would show if the allocator kept no block that it frees when memory is short.
    Bytes needed(Count micro_batch) const;
    /// Workspace blocks that the allocator keeps: at most the card's free memory.
    Bytes kept_workspace(Count micro_batch) const;
    /// The memory that suffices in nine of ten runs with this estimated need; the verdict FITS requires it to be
    /// usable.
    Bytes with_margin(const MemoryNeed& need) const;
};

/// Inputs of the terms.
struct MemoryInputs {
    const Network& network;
    const Analysis& analysis;
    const Scenario& scenario;
    const Gpu& gpu;
    const MemoryReserves& reserves;
    const MemoryCoefficients& coefficients;
    const GpuGeneration& generation;
    std::string_view family;
    /// One of the cards drives a monitor: assumed to be the one with the highest peak, as each holds the same.
    bool draws_display = false;
};

/// Gradients in a bucket of ZeRO (DeepSpeed's documented default for reduce and all-gather buckets).
constexpr std::int64_t zero_bucket_elements = 500'000'000;

/// The terms of the GPUs of each distinct pipeline stage, in order; one without a pipeline.
std::vector<MemoryTerms> memory_terms(const MemoryInputs& inputs);

/// Number of GPUs with the same parameters under data and context parallelism.
std::int64_t replicas_of(const Scenario& scenario);

/// Copies of `trainable` gradients in communication buckets; none for trainers with one contiguous buffer, which send
/// from it.
Bytes gradient_buckets(const Scenario& scenario, const PrecisionRecipe& recipe, Count trainable);

/// Index of the stage with the most memory at a micro-batch; the first of equals.
std::size_t fullest_stage(const std::vector<MemoryTerms>& stages, Count micro_batch);

/// Converts a moment of the walk to that of one of multiple GPUs, whose gradients ZeRO shards.
void share_out(Moment& moment, const MemoryTerms& terms);

/// The moment of the optimizer's update: all gradients and its temporary.
Moment update_moment(const MemoryTerms& terms);

/// The name of the operator that runs at a moment, as in layer tables; empty for the optimizer.
std::string layer_at(const Network& network, const Moment& moment);

/// The estimate at the scenario's micro-batch, without the largest one that fits. `network` names the layer of the
/// peak.
MemoryEstimate memory_estimate(const MemoryTerms& terms, const Network& network, const Scenario& scenario,
                               Trace& trace);

/// Names the figures that follow from a total and the blocks in it that an allocator keeps while there is room: the
/// range, the needed memory, with its margin, and the shortfall. Measurements leave `range_share` of the range's width.
void add_bounds(const MemoryTerms& terms, const Term& total, const Term& workspace, double range_share,
                MemoryEstimate& memory, Trace& trace);

/// Names the largest micro-batches and their need, with that of one sample more. Precondition: `usable` is known.
void name_largest_micro_batches(const MemoryEstimate& memory, const MemoryTerms& terms,
                                const std::function<MemoryNeed(Count)>& need_at, Trace& trace);

/// The largest micro-batch with the verdict FITS, and the largest that fits by estimate alone; zero if a micro-batch of
/// one does not.
struct LargestMicroBatch {
    std::int64_t with_margin = 0;
    std::int64_t without_margin = 0;

    bool operator==(const LargestMicroBatch&) const = default;
};

/// Larger micro-batches are not suggested as the largest possible one.
inline constexpr std::int64_t largest_sensible_micro_batch = 1'000'000;

/// The largest micro-batches that fit on every stage, up to the largest sensible one.
LargestMicroBatch largest_micro_batch(const std::vector<MemoryTerms>& stages,
                                      const std::function<MemoryNeed(const MemoryTerms&, Count)>& need_at);
/// The largest micro-batches by the model alone, without measurements.
LargestMicroBatch largest_micro_batch(const std::vector<MemoryTerms>& stages);

/// Combines the results for a batch of one, which is a special case, and for larger batches.
LargestMicroBatch of_one_or_more(const LargestMicroBatch& one, const LargestMicroBatch& more);
void put(const LargestMicroBatch& largest, MemoryEstimate& memory);

/// Memory between the last layer and the first gradient. A cross entropy holds its logits, their fp32 copy, the
/// log-softmax and two gradients at once; detectors hold the arrays that match predictions with boxes, which their loss
/// kinds specify per prediction or per megapixel of the image.
LossMemory loss_memory(const Network& network, const Training& training, const PrecisionRecipe& recipe,
                       const MemoryCoefficients& coefficients);

/// Workspace that cuDNN's algorithms leave in the allocator. Under a search for algorithms in fp32, for each kind of
/// convolution: dense 3 x 3 with stride one, whose Winograd algorithm transforms tiles of input and output; other dense
/// ones with stride one, grouped and strided ones, which unfold their input (kernel elements x input channels x output
/// positions); depthwise. Freed blocks of every kind stay reserved, so the largest of each kind are added (fitted on
/// timm models). Without the search, the copies of input and output in the layout of the kernels, for the convolution
/// that moves most; channels-last convolutions need none.
BatchBytes convolution_workspace(const Network& network, const MemoryCoefficients& coefficients, NumberFormat format,
                                 bool searches);

/// System memory used on one machine.
struct HostMemory {
    std::int64_t processes = 1;
    Bytes process;
    /// Loader workers per process; batches prefetched by each, in pinned memory.
    std::int64_t workers = 0;
    Bytes worker;
    std::int64_t batches = 0;
    Bytes batch;
    /// States that one GPU offloads to the host: weights, gradients and optimizer state.
    Bytes offloaded;
    /// Files of the dataset in the page cache, once per machine.
    Bytes dataset_cache;

    Term total(Trace& trace) const;
    Bytes total() const;
};

struct HostMemoryInputs {
    const Scenario& scenario;
    const Network& network;
    const MemoryTerms& memory;
    const Cpu* cpu = nullptr;
    /// Cores per GPU if no CPU is named; share of the machine's memory left to the page cache.
    double assumed_cores_per_gpu = 0.0;
    double page_cache_share = 0.0;
    const HostMemoryCoefficients& coefficients;
};

/// As many workers as cores if samples are decoded, one for text, none if the dataset is synthetic or not described;
/// each prefetches two batches (the default of PyTorch's loader).
HostMemory host_memory(const HostMemoryInputs& inputs);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/estimate.h"
#include "core/estimate/memory/pipeline_memory.h"
#include "core/estimate/run/data_loading.h"
#include "core/estimate/time/communication.h"
#include "core/estimate/time/operator_time.h"
#include "core/estimate/time/pipeline_schedule.h"
#include "core/hardware/cpu.h"
#include "core/hardware/gpu.h"
#include "core/hardware/small_records.h"
#include "core/network/analysis.h"
#include "core/network/network.h"
#include "core/quantities/quantity.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string_view>
#include <vector>

namespace rigwright {

/// Cost of offloaded state in one step on one GPU (Ren et al. 2021, ZeRO-Offload; Rajbhandari et al. 2021,
/// ZeRO-Infinity).
struct OffloadTerms {
    bool modelled = false;
    /// Gradients to the host, updated weights back; weights for the passes of one micro-batch.
    Bytes down;
    Bytes up;
    Bytes weights;
    /// Achieved rate of the card's PCIe link, one way.
    BytesPerSecond link;
    /// Traffic of the update in the memory of one machine, and its rate.
    Bytes host_traffic;
    BytesPerSecond host_bandwidth;
    bool host_bandwidth_assumed = false;
    Seconds traffic_time;
    /// Launching the update of every tensor: the same loop as on the device.
    Seconds launch_time;
    /// The longer of the two.
    Seconds update;
    /// Transfers that neither the backward pass nor the passes hide.
    Seconds exposed;
};

struct OffloadWork {
    /// Trainable parameters whose state this GPU owns, and bytes of all weights it computes with.
    double owned = 0.0;
    double weight_bytes = 0.0;
    /// Bytes that the update moves per owned parameter.
    double state_bytes = 0.0;
    /// Launch time of an update on the device.
    Seconds launch_time;
    Seconds micro;
    Seconds backward;
    const Cpu* cpu = nullptr;
    const Link* host_link = nullptr;
};

/// Empty terms if nothing is offloaded or the link is unknown.
OffloadTerms offload_time(const Scenario& scenario, const OffloadWork& work, const TimeCoefficients& coefficients,
                          Trace& trace);

/// Cost of the weight update in one step on one GPU.
struct OptimizerTerms {
    /// Bytes moved per parameter of this GPU's share of the state, and (casts, zeroing) per parameter of the model, or
    /// of this GPU's share if gradients are sharded.
    double state_bytes = 0.0;
    double model_bytes = 0.0;
    double passes = 0.0;
    /// All bytes of one pass, the time of the passes, the time that the host needs to launch them; the larger time
    /// counts.
    Bytes traffic;
    Seconds traffic_time;
    Seconds launch_time;
    Seconds time;
};

struct OptimizerWork {
    /// Trainable parameters on one GPU, and the number of GPUs that share their state.
    double parameters = 0.0;
    double shards = 1.0;
    /// Arrays on one GPU that the optimizer loops over.
    double tensors = 0.0;
    /// Achieved memory bandwidth.
    BytesPerSecond bandwidth;
    /// Its source and the record of the computing device.
    std::string_view bandwidth_source;
    std::string record;
    Term host_per_kernel;
};

OptimizerTerms optimizer_time(const Training& training, const Parallel& parallel, const OptimizerWork& work,
                              const TimeCoefficients& coefficients, Trace& trace);

struct TimeTerms;

/// Inputs of the time of a step. Pointers may be null where the comment says so.
struct StepTimeInputs {
    const Network& network;
    const Analysis& analysis;
    /// See the function below.
    Flops training_flops_per_sample;
    const Scenario& scenario;
    /// Family id of the model (that of its preset).
    std::string_view family;
    /// One device: `single_device` of a board with multiple devices. Null for `gpu: none`.
    const Gpu* gpu = nullptr;
    /// Null for a typical host.
    const Cpu* cpu = nullptr;
    /// PCIe link of one GPU; null if unknown.
    const Link* host_link = nullptr;
    /// Link record with the measurement of the GPU's own link; null if there is none.
    const Link* peer_link = nullptr;
    /// Network between machines; null for `auto`.
    const Link* node_link = nullptr;
    /// Null if the scenario names none.
    const Storage* storage = nullptr;
    const TimeCoefficients& coefficients;
    /// For `gpu: none`.
    const CpuCoefficients* processor = nullptr;
    /// Terms of the same network, number of samples, recomputation and parallel settings on the same GPUs, whose passes
    /// are reused: nothing around the GPUs changes them. Null if there are none.
    const TimeTerms* same_passes = nullptr;
    /// Ports of one machine to the network.
    std::int64_t network_ports = 1;
};

/// One operator in one micro-batch on one GPU, one copy of its block.
struct OperatorTime {
    /// Index into `Analysis::facts`.
    std::size_t fact = 0;
    Seconds forward;
    /// Input and weight gradients, without recomputation.
    Seconds backward;
    double forward_kernels = 0.0;
    double backward_kernels = 0.0;
    Bound bound = Bound::launch;
    /// Argument of `kernel_time`, beside `operator_kernels` for `TimeTerms::share`.
    KernelPlace place;
};

/// The parts of the GPU's time for one micro-batch.
struct PassTimes {
    Seconds forward;
    Seconds backward;
    /// Forward passes repeated because their activations were not saved.
    Seconds recompute;
    /// Part of the sum: products of queries, keys and values.
    Seconds attention;
    /// The sum by the bound of the operator.
    std::array<Seconds, 3> by_bound;
    /// Kernels that the host launches.
    double forward_kernels = 0.0;
    double backward_kernels = 0.0;

    Seconds total() const { return forward + backward + recompute; }
    Seconds bound_by(Bound bound) const { return by_bound[static_cast<std::size_t>(bound)]; }
};

/// One micro-batch on one pipeline stage.
struct StageTerms {
    PassTimes gpu;
    Seconds host;
    /// Smooth maximum of GPU and host, plus region selection.
    Seconds micro;
    /// Exchanges and waiting of its layers.
    Seconds exchange;
    /// Forward passes of the micro-batch and its exchange, and the rest.
    Seconds forward;
    Seconds backward;
};

/// Summands of a step.
struct TimeTerms {
    /// One entry for each entry of `Analysis::facts`, in that order.
    std::vector<OperatorTime> operators;
    /// One micro-batch on the slowest pipeline stage (the whole model without pipeline).
    PassTimes gpu;
    /// Every stage, and the index of the slowest one.
    std::vector<StageTerms> stages;
    std::size_t slowest = 0;
    /// The replayed stages, and the end of the last one.
    PipelinePlan pipeline;
    Seconds pipeline_end;
    /// Loss over the model's outputs; contained in `gpu`.
    Seconds loss_forward;
    Seconds loss_backward;
    /// Time that the host needs to launch one forward operator, and the kernels of a micro-batch.
    Seconds host_per_kernel;
    Seconds host;
    /// Selecting and cropping regions, image by image, which neither keeps the GPU busy nor overlaps with it.
    Seconds regions;
    /// One micro-batch: smooth maximum of GPU and host time, (GPU^4 + host^4)^(1/4), plus the regions.
    Seconds micro;
    std::int64_t accumulation = 1;
    std::int64_t data_parallel_degree = 1;
    OptimizerTerms optimizer;
    OffloadTerms offload;
    Topology topology;
    CommunicationTerms communication;
    LoadingTerms loading;
    /// Extra share of the step spent waiting for the slowest GPU of a machine.
    double straggler_share = 0.0;
    /// The step without that waiting and without waiting for data; with the former it is the window that hides the
    /// loader.
    Seconds undisturbed;
    /// FLOPs of one micro-batch on all GPUs of one data-parallel replica: forward and backward without recomputation;
    /// the recomputed ones.
    Flops model_flops;
    Flops recomputed_flops;
    /// Dense peak of the format of the products, fp32 accumulation.
    FlopsPerSecond peak;
    DeviceRates rates;
    BatchShare share;
    std::array<Seconds, time_part_count> parts;
    /// Sum of `parts` in their order.
    Seconds step;

    Seconds& part(TimePart which) { return parts[static_cast<std::size_t>(which)]; }
    Seconds part(TimePart which) const { return parts[static_cast<std::size_t>(which)]; }
};

/// `terms` is empty if a number that the sum needs is unknown; `findings` then says which one.
struct StepTime {
    std::optional<TimeTerms> terms;
    std::vector<Finding> findings;
};

/// Time of one optimizer step (one batch in inference).
///
/// Parts: forward, backward and recompute are GPU time of all micro-batches. host_overhead is the excess of the smooth
/// maximum of GPU and host over GPU time, plus region selection. exposed_communication contains the exposed reduction,
/// collectives inside layers, sends between pipeline stages, transfers of offloaded state, and waiting for the slowest
/// GPU. The bubble is the idle time of the slowest stage in the replay of the pipeline.
StepTime step_time(const StepTimeInputs& inputs);
StepTime step_time(const StepTimeInputs& inputs, Trace& trace);

/// Waiting for the samples of a step, given the time of the step without loading.
LoadingTerms step_loading(const StepTimeInputs& inputs, const TimeTerms& terms, Trace& trace);

/// Adds figures that follow from the step of `time`: its range (measurements leave a share of its width), batch,
/// throughput, epochs and utilization.
void add_step_figures(const TimeTerms& terms, const StepTimeInputs& inputs, double range_share, TimeEstimate& time,
                      Trace& trace);

/// The contract's "time" object from the terms.
TimeEstimate time_estimate(const TimeTerms& terms, const StepTimeInputs& inputs);

/// FLOPs of one sample: forward, input gradients and weight gradients of trained parameters, counting a multiply-add as
/// two. Counts causal attention in full and no recomputation.
Flops training_flops_per_sample(const Network& network, const Analysis& analysis);

/// Optimizer steps that one epoch takes: samples / global batch, the last one possibly not full.
std::int64_t steps_per_epoch(std::int64_t samples, std::int64_t global_batch);

/// Parameters and arrays on one pipeline stage before tensor and expert parallelism divide them; those of experts
/// separately.
struct StageParameters {
    /// Bytes of all weights in their compute storage; quantized ones without their scales.
    double bytes = 0.0;
    double trainable = 0.0;
    double expert_bytes = 0.0;
    double trainable_experts = 0.0;
    double tensors = 0.0;
    double trainable_tensors = 0.0;
};

/// One entry for each of `stages`. A network without layers is divided evenly.
std::vector<StageParameters> stage_parameters(const Network& network, std::int64_t stages, NumberFormat computed);

/// Layers have names, what lies outside of them has none.
inline bool is_layer(const Block& block) { return !block.name.empty(); }
/// Copies of all layers before a block.
std::int64_t layers_before(const Network& network, std::size_t block);
/// Copies of all layers together.
inline std::int64_t count_layers(const Network& network) { return layers_before(network, network.blocks.size()); }

/// Number of `copies` of a part of a block, from `first` on, that one pipeline stage has; `layers` before its block.
/// Parts outside the layers are on one stage (`holds_outside`). Without layers everything is divided evenly.
double copies_on_stage(const Block& block, std::int64_t first, std::int64_t copies, const LayersBefore& layers,
                       const PipelineStage& stage);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/memory/pipeline_memory.h"
#include "core/estimate/time/communication.h"
#include "core/estimate/time/step_time.h"
#include "core/estimate/time/topology.h"
#include "core/network/network.h"

namespace rigwright {

struct Evaluation;

/// Walks the operators once: writes the per-operator times, the loss and the FLOPs to `terms` and returns the passes of
/// one micro-batch on each pipeline stage, in order; one without a pipeline.
std::vector<PassTimes> pass_times(const StepTimeInputs& inputs, const DeviceRates& rates, TimeTerms& terms);

/// Names a pass of one micro-batch ("micro_forward", "micro_backward", of a CPU "micro_forward_processor"): the sum
/// over its operators on the slowest pipeline stage, by kind, with the slowest one down to its kernels. Precondition:
/// the evaluation has a time.
void name_pass(const Evaluation& evaluation, const TimeCoefficients& coefficients, bool forward, Trace& trace);

/// Inputs of the exchanges inside layers.
struct LayerExchangeInputs {
    const Network& network;
    const Scenario& scenario;
    const Topology& topology;
    const TimeCoefficients& coefficients;
    /// Bytes per number between products.
    double element_bytes = 2.0;
    std::int64_t stage = 0;
    /// Time of attention in one micro-batch on this stage, which hides the transfer of keys and values.
    Seconds attention;
    /// Time of one micro-batch on the GPUs of this stage, which hides sending the tokens of another to their experts.
    Seconds micro_batch;
};

/// Adds to `terms` the exchanges of the layers of one pipeline stage in one micro-batch.
///
/// Tensor parallelism: two exchanges per layer and pass, all-reduces, or with sequence parallelism their halves and one
/// further all-gather for the weight gradients (Shoeybi et al. 2019; Korthikanti et al. 2022, section 4.2). Context
/// parallelism: keys and values circulate while attention works on those at hand, their gradients on the way back (Liu
/// et al. 2023, ring attention), or heads are exchanged for tokens (Jacobs et al. 2023, DeepSpeed-Ulysses). Experts:
/// balanced routing, each token goes to each GPU with one of its experts, across machines once to each machine
/// (Rajbhandari et al. 2022, DeepSpeed-MoE, section 5.3); stacks that overlap them pair two micro-batches, so that one
/// computes while the other's tokens travel (DeepSeek-AI 2024, DeepSeek-V3, section 3.2.1). Returns their sum.
Term add_layer_exchange(const LayerExchangeInputs& inputs, CommunicationTerms& terms, Trace& trace);

/// One message between neighboring stages: the output of a layer, divided by the tensor-parallel degree.
CollectiveTime stage_send(const LayerExchangeInputs& inputs);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/memory/pipeline_memory.h"
#include "core/estimate/time/communication.h"
#include "core/estimate/time/step_time.h"
#include "core/estimate/time/topology.h"
#include "core/network/network.h"

namespace rigwright {

struct Evaluation;

/// Walks the operators once: fills the per-operator times, the loss and the FLOPs of `terms` and gives the passes of
/// one micro-batch on each pipeline stage, in order; one where there is no pipeline.
std::vector<PassTimes> pass_times(const StepTimeInputs& inputs, const DeviceRates& rates, TimeTerms& terms);

/// Names a pass of one micro-batch ("micro_forward", "micro_backward", of a processor "micro_forward_processor"): the
/// sum over its operators, by kind, with the one that takes longest down to its kernels. Precondition: the evaluation
/// has a time.
void name_pass(const Evaluation& evaluation, const TimeCoefficients& coefficients, bool forward, Trace& trace);

/// What the exchanges inside layers depend on.
struct LayerExchangeInputs {
    const Network& network;
    const Scenario& scenario;
    const Topology& topology;
    const TimeCoefficients& coefficients;
    /// Bytes of one number between products.
    double element_bytes = 2.0;
    std::int64_t stage = 0;
    /// Time of attention in one micro-batch on this stage, behind which keys and values travel.
    Seconds attention;
    /// Time of one micro-batch on the GPUs of this stage, behind which tokens of another travel to their experts.
    Seconds micro_batch;
};

/// Adds to `terms` what the layers of one pipeline stage exchange in one micro-batch.
///
/// Tensor parallelism: two exchanges a layer and pass, all-reduces, or with sequence parallelism their halves and one
/// further gathering for the weight gradients (Shoeybi et al. 2019; Korthikanti et al. 2022, section 4.2). Context
/// parallelism: keys and values go round while attention works on those at hand, their gradients on the way back (Liu
/// et al. 2023, ring attention), or heads are exchanged for tokens (Jacobs et al. 2023, DeepSpeed-Ulysses). Experts:
/// balanced routing, each token goes to each GPU with one of its experts, across machines once to each machine
/// (Rajbhandari et al. 2022, DeepSpeed-MoE, section 5.3); stacks that overlap them pair two micro-batches, so that one
/// computes while the other's tokens travel (DeepSeek-AI 2024, DeepSeek-V3, section 3.2.1). Gives their sum.
Term add_layer_exchange(const LayerExchangeInputs& inputs, CommunicationTerms& terms, Trace& trace);

/// One message between neighbouring stages: what a layer hands to the next, divided by the tensor-parallel degree.
CollectiveTime stage_send(const LayerExchangeInputs& inputs);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/time/topology.h"
#include "core/quantities/quantity.h"
#include "core/scenario/scenario.h"

namespace rigwright {

/// What data parallelism exchanges, and what of it nothing hides.
struct GradientTerms {
    /// Gradients, all-reduced, or scattered where ranks own a share of the state each.
    CollectiveTime reduce;
    /// Weights gathered from their owners: after the update (ZeRO 1 and 2), or for each pass (ZeRO 3).
    CollectiveTime gather;
    /// Gradients of experts, over the GPUs that hold the same experts.
    CollectiveTime expert_reduce;
    /// Their weights, likewise.
    CollectiveTime expert_gather;
    /// How often gradients are reduced in a step.
    double reduces = 0.0;
    /// All of it in one step, the time it can hide behind each time, and what is left.
    Seconds collective;
    Seconds window;
    Seconds exposed;
};

/// What communication costs in one step.
struct CommunicationTerms {
    /// The link of data parallelism.
    LinkRate link;
    /// GPUs that hold a replica.
    std::int64_t replicas = 1;
    /// Bytes that one GPU sends for the gradients of a step (sharded weights: of a micro-batch).
    Bytes volume;
    GradientTerms gradients;
    /// Time of the exchange once, the time it can hide behind, and what a step waits for it.
    Seconds collective;
    Seconds window;
    Seconds exposed;
    /// One micro-batch on one GPU of the slowest stage: collectives inside layers, of which `tensor_collective` is one
    /// and `tensor_collectives` (halves of an all-reduce count one half) happen.
    CollectiveTime tensor_collective;
    double tensor_collectives = 0.0;
    Seconds tensor_parallel;
    /// Keys and values handed around, or heads exchanged for tokens; what attention does not hide of it.
    CollectiveTime context_exchange;
    double context_exchanges = 0.0;
    Seconds context_window;
    Seconds context_parallel;
    /// Tokens sent to their experts and back, in both passes.
    CollectiveTime expert_exchange;
    double expert_exchanges = 0.0;
    Seconds experts;
    /// Between pipeline stages: one message, and all of one micro-batch.
    CollectiveTime stage_send;
    Seconds pipeline_sends;

    Seconds inside_layers() const { return tensor_parallel + context_parallel + experts; }
};

/// What data parallelism has to exchange.
struct GradientExchange {
    /// Trainable parameters on one GPU, experts apart; those of experts.
    double parameters = 0.0;
    double experts = 0.0;
    /// Bytes of all weights on one GPU, which sharded weights gather; those of experts.
    double weight_bytes = 0.0;
    double expert_weight_bytes = 0.0;
    /// Units of weights that are gathered one after another (layers and what is outside).
    double units = 1.0;
    /// Time of one micro-batch, and of its backward pass.
    Seconds micro;
    Seconds backward;
    GroupPath path;
    /// GPUs that hold the same experts.
    GroupPath expert_path;
};

/// Adds the exchange of gradients (and sharded weights) to `terms`; gives what a step waits for it.
Term add_gradient_exchange(const Scenario& scenario, const GradientExchange& exchange,
                           const TimeCoefficients& coefficients, CommunicationTerms& terms, Trace& trace);

/// Whether each rank keeps its share of the gradients alone: ZeRO stages 2 and 3. In a pipeline stage 2 does not: the
/// gradients of all micro-batches are added up whole and reduced once, after the last (DeepSpeed, issue 823, which
/// refuses the pair; pytorch/PiPPy, issue 796).
bool shards_gradients(const Parallel& parallel);

/// Bytes of one gradient element on the wire, and of one updated weight that is handed on.
double gradient_bytes_per_parameter(const Training& training);
double updated_bytes_per_parameter(const Training& training);

} // namespace rigwright

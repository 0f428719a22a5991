// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/time/topology.h"
#include "core/quantities/quantity.h"
#include "core/scenario/scenario.h"

namespace rigwright {

/// Collectives of data parallelism and their exposed part.
struct GradientTerms {
    /// Gradients: all-reduced, or reduce-scattered if each rank owns a share of the state.
    CollectiveTime reduce;
    /// Weights gathered from their owners: after the update (ZeRO 1 and 2), or for each pass (ZeRO 3).
    CollectiveTime gather;
    /// Gradients of experts, over the GPUs that hold the same experts.
    CollectiveTime expert_reduce;
    /// Weights of experts, over the same GPUs.
    CollectiveTime expert_gather;
    /// Gradient reductions per step.
    double reduces = 0.0;
    /// All of it in one step, the window that hides it each time, and the exposed rest.
    Seconds collective;
    Seconds window;
    Seconds exposed;
};

/// Communication of one step.
struct CommunicationTerms {
    /// The link of data parallelism.
    LinkRate link;
    /// GPUs that each hold a replica.
    std::int64_t replicas = 1;
    /// Bytes that one GPU sends for the gradients of a step (sharded weights: of a micro-batch).
    Bytes volume;
    GradientTerms gradients;
    /// Time of one exchange, the window that hides it, and the exposed time of a step.
    Seconds collective;
    Seconds window;
    Seconds exposed;
    /// One micro-batch on one GPU of the slowest stage: collectives inside layers; `tensor_collective` is one of them
    /// and `tensor_collectives` is their number (halves of an all-reduce count as one half).
    CollectiveTime tensor_collective;
    double tensor_collectives = 0.0;
    Seconds tensor_parallel;
    /// Keys and values passed around, or heads exchanged for tokens; the part that attention does not hide.
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

/// Inputs of the data-parallel exchange.
struct GradientExchange {
    /// Trainable parameters on one GPU without experts; those of experts.
    double parameters = 0.0;
    double experts = 0.0;
    /// Bytes of all weights on one GPU, which sharded weights gather; those of experts.
    double weight_bytes = 0.0;
    double expert_weight_bytes = 0.0;
    /// Units of weights that are gathered in sequence (layers and the rest).
    double units = 1.0;
    /// Time of one micro-batch, and of its backward pass.
    Seconds micro;
    Seconds backward;
    GroupPath path;
    /// GPUs that hold the same experts.
    GroupPath expert_path;
};

/// Adds the exchange of gradients (and sharded weights) to `terms`; returns the exposed time per step.
Term add_gradient_exchange(const Scenario& scenario, const GradientExchange& exchange,
                           const TimeCoefficients& coefficients, CommunicationTerms& terms, Trace& trace);

/// Whether each rank stores only its share of the gradients: ZeRO stages 2 and 3. In a pipeline stage 2 does not: the
/// gradients of all micro-batches are summed whole and reduced once, after the last (DeepSpeed, issue 823, which
/// refuses the pair; pytorch/PiPPy, issue 796).
bool shards_gradients(const Parallel& parallel);

/// Bytes per gradient element sent, and per updated weight sent.
double gradient_bytes_per_parameter(const Training& training);
double updated_bytes_per_parameter(const Training& training);

} // namespace rigwright

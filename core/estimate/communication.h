// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/time_coefficients.h"
#include "core/hardware/gpu.h"
#include "core/hardware/link.h"
#include "core/quantities/quantity.h"
#include "core/scenario/scenario.h"

#include <optional>

namespace rigwright {

/// What GPUs talk over.
enum class Path { none, peer_link, pcie, network };

/// A path with its rate one way per GPU and the share of it that collectives reach.
struct LinkRate {
    Path path = Path::none;
    BytesPerSecond rate;
    double efficiency = 0.0;

    BytesPerSecond reached() const { return rate * efficiency; }
};

/// The links of a build as its GPUs see them.
struct BuildLinks {
    /// Between GPUs of one machine.
    LinkRate inside;
    /// The slowest part of a ring over all GPUs.
    LinkRate across;
    /// The network rate is a default of the program, not a choice.
    bool network_assumed = false;
    /// One GPU's own way out of its machine.
    LinkRate adapter;
};

/// Nullopt where GPUs have to talk over a link whose rate nobody published.
std::optional<BuildLinks> build_links(const Scenario& scenario, const Gpu& gpu, const Link* host_link,
                                      const Link* node_link, const TimeCoefficients& coefficients);

/// What communication costs in one step.
struct CommunicationTerms {
    LinkRate link;
    /// GPUs that hold a replica.
    std::int64_t replicas = 1;
    /// Bytes that one GPU sends for the gradients of a step (sharded weights: of a micro-batch).
    Bytes volume;
    /// Time of that on the link, the backward time it can hide behind, and what is left.
    Seconds collective;
    Seconds window;
    Seconds exposed;
    /// One micro-batch: collectives inside layers, sends between pipeline stages.
    Seconds tensor_parallel;
    Seconds pipeline_sends;
    /// Tokens sent to their experts and back, in both passes.
    Seconds experts;
};

/// What data parallelism has to exchange.
struct GradientExchange {
    /// Trainable parameters on one GPU.
    double parameters = 0.0;
    /// All parameters on one GPU, which sharded weights gather.
    double gathered_parameters = 0.0;
    /// Time of one micro-batch.
    Seconds micro;
};

/// Adds the exchange of gradients (and sharded weights) to `terms`.
void add_gradient_exchange(const Scenario& scenario, const GradientExchange& exchange,
                           const TimeCoefficients& coefficients, CommunicationTerms& terms);

/// Bytes of one gradient element on the wire.
double gradient_bytes_per_parameter(const Training& training);

/// Part of a collective that does not fit into the window: softness x ln(1 + exp((time - window) / softness)), at most
/// `time`.
Seconds exposed_part(Seconds time, Seconds window, double relative_softness);

/// Bytes each of n GPUs sends in a ring all-reduce of `bytes`: 2 (n-1)/n.
double ring_all_reduce_bytes(double bytes, std::int64_t gpus);

} // namespace rigwright

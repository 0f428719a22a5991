// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/topology.h"
#include "core/quantities/bytes.h"
#include "core/quantities/words.h"

namespace rigwright {

enum class Collective { all_reduce, reduce_scatter, all_gather, all_to_all, send };
/// Message keys ("all-reduce", "in-switch").
template <>
inline constexpr std::array<std::string_view, 5> words<Collective>{"all-reduce", "reduce-scatter", "all-gather",
                                                                   "all-to-all", "send"};
enum class Algorithm { none, ring, tree, in_switch, pairwise };
template <>
inline constexpr std::array<std::string_view, 5> words<Algorithm>{"none", "ring", "tree", "in-switch", "pairwise"};

/// One collective of one group.
struct CollectiveTime {
    Collective collective = Collective::all_reduce;
    Algorithm algorithm = Algorithm::none;
    std::int64_t gpus = 1;
    /// What the group holds in the end or at the start, and what one GPU sends of it.
    Bytes payload;
    Bytes sent;
    LinkRate link;
    /// Bytes sent over time sent, without latency: what benchmarks print as bus bandwidth of large messages.
    BytesPerSecond bus;
    Seconds latency;
    Seconds time;
};

/// Bytes that each of n GPUs sends for each byte of the payload: 2 (n-1)/n for an all-reduce, (n-1)/n for halves of it
/// and for all-to-all, 1 for a send (NCCL, doc/PERFORMANCE.md of nccl-tests).
double traffic_factor(Collective collective, std::int64_t gpus);

/// latency + payload x traffic factor / bus bandwidth. A ring passes n - 1 hops, twice for an all-reduce; between
/// machines an all-reduce goes up and down a tree over them where that has fewer hops; a switch that adds has a
/// latency and a gain of its own (NVLink SHARP, from five GPUs on, as NCCL chooses).
CollectiveTime collective_time(Collective collective, double payload, const GroupPath& path,
                               const TimeCoefficients& coefficients);

/// One message over one link.
CollectiveTime send_time(double payload, const LinkRate& link);

/// Bytes each of n GPUs sends in a ring all-reduce of `bytes`: 2 (n-1)/n.
double ring_all_reduce_bytes(double bytes, std::int64_t gpus);

/// Part of a collective that does not fit into the window: softness x ln(1 + exp((time - window) / softness)), at most
/// `time`.
Seconds exposed_part(Seconds time, Seconds window, double relative_softness);

} // namespace rigwright

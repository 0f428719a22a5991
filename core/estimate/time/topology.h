// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/term.h"
#include "core/hardware/cpu.h"
#include "core/hardware/gpu.h"
#include "core/hardware/small_records.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"
#include "core/scenario/scenario.h"

#include <optional>

namespace rigwright {

/// What GPUs talk over: a link of their own, PCIe straight from card to card, PCIe by way of host memory, adapters of a
/// network.
enum class Path { none, peer_link, pcie, pcie_through_host, network };
/// The message key of a path ("pcie-through-host").
template <>
inline constexpr std::array<std::string_view, 5> words<Path>{"none", "peer-link", "pcie", "pcie-through-host",
                                                             "network"};

/// A path with its rate one way per GPU, the share of it that large collectives reach, and what one hop costs before
/// the first byte.
struct LinkRate {
    Path path = Path::none;
    BytesPerSecond rate;
    double efficiency = 0.0;
    Seconds hop;
    /// Less than the cards' own link: what passes between two processors limits it.
    bool at_crossing = false;

    BytesPerSecond reached() const { return rate * efficiency; }
};

/// The wires of a build as its GPUs see them.
struct Topology {
    /// GPUs of one machine, and of all.
    std::int64_t machine = 1;
    std::int64_t gpus = 1;
    /// Consecutive GPUs that a link of their own joins: a bridge pair, a machine, a rack; 1 without.
    std::int64_t peer_domain = 1;
    /// A switch joins them that adds up what passes through it (NVLink SHARP, since the fourth NVLink).
    bool adding_switch = false;
    LinkRate peer;
    /// PCIe between cards of one machine; no path where nothing needs it.
    LinkRate bus;
    /// Processors of a machine among which its cards are divided, and what passes between two of them one way, for all
    /// cards together: many messages beside each other; one ring, which waits there in every turn; several rings.
    std::int64_t processors = 1;
    BytesPerSecond crossing;
    BytesPerSecond ring_crossing;
    BytesPerSecond rings_crossing;
    /// One GPU's share of its machine's adapters.
    LinkRate adapter;
    /// The network rate is a default of the program, not a choice.
    bool network_assumed = false;
};

/// What the topology is read from. Pointers may be null: a typical host, an unknown link.
struct TopologyParts {
    const Gpu& gpu;
    const Cpu* cpu = nullptr;
    /// PCIe between card and processor.
    const Link* host_link = nullptr;
    /// The catalog's entry for the GPU's own link, with what was measured over it.
    const Link* peer_link = nullptr;
    const Link* node_link = nullptr;
    /// Of one machine, to the network.
    std::int64_t network_ports = 1;
};

/// Nullopt where GPUs have to talk over a link without a published rate.
std::optional<Topology> topology_of(const Scenario& scenario, const TopologyParts& parts,
                                    const TimeCoefficients& coefficients);

/// GPUs that talk to each other: `size` of them, `stride` apart in the order of the ranks (tensor parallelism innermost,
/// then context, data, pipeline: Narayanan et al. 2021). All GPUs belong to such groups, which talk at the same time.
struct GpuGroup {
    std::int64_t size = 1;
    std::int64_t stride = 1;
};

/// A group on its wires.
struct GroupPath {
    std::int64_t size = 1;
    /// Members within one machine (or one domain of the peer link), and such places.
    std::int64_t inside = 1;
    std::int64_t places = 1;
    /// The slowest part of a ring over the group, shared with the other groups.
    LinkRate link;
    /// The same for exchanges of every member with every other, whose traffic between processors is another one.
    LinkRate pairwise;
    /// One member's own way out of its machine.
    LinkRate adapter;
    Seconds inside_hop;
    bool adding_switch = false;
    bool crosses_processors = false;
};

GroupPath group_path(const Topology& topology, const GpuGroup& group);

/// From a GPU to the one `distance` ranks on, while all others send likewise.
LinkRate neighbour_link(const Topology& topology, std::int64_t distance);

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
    /// Bytes that the group holds in the end or at the start, and what one GPU sends of them.
    double payload = 0.0;
    Bytes sent;
    LinkRate link;
    /// Of a switch that adds.
    double gain = 1.0;
    /// Bytes sent over time sent, without latency: what benchmarks print as bus bandwidth of large messages.
    BytesPerSecond bus;
    Seconds latency;
    Seconds time;

    bool happens() const { return time > Seconds(); }
};

/// The source of a link's rate.
const char* source_of(const LinkRate& link);

/// The time of a collective from its latency, its bytes and the bandwidth that they get.
Term term_of(const CollectiveTime& collective, Trace& trace);

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
Term exposed_part(const Term& time, const Term& window, const Term& relative_softness, Trace& trace);

} // namespace rigwright

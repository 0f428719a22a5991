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

/// Path between GPUs: a dedicated link, PCIe directly from card to card, PCIe via system memory, network adapters.
enum class Path { none, peer_link, pcie, pcie_through_host, network };
/// The message key of a path ("pcie-through-host").
template <>
inline constexpr std::array<std::string_view, 5> words<Path>{"none", "peer-link", "pcie", "pcie-through-host",
                                                             "network"};

/// A path with its one-way rate per GPU, the share of it that large collectives reach, and the latency of one hop.
struct LinkRate {
    Path path = Path::none;
    BytesPerSecond rate;
    double efficiency = 0.0;
    Seconds hop;
    /// The rate between two processors limits it to less than the cards' own link.
    bool at_crossing = false;

    BytesPerSecond reached() const { return rate * efficiency; }
};

/// The links of a build as seen by its GPUs.
struct Topology {
    /// GPUs of one machine, and of all.
    std::int64_t machine = 1;
    std::int64_t gpus = 1;
    /// Consecutive GPUs that a dedicated link joins: a bridge pair, a machine, a rack; 1 without.
    std::int64_t peer_domain = 1;
    /// Whether a switch joins them that reduces in the network (NVLink SHARP, since the fourth NVLink).
    bool adding_switch = false;
    LinkRate peer;
    /// PCIe between cards of one machine; no path if not needed.
    LinkRate bus;
    /// Processors of a machine among which its cards are divided, and the one-way rate between two of them for all
    /// cards together: concurrent messages; one ring, which waits there in every step; multiple rings.
    std::int64_t processors = 1;
    BytesPerSecond crossing;
    BytesPerSecond ring_crossing;
    BytesPerSecond rings_crossing;
    /// One GPU's share of its machine's adapters.
    LinkRate adapter;
    /// Whether the network rate is a default of the program rather than a setting.
    bool network_assumed = false;
};

/// Inputs of the topology. Pointers may be null: a typical host, an unknown link.
struct TopologyParts {
    const Gpu& gpu;
    const Cpu* cpu = nullptr;
    /// PCIe between card and CPU.
    const Link* host_link = nullptr;
    /// The catalog's entry for the GPU's own link, with its measurements.
    const Link* peer_link = nullptr;
    const Link* node_link = nullptr;
    /// Ports of one machine to the network.
    std::int64_t network_ports = 1;
};

/// Empty if GPUs must communicate over a link without a published rate.
std::optional<Topology> topology_of(const Scenario& scenario, const TopologyParts& parts,
                                    const TimeCoefficients& coefficients);

/// A communication group: `size` GPUs, `stride` apart in the order of the ranks (tensor parallelism innermost, then
/// context, data, pipeline: Narayanan et al. 2021). All GPUs belong to such groups, which communicate at the same time.
struct GpuGroup {
    std::int64_t size = 1;
    std::int64_t stride = 1;
};

/// The links of a group.
struct GroupPath {
    std::int64_t size = 1;
    /// Members within one machine (or one domain of the peer link), and the number of such places.
    std::int64_t inside = 1;
    std::int64_t places = 1;
    /// The slowest part of a ring over the group, shared with the other groups.
    LinkRate link;
    /// The link for exchanges of every member with every other, which have different traffic between processors.
    LinkRate pairwise;
    /// One member's own way out of its machine.
    LinkRate adapter;
    Seconds inside_hop;
    bool adding_switch = false;
    bool crosses_processors = false;
};

GroupPath group_path(const Topology& topology, const GpuGroup& group);

/// The link from a GPU to the one `distance` ranks on, while all others also send.
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
    /// Bytes of the group's result or input, and the bytes that one GPU sends.
    double payload = 0.0;
    Bytes sent;
    LinkRate link;
    /// Gain of a reducing switch.
    double gain = 1.0;
    /// Bytes sent over time, without latency: the bus bandwidth of large messages in benchmarks.
    BytesPerSecond bus;
    Seconds latency;
    Seconds time;

    bool happens() const { return time > Seconds(); }
};

/// The source of a link's rate.
const char* source_of(const LinkRate& link);

/// The time of a collective from its latency, its bytes and its bandwidth.
Term term_of(const CollectiveTime& collective, Trace& trace);

/// Bytes that each of n GPUs sends per byte of the payload: 2 (n-1)/n for an all-reduce, (n-1)/n for halves of it and
/// for all-to-all, 1 for a send (NCCL, doc/PERFORMANCE.md of nccl-tests).
double traffic_factor(Collective collective, std::int64_t gpus);

/// latency + payload x traffic factor / bus bandwidth. A ring has n - 1 hops, twice for an all-reduce; between machines
/// an all-reduce uses a tree over them if that has fewer hops; a reducing switch has its own latency and gain (NVLink
/// SHARP, from five GPUs on, as NCCL chooses).
CollectiveTime collective_time(Collective collective, double payload, const GroupPath& path,
                               const TimeCoefficients& coefficients);

/// One message over one link.
CollectiveTime send_time(double payload, const LinkRate& link);

/// Bytes that each of n GPUs sends in a ring all-reduce of `bytes`: 2 (n-1)/n.
double ring_all_reduce_bytes(double bytes, std::int64_t gpus);

/// Part of a collective that exceeds the window: softness x ln(1 + exp((time - window) / softness)), at most `time`.
Term exposed_part(const Term& time, const Term& window, const Term& relative_softness, Trace& trace);

} // namespace rigwright

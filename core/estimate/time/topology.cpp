// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/time/topology.h"

#include "core/estimate/time/operator_time.h"
#include "core/hardware/host_link.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

LinkRate adapter_of(const Scenario& scenario, const TopologyParts& parts, const TimeCoefficients& c)
{
    const Link* link = parts.node_link;
    const Seconds hop(c.network_hop_seconds);
    // If the build names no link: the usual one of machines of that generation.
    if (link == nullptr)
        return {Path::network, BytesPerSecond(c.value(c.generation_of(parts.gpu).network, 0.0)), c.network_efficiency,
                hop};
    return {Path::network,
            link->per_direction * (as_double(parts.network_ports) / as_double(scenario.build.gpus_per_node)),
            link->share_reached(c.network_efficiency), hop};
}

/// GPUs in one domain of the peer link. Bridges join only pairs; a build with more cards must request them.
std::int64_t peer_domain(const Scenario& scenario, const Gpu& gpu, const TimeCoefficients& c)
{
    const BuildChoice& build = scenario.build;
    if (!peer_bandwidth(gpu) || build.gpu_link == LinkChoice::pcie) return 1;
    const std::int64_t joined = gpu.link.peer_domain_gpus.value_or(static_cast<int>(build.gpus_per_node));
    if (as_double(joined) >= c.rack_domain_gpus) return joined;
    if (joined >= build.gpus_per_node) return build.gpus_per_node;
    return build.gpu_link == LinkChoice::nvlink ? joined : 1;
}

bool adds_in_switch(const Gpu& gpu)
{
    constexpr int first_generation = 4;
    return gpu.link.peer_kind == PeerLinkKind::nvswitch && gpu.link.peer_generation.value_or(0) >= first_generation;
}

LinkRate bus_of(const TopologyParts& parts, const TimeCoefficients& c)
{
    const bool direct = parts.gpu.link.pcie_peer_to_peer.value_or(false);
    return direct
               ? LinkRate{Path::pcie, parts.host_link->per_direction, c.pcie_direct_efficiency, Seconds(c.hop_seconds)}
               : LinkRate{Path::pcie_through_host, parts.host_link->per_direction, c.pcie_efficiency,
                          Seconds(c.host_hop_seconds)};
}

/// A machine has two CPUs if it has more cards than one CPU has lanes for.
std::int64_t processors_of(const Scenario& scenario, const TopologyParts& parts, const TimeCoefficients& c)
{
    const std::int64_t cards = scenario.build.gpus_per_node;
    if (parts.cpu != nullptr) return std::clamp<std::int64_t>(scenario.build.cpu_sockets, 1, cards);
    return as_double(cards) > c.cards_per_processor ? 2 : 1;
}

/// Limits a link to the rate between the processors of a machine.
void limit(LinkRate& link, BytesPerSecond crossing)
{
    if (link.rate <= crossing) return;
    link.rate = crossing;
    link.at_crossing = true;
}

} // namespace

std::optional<Topology> topology_of(const Scenario& scenario, const TopologyParts& parts, const TimeCoefficients& c)
{
    Topology topology;
    topology.machine = scenario.build.gpus_per_node;
    topology.gpus = gpu_count(scenario.build);
    if (topology.gpus <= 1) return topology;
    topology.peer_domain = peer_domain(scenario, parts.gpu, c);
    if (topology.peer_domain > 1) {
        topology.adding_switch = adds_in_switch(parts.gpu);
        const double share = parts.peer_link != nullptr ? parts.peer_link->share_reached(c.peer_link_efficiency)
                                                        : c.peer_link_efficiency;
        topology.peer = {Path::peer_link, *peer_bandwidth(parts.gpu), share, Seconds(c.hop_seconds)};
    }
    if (topology.machine > std::max<std::int64_t>(topology.peer_domain, 1)) {
        if (parts.host_link == nullptr) return std::nullopt;
        topology.bus = bus_of(parts, c);
        topology.processors = processors_of(scenario, parts, c);
        // The link between processors does not narrow with the slots.
        const BytesPerSecond full_width = at_full_width(*parts.host_link);
        topology.crossing = full_width * c.processor_crossing;
        topology.ring_crossing = full_width * c.ring_crossing;
        topology.rings_crossing = full_width * c.rings_crossing;
    }
    if (scenario.build.nodes > 1 && topology.peer_domain < topology.gpus) {
        topology.adapter = adapter_of(scenario, parts, c);
        topology.network_assumed = parts.node_link == nullptr;
    }
    return topology;
}

GroupPath group_path(const Topology& t, const GpuGroup& group)
{
    GroupPath path;
    path.size = group.size;
    if (group.size <= 1) return path;
    const std::int64_t span = (group.size - 1) * group.stride + 1;
    if (span <= t.peer_domain) {
        path.inside = group.size;
        path.link = path.pairwise = path.adapter = t.peer;
        path.inside_hop = t.peer.hop;
        path.adding_switch = t.adding_switch;
        return path;
    }
    const bool by_peer = t.peer_domain >= t.machine;
    path.inside = std::clamp<std::int64_t>(t.machine / group.stride, 1, group.size);
    path.places = (group.size + path.inside - 1) / path.inside;
    const LinkRate& near = by_peer ? t.peer : t.bus;
    path.link = path.pairwise = path.adapter = near;
    path.inside_hop = near.hop;
    const std::int64_t share = t.machine / t.processors;
    path.crosses_processors =
        !by_peer && t.processors > 1 && path.inside > 1 && (path.inside - 1) * group.stride >= share;
    if (path.crosses_processors) {
        const double groups = as_double(t.machine) / as_double(path.inside);
        const BytesPerSecond passing = groups > 1.0 ? t.rings_crossing : t.ring_crossing;
        limit(path.link, passing * (1.0 / (groups * near.efficiency)));
        // Half of the members send half of their data across: n/2 x n/2 of n (n - 1) pairs.
        const double members = as_double(path.inside);
        const double across = groups * members / 2.0 * (members / 2.0) / (members - 1.0);
        limit(path.pairwise, t.crossing * (1.0 / (across * near.efficiency)));
    }
    if (path.places == 1) return path;
    // A ring enters and leaves each machine once and uses the adapters of all its members there.
    path.adapter = t.adapter;
    LinkRate out = t.adapter;
    out.rate = out.rate * as_double(path.inside);
    if (path.inside == 1 || out.reached() < path.link.reached()) path.link = out;
    path.link.hop = t.adapter.hop;
    path.pairwise = t.adapter;
    return path;
}

LinkRate neighbour_link(const Topology& t, std::int64_t distance)
{
    if (t.gpus <= 1) return {};
    if (t.peer_domain >= t.gpus) return t.peer;
    if (distance >= t.machine) return t.adapter.path == Path::none ? t.peer : t.adapter;
    if (t.peer_domain >= t.machine) return t.peer;
    LinkRate link = t.bus;
    const std::int64_t share = t.machine / t.processors;
    if (t.processors > 1 && share % distance == 0)
        limit(link, t.crossing * (1.0 / (as_double(distance) * link.efficiency)));
    return link;
}

namespace {

struct Way {
    Algorithm algorithm = Algorithm::ring;
    Seconds latency;
    double gain = 1.0;
};

Way way_of(Collective collective, const GroupPath& path, const TimeCoefficients& c)
{
    const auto inside = static_cast<double>(path.inside - 1);
    const auto places = static_cast<double>(path.places - 1);
    const bool reduces = collective == Collective::all_reduce;
    const double passes = reduces ? 2.0 : 1.0;
    if (reduces && path.adding_switch && path.places == 1 && static_cast<double>(path.size) >= c.switch_adds_from)
        return {Algorithm::in_switch, path.inside_hop * c.switch_hops, c.switch_gain};
    if (collective == Collective::all_to_all) return {Algorithm::pairwise, path.inside_hop + path.adapter.hop, 1.0};
    const Seconds ring = (path.inside_hop * inside + path.link.hop * places) * passes;
    if (!reduces || path.places == 1) return {Algorithm::ring, ring, 1.0};
    const double height = std::ceil(std::log2(static_cast<double>(path.places)));
    const Seconds tree = (path.inside_hop * inside + path.link.hop * height) * passes;
    return tree < ring ? Way{Algorithm::tree, tree, 1.0} : Way{Algorithm::ring, ring, 1.0};
}

} // namespace

double traffic_factor(Collective collective, std::int64_t gpus)
{
    const auto n = static_cast<double>(gpus);
    switch (collective) {
    case Collective::all_reduce: return 2.0 * (n - 1.0) / n;
    case Collective::reduce_scatter:
    case Collective::all_gather:
    case Collective::all_to_all: return (n - 1.0) / n;
    case Collective::send: return 1.0;
    }
    return 1.0;
}

namespace {

void set_time(CollectiveTime& time)
{
    Trace untraced(false);
    time.sent = Bytes::rounded(time.payload * traffic_factor(time.collective, time.gpus));
    time.bus = time.link.reached() * time.gain;
    time.time = Seconds(term_of(time, untraced).amount());
}

} // namespace

CollectiveTime collective_time(Collective collective, double payload, const GroupPath& path, const TimeCoefficients& c)
{
    CollectiveTime time;
    time.collective = collective;
    time.gpus = path.size;
    if (path.size <= 1 || payload <= 0.0) return time;
    const Way way = way_of(collective, path, c);
    time.algorithm = way.algorithm;
    time.payload = payload;
    time.link = collective == Collective::all_to_all ? path.pairwise : path.link;
    time.gain = way.gain;
    time.latency = way.latency;
    set_time(time);
    return time;
}

CollectiveTime send_time(double payload, const LinkRate& link)
{
    CollectiveTime time;
    time.collective = Collective::send;
    time.algorithm = Algorithm::pairwise;
    time.gpus = 2;
    if (payload <= 0.0 || link.path == Path::none) return time;
    time.payload = payload;
    time.link = link;
    time.latency = link.hop;
    set_time(time);
    return time;
}

/// Rings that pass between two processors get less than a card's own link.
const char* source_of(const LinkRate& link)
{
    if (link.path == Path::network) return "source.network-link";
    const bool on_bus = link.path == Path::pcie || link.path == Path::pcie_through_host;
    if (!on_bus) return "source.gpu-link";
    return link.at_crossing ? "source.processor-crossing" : "source.host-link";
}

Term term_of(const CollectiveTime& c, Trace& trace)
{
    const Term sent = trace.name(
        "gradient_volume",
        trace.given("collective_payload", c.payload, Unit::bytes) *
            trace.given("traffic_factor", traffic_factor(c.collective, c.gpus), Unit::ratio, "source.traffic-factor"),
        Unit::bytes);
    Term bus = trace.given("link_rate", c.link.rate.base(), Unit::bytes_per_second, source_of(c.link)) *
               trace.given("link_efficiency", c.link.efficiency, Unit::share, "source.measured-links");
    if (c.algorithm == Algorithm::in_switch) bus = bus * trace.coefficient("switch_gain", c.gain, Unit::ratio);
    bus = trace.name("bus_bandwidth", bus, Unit::bytes_per_second);
    const Term time =
        trace.given("collective_latency", c.latency.base(), Unit::seconds, "source.measured-hops") + sent / bus;
    if (!trace.keeps()) return time;
    Derivation head;
    head.quantity = "quantity.one_collective";
    head.arguments = {{"collective", MessageCode{std::string("collective.") + key_of(c.collective)}},
                      {"algorithm", MessageCode{std::string("algorithm.") + key_of(c.algorithm)}},
                      {"path", MessageCode{std::string("path.") + key_of(c.link.path)}},
                      {"gpus", whole_value(c.gpus)}};
    return trace.name(std::move(head), time, Unit::seconds);
}

double ring_all_reduce_bytes(double bytes, std::int64_t gpus)
{
    return traffic_factor(Collective::all_reduce, gpus) * bytes;
}

Term exposed_part(const Term& time, const Term& window, const Term& relative_softness, Trace& trace)
{
    const Term softness = trace.name("overlap_transition", relative_softness * time, Unit::seconds);
    if (softness.amount() <= 0.0) return max(0.0, time - window);
    const Term over = (time - window) / softness;
    // ln(1 + e^x), which is x for large x.
    constexpr double linear_from = 40.0;
    const double soft = over.amount() > linear_from ? over.amount() : std::log1p(std::exp(over.amount()));
    return min(time, softness * ln(1.0 + exp(over)).rounded_as(soft));
}

} // namespace rigwright

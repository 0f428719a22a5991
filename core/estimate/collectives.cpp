// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/collectives.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

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

CollectiveTime collective_time(Collective collective, double payload, const GroupPath& path, const TimeCoefficients& c)
{
    CollectiveTime time;
    time.collective = collective;
    time.gpus = path.size;
    if (path.size <= 1 || payload <= 0.0) return time;
    const Way way = way_of(collective, path, c);
    const double sent = payload * traffic_factor(collective, path.size);
    time.algorithm = way.algorithm;
    time.payload = Bytes::rounded(payload);
    time.sent = Bytes::rounded(sent);
    time.link = collective == Collective::all_to_all ? path.pairwise : path.link;
    time.bus = time.link.reached() * way.gain;
    time.latency = way.latency;
    time.time = time.latency + Seconds(sent / time.bus.base());
    return time;
}

CollectiveTime send_time(double payload, const LinkRate& link)
{
    CollectiveTime time;
    time.collective = Collective::send;
    time.algorithm = Algorithm::pairwise;
    time.gpus = 2;
    if (payload <= 0.0 || link.path == Path::none) return time;
    time.payload = time.sent = Bytes::rounded(payload);
    time.link = link;
    time.bus = link.reached();
    time.latency = link.hop;
    time.time = time.latency + Seconds(payload / time.bus.base());
    return time;
}

double ring_all_reduce_bytes(double bytes, std::int64_t gpus)
{
    return traffic_factor(Collective::all_reduce, gpus) * bytes;
}

Seconds exposed_part(Seconds time, Seconds window, double relative_softness)
{
    const double softness = relative_softness * time.base();
    if (softness <= 0.0) return std::max(Seconds(), time - window);
    const double over = (time.base() - window.base()) / softness;
    // ln(1 + e^x), which is x for large x.
    constexpr double linear_from = 40.0;
    const double soft = over > linear_from ? over : std::log1p(std::exp(over));
    return std::min(time, Seconds(softness * soft));
}

} // namespace rigwright

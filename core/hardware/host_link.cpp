// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/host_link.h"

#include <algorithm>

namespace rigwright {

namespace {

std::optional<int> smaller_limit(std::optional<int> a, std::optional<int> b)
{
    if (!a || !b) return a ? a : b;
    return std::min(*a, *b);
}

/// The widest slot width within `lanes`; at least one lane.
int width_within(std::int64_t lanes)
{
    const auto fits = [lanes](int width) { return width <= lanes; };
    const auto found = std::ranges::find_if(pcie_widths, fits);
    return found != pcie_widths.end() ? *found : pcie_widths.back();
}

std::optional<int> lanes_of_processors(const CardHost& host)
{
    if (host.cpu == nullptr || !host.cpu->link.pcie_lanes || host.cards < 1) return std::nullopt;
    return width_within(*host.cpu->link.pcie_lanes * host.sockets / host.cards);
}

std::optional<int> lanes_of_slots(const CardHost& host)
{
    if (host.chassis == nullptr) return std::nullopt;
    const ChassisGpus& slots = host.chassis->gpus;
    if (slots.lanes_with_all_slots && host.cards > 1) return slots.lanes_with_all_slots;
    if (slots.x16_slots && host.cards <= *slots.x16_slots) return full_lanes;
    return std::nullopt;
}

} // namespace

std::optional<int> lanes_offered(const CardHost& host)
{
    const std::optional<int> slots = lanes_of_slots(host);
    if (slots && host.chassis->body.form == ChassisForm::rack) return slots;
    return smaller_limit(slots, lanes_of_processors(host));
}

std::optional<int> lanes_of_a_card(const Gpu& gpu, const CardHost& host)
{
    if (!gpu.link.pcie_lanes || !is_card(gpu)) return gpu.link.pcie_lanes;
    return smaller_limit(gpu.link.pcie_lanes, lanes_offered(host));
}

const Link* host_link(const Gpu& gpu, const CardHost& host, const Catalog& catalog)
{
    const std::optional<int> lanes = lanes_of_a_card(gpu, host);
    if (!gpu.link.pcie_generation || !lanes) return nullptr;
    std::optional<int> generation = gpu.link.pcie_generation;
    if (host.cpu != nullptr) generation = smaller_limit(generation, host.cpu->link.pcie_generation);
    if (host.chassis != nullptr) generation = smaller_limit(generation, host.chassis->gpus.pcie_generation);
    return catalog.link("pcie" + std::to_string(*generation) + "-x" + std::to_string(*lanes));
}

BytesPerSecond at_full_width(const Link& link)
{
    return link.per_direction * (static_cast<double>(full_lanes) / link.lanes.value_or(full_lanes));
}

const Link* peer_link(const Gpu& gpu, const Catalog& catalog)
{
    if (!gpu.link.peer_generation || gpu.vendor != "NVIDIA") return nullptr;
    return catalog.link("nvlink" + std::to_string(*gpu.link.peer_generation));
}

bool joins_machines(const Link& link) { return link.kind == LinkKind::ethernet || link.kind == LinkKind::infiniband; }

bool is_bridge(const Link& link) { return link.kind == LinkKind::nvlink && link.most_gpus; }

const Link* bridge_of(const Gpu& gpu, const Catalog& catalog)
{
    const auto rate = peer_bandwidth(gpu);
    if (gpu.link.peer_kind != PeerLinkKind::nvlink_bridge || !rate) return nullptr;
    const auto found = std::ranges::find_if(
        catalog.links, [&](const Link& link) { return is_bridge(link) && link.per_direction == *rate; });
    return found != catalog.links.end() ? &*found : nullptr;
}

} // namespace rigwright

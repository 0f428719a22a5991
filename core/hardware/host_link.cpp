// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/host_link.h"

#include <algorithm>

namespace rigwright {

namespace {

int smaller(int own, std::optional<int> other) { return other ? std::min(own, *other) : own; }

} // namespace

const Link* host_link(const Gpu& gpu, const Cpu* cpu, const Catalog& catalog)
{
    if (!gpu.link.pcie_generation || !gpu.link.pcie_lanes) return nullptr;
    const CpuLink unlimited;
    const CpuLink& host = cpu != nullptr ? cpu->link : unlimited;
    const int generation = smaller(*gpu.link.pcie_generation, host.pcie_generation);
    const int lanes = smaller(*gpu.link.pcie_lanes, host.pcie_lanes);
    return catalog.link("pcie" + std::to_string(generation) + "-x" + std::to_string(lanes));
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
    const auto found = std::find_if(catalog.links.begin(), catalog.links.end(),
                                    [&](const Link& link) { return is_bridge(link) && link.per_direction == *rate; });
    return found != catalog.links.end() ? &*found : nullptr;
}

} // namespace rigwright

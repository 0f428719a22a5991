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

} // namespace rigwright

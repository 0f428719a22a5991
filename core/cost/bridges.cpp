// SPDX-License-Identifier: Apache-2.0
#include "core/cost/bridges.h"

#include "core/hardware/host_link.h"

namespace rigwright {

Bridges bridges_of(const BuildChoice& build, const Catalog& hardware)
{
    const Gpu* gpu = hardware.gpu(build.gpu);
    if (gpu == nullptr || build.gpu_link != LinkChoice::nvlink) return {};
    if (gpu->link.peer_kind != PeerLinkKind::nvlink_bridge) return {};
    constexpr std::int64_t cards_of_a_bridge = 2;
    return {bridge_of(*gpu, hardware), build.gpus_per_node / cards_of_a_bridge};
}

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/card_host.h"

namespace rigwright {

CardHost card_host(const BuildChoice& build, const Catalog& hardware)
{
    return {hardware.cpu(build.cpu), build.cpu_sockets, hardware.chassis(build.chassis), build.gpus_per_node};
}

const Link* host_link(const Gpu& gpu, const BuildChoice& build, const Catalog& hardware)
{
    return host_link(gpu, card_host(build, hardware), hardware);
}

} // namespace rigwright

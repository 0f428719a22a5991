// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/host_link.h"
#include "core/scenario/scenario.h"

namespace rigwright {

/// What the cards of one machine of a build are plugged into.
CardHost card_host(const BuildChoice& build, const Catalog& hardware);

/// The PCIe link that each GPU of a build has.
const Link* host_link(const Gpu& gpu, const BuildChoice& build, const Catalog& hardware);

} // namespace rigwright

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"
#include "core/scenario/scenario.h"

#include <cstdint>

namespace rigwright {

/// Bridges in one machine of a build that asks for them (`gpu_link` "nvlink"), one for every two cards.
struct Bridges {
    /// Null where the catalogue has none of the card's rate.
    const Link* link = nullptr;
    /// Zero where the cards take no bridge, or the build does not ask for one.
    std::int64_t count = 0;
};
Bridges bridges_of(const BuildChoice& build, const Catalog& hardware);

} // namespace rigwright

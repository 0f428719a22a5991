// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/provenance.h"
#include "core/quantities/bytes.h"
#include "core/quantities/frequency.h"

#include <optional>

namespace rigwright {

/// Host memory modules as they are sold together.
struct MemoryKit {
    std::string id;
    std::string name;
    std::string type;
    Hertz transfer_rate;
    int modules = 0;
    Bytes module_capacity;
    /// Of one 64-bit channel.
    BytesPerSecond bandwidth_per_channel;
    Provenance provenance;
    std::vector<Price> prices;
    std::vector<std::string> notes;
};

/// All modules of the kit together.
inline Bytes capacity(const MemoryKit& kit) { return kit.module_capacity * Count(kit.modules); }

} // namespace rigwright

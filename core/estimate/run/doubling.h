// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/quantities/words.h"

#include <optional>
#include <vector>

namespace rigwright {

/// Parts of a machine whose speed a what-if analysis doubles.
enum class WhatIfTarget {
    /// Peak rates of all formats; those of the CPU if it trains alone.
    matrix_rate,
    /// Sets the clock that long products sustain.
    board_power,
    memory_bandwidth,
    /// Time of the host to launch a kernel and to select regions.
    host_speed,
    /// PCIe, peer links and the network.
    links,
    /// Cores that prepare samples.
    processor_cores,
    storage,
    /// Capacity of system memory, which caches files.
    host_memory
};
/// "memory_bandwidth": the last part of message codes.
template <>
inline constexpr std::array<std::string_view, 8> words<WhatIfTarget>{"matrix_rate", "board_power", "memory_bandwidth",
                                                                     "host_speed",  "links",       "processor_cores",
                                                                     "storage",     "host_memory"};
inline constexpr std::size_t what_if_target_count = 8;

/// The step with one part of the machine doubled, everything else unchanged.
struct WhatIfResult {
    WhatIfTarget lever = WhatIfTarget::matrix_rate;
    /// Parts of the new step; the step is their sum.
    std::array<Seconds, time_part_count> parts;
    Seconds step;
    /// Share of the present step that is saved: 0.5 when all of it depends on this part.
    double gain = 0.0;
};

/// One entry per applicable lever, in order, computed by the formulas of the estimate with doubled numbers: a GPU plan
/// has no entry for system memory, a plan that trains on the CPU none for links. Ignores the user's measurements. Empty
/// if there is no time.
std::vector<WhatIfResult> doublings(const Evaluation& evaluation, const EngineData& data);

/// The derivation of that step as the sum of its parts, with the present step below; the parts belong to another
/// machine and have no derivations. Empty for a lever that does not apply to the plan.
std::optional<Derivation> doubled_step(const Evaluation& evaluation, const EngineData& data, WhatIfTarget lever);

} // namespace rigwright
